import { Title, UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { PartState } from './part-state.tsx'
import classes from '../evidence/excerpts.module.css'

type Props = { title: string; titleId: string; parts: string; onOpen: () => void }

/** A worksheet section on a phone, collapsed into one line. */
export function CollapsedSection({ title, titleId, parts, onOpen }: Props) {
  return (
    <section className={classes.section} aria-labelledby={titleId}>
      <Title order={2}>
        <UnstyledButton className={classes.fold} aria-expanded={false} onClick={onOpen}>
          <span className={classes.heading}>
            <span id={titleId} className={classes.foldTitle}>
              {title}
            </span>
            <PartState parts={parts} isWritten={false} />
          </span>
          <IconChevronDown size={20} aria-hidden />
        </UnstyledButton>
      </Title>
    </section>
  )
}

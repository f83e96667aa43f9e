import { Title, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import classes from './folded-section.module.css'

/** A section of a panel that is collapsed at first. Its content is mounted only while it is open. */
export function FoldedSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  const [isOpen, fold] = useDisclosure(false)
  return (
    <section className={classes.section} aria-labelledby={id}>
      <Title order={2} id={id}>
        <UnstyledButton className={classes.button} aria-expanded={isOpen} onClick={fold.toggle}>
          {title}
          <IconChevronDown size={18} className={classes.chevron} data-open={isOpen || undefined} aria-hidden />
        </UnstyledButton>
      </Title>
      {isOpen && children}
    </section>
  )
}

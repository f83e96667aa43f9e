import { Badge, Title, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconAlertTriangle, IconChevronDown } from '@tabler/icons-react'
import { useId } from 'react'
import type { Progress } from '#shared/contract/progress.ts'
import { sectionSources } from '#shared/rules/progress.ts'
import { Hint } from '#web/ui/layout/text.ts'
import { OnlyNewest, Passages } from './passages.tsx'
import { RedFlags } from './red-flags.tsx'
import classes from './progress.module.css'

type Props = { section: Progress['sections'][number]; progress: Progress }

/** One of the nine sections, which is collapsed and expanded with its heading. Always expanded in print. */
export function ProgressSection({ section, progress }: Props) {
  const id = useId()
  const [isOpen, fold] = useDisclosure(false)
  const { name, passages, total } = section
  const hasFlags = name === 'Diagnosis Suggestions (Provisional)' && progress.redFlagTotal > 0
  const count = total + (hasFlags ? progress.redFlagTotal : 0)
  const isNamed = progress.client === null
  return (
    <section className={classes.section}>
      <Title order={3} className={classes.name}>
        <UnstyledButton className={classes.fold} aria-expanded={isOpen} aria-controls={id} onClick={fold.toggle}>
          <span className={classes.heading}>
            {name}
            {hasFlags && (
              <Badge color="ember" ff="text" leftSection={<IconAlertTriangle size={14} aria-hidden />}>
                Red flags present
              </Badge>
            )}
          </span>
          <span className={classes.count}>
            {count === 0 ? 'Nothing yet' : `${count} ${count === 1 ? 'passage' : 'passages'}`}
            <IconChevronDown size={18} className={classes.chevron} data-open={isOpen || undefined} aria-hidden />
          </span>
        </UnstyledButton>
      </Title>
      <div id={id} className={classes.body} hidden={!isOpen}>
        {hasFlags && <RedFlags flags={progress.redFlags} total={progress.redFlagTotal} isNamed={isNamed} />}
        <Hint>{sectionSources[name]}</Hint>
        {total === 0 ? (
          <p className={classes.nothing}>Nothing found in this period.</p>
        ) : (
          <Passages passages={passages} isNamed={isNamed} />
        )}
        <OnlyNewest shown={passages.length} total={total} />
      </div>
    </section>
  )
}

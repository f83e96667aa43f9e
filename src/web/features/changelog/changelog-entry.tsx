import { Anchor, Badge, Collapse, Text, Title, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCheck, IconChevronDown, IconExternalLink } from '@tabler/icons-react'
import { useId } from 'react'
import { shownDate } from '#web/ui/format/dates.ts'
import { Hint } from '#web/ui/layout/text.ts'
import type { ChangelogItem } from './read-changelog.ts'
import classes from './changelog.module.css'

/** One issue: its title, which expands to show the details. */
export function ChangelogEntry({ item, date }: { item: ChangelogItem; date: string }) {
  const [isOpen, { toggle }] = useDisclosure(false)
  const detailsId = useId()
  const { id, title, summary, priority, type, url, subIssues } = item
  return (
    <article className={classes.entry}>
      <Title order={3} className={classes.title}>
        <UnstyledButton className={classes.button} aria-expanded={isOpen} aria-controls={detailsId} onClick={toggle}>
          <span className={classes.what}>
            <Hint span className="num">
              {shownDate(date)} · {id}
            </Hint>
            <span className={classes.name}>{title}</span>
          </span>
          <span className={classes.badges}>
            <Badge component="span" color="gray">
              {priority} priority
            </Badge>
            <Badge component="span" color="spruce">
              {type}
            </Badge>
          </span>
          <IconChevronDown size={18} className={classes.chevron} data-open={isOpen || undefined} aria-hidden />
        </UnstyledButton>
      </Title>
      <Collapse expanded={isOpen} id={detailsId}>
        <div className={classes.details}>
          {summary.split('\n').map((paragraph) => (
            <Text key={paragraph}>{paragraph}</Text>
          ))}
          {url !== null && (
            <Anchor href={url} target="_blank" rel="noopener noreferrer" size="sm">
              View in Linear <IconExternalLink size={15} aria-hidden />
            </Anchor>
          )}
          {subIssues.length > 0 && (
            <>
              <Title order={4} fz="sm">
                Completed sub-issues
              </Title>
              <ul className={classes.parts}>
                {subIssues.map((sub) => (
                  <li key={sub.id}>
                    <IconCheck size={16} aria-hidden />
                    <span>
                      <Hint span className="num">
                        {sub.id}
                      </Hint>{' '}
                      {sub.title}
                    </span>
                  </li>
                ))}
              </ul>
            </>
          )}
        </div>
      </Collapse>
    </article>
  )
}

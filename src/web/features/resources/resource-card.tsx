import { ActionIcon, Anchor, Card, Text, Title, VisuallyHidden } from '@mantine/core'
import { IconExternalLink, IconPencil, IconTrash } from '@tabler/icons-react'
import type { Resource } from '#shared/contract/resources.ts'
import { onSingleClick } from '#web/ui/browser/on-single-click.ts'
import { shownDate, todayIn } from '#web/ui/format/dates.ts'
import { Muted } from '#web/ui/layout/text.ts'
import { RowActions } from '#web/ui/layout/row-actions.tsx'
import { displayAddress } from './display-address.ts'
import classes from './resources.module.css'

type Props = {
  resource: Resource
  timeZone: string
  isReadOnly: boolean
  onEdit: () => void
  onDelete: (button: HTMLElement) => void
}

/** One link with its address, description, author and date. */
export function ResourceCard({ resource, timeZone, isReadOnly, onEdit, onDelete }: Props) {
  const { title, url, description, createdAt, addedBy } = resource
  return (
    <Card component="li" className={classes.card} padding="md">
      <Title order={3} className={classes.title}>
        {title}
      </Title>
      {/* The site receives no referrer and no reference to this window. */}
      <Anchor href={url} target="_blank" rel="noopener noreferrer" title={url} size="sm" className={classes.link}>
        <span className={classes.address}>{displayAddress(url)}</span>
        <IconExternalLink size={15} aria-hidden />
        <VisuallyHidden>(opens in a new tab)</VisuallyHidden>
      </Anchor>
      {description !== null && (
        <Text size="sm" className={classes.description}>
          {description}
        </Text>
      )}
      <div className={classes.foot}>
        <Muted size="xs" className="num">
          Added {shownDate(todayIn(timeZone, new Date(createdAt)))}{' '}
          {addedBy !== null && <span className={classes.author}>by {addedBy}</span>}
        </Muted>
        {!isReadOnly && (
          <RowActions>
            <ActionIcon variant="subtle" color="gray" aria-label={`Edit ${title}`} onClick={onEdit}>
              <IconPencil size={17} aria-hidden />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Delete ${title}`}
              data-delete
              {...onSingleClick<HTMLElement>((event) => onDelete(event.currentTarget))}
            >
              <IconTrash size={17} aria-hidden />
            </ActionIcon>
          </RowActions>
        )}
      </div>
    </Card>
  )
}

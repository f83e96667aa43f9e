import { Button, Menu } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { CosignItem } from '#shared/contract/cosign.ts'
import { api, query } from '#web/api/client.ts'
import { showResult } from '#web/api/show-result.ts'
import { readError } from '#web/api/errors.ts'
import { PanelAlert } from '#web/ui/feedback/alerts.ts'
import { showFailure, showSuccess } from '#web/ui/feedback/toast.ts'
import { HintLine } from '#web/ui/layout/text.ts'
import { awayText } from './away-text.ts'
import { ItemSubject } from './item-subject.tsx'
import { Group, Waiting } from './queue-list.tsx'

import classes from './queue.module.css'

/** Notes that other users co-sign. Owners and admins can reassign them. */
export function OthersList({ items, timeZone }: { items: readonly CosignItem[]; timeZone: string }) {
  const away = new Map(
    items.flatMap(({ awayUntil, ...item }) => (awayUntil === null ? [] : [[cosignerOf(item), awayUntil]])),
  )
  if (items.length === 0) return null
  return (
    <Group title="Others co-sign" count={items.length}>
      {[...away].map(([name, until]) => (
        <li key={name}>
          <PanelAlert color="ochre">{awayText(name, until)}</PanelAlert>
        </li>
      ))}
      {items.map((item) => (
        <OtherRow key={item.sessionId} item={item} timeZone={timeZone} />
      ))}
    </Group>
  )
}

/** The name of the member whose absence an item has. */
function cosignerOf({ assigned, supervisorName }: Pick<CosignItem, 'assigned' | 'supervisorName'>): string {
  return assigned?.name ?? supervisorName ?? ''
}

function OtherRow({ item, timeZone }: { item: CosignItem; timeZone: string }) {
  const { supervisorName, assigned } = item
  return (
    <li className={classes.other}>
      <div className={classes.otherTop}>
        <ItemSubject item={item}>
          <HintLine>{cosignerText(assigned?.name ?? null, supervisorName)}</HintLine>
        </ItemSubject>
        <Waiting item={item} timeZone={timeZone} />
      </div>
      <Reassign item={item} />
    </li>
  )
}

function cosignerText(assignedName: string | null, supervisorName: string | null): string {
  if (assignedName !== null) return `Reassigned to ${assignedName}`
  return supervisorName === null ? 'No supervisor' : `Supervisor: ${supervisorName}`
}

/** Selects another supervisor, admin or owner as co-signer; never the author. */
function Reassign({ item }: { item: CosignItem }) {
  const cache = useQueryClient()
  const members = useQuery(query.members.list.queryOptions())
  const assign = useMutation({
    mutationFn: (member: { userId: string; name: string }) =>
      api.cosign.assign({ sessionId: item.sessionId, userId: member.userId }),
    onSuccess: (queue, { name }) => {
      showResult(cache, query.cosign.queue.queryKey(), queue)
      void cache.invalidateQueries({ queryKey: query.cosign.comments.key({ input: { sessionId: item.sessionId } }) })
      showSuccess(`Reassigned to ${name}.`)
    },
    onError: (error) => {
      showFailure(readError(error, 'Not saved. Check your connection and try again.').sentence)
      void cache.invalidateQueries({ queryKey: query.cosign.queue.key() })
    },
  })
  const choices = (members.data?.items ?? [])
    .filter(({ role, isActive }) => role !== 'therapist' && isActive)
    .filter(({ userId }) => userId !== item.author.userId && userId !== item.assigned?.userId)
    .map(({ userId, firstName, lastName }) => ({ userId, name: `${firstName} ${lastName}` }))
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button
          variant="default"
          size="xs"
          loading={assign.isPending}
          aria-label={`Reassign the note about ${item.client.firstName} ${item.client.lastName}`}
        >
          Reassign
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {choices.map((choice) => (
          <Menu.Item key={choice.userId} onClick={() => assign.mutate(choice)}>
            {choice.name}
          </Menu.Item>
        ))}
        {choices.length === 0 && <Menu.Item disabled>No other supervisor, admin or owner</Menu.Item>}
      </Menu.Dropdown>
    </Menu>
  )
}

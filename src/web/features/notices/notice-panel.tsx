import { Button, Group, Text, Title } from '@mantine/core'
import { type QueryKey, type UseQueryResult, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Notice, NoticeList } from '#shared/contract/notices.ts'
import { api, query } from '#web/api/client.ts'
import { showResult } from '#web/api/show-result.ts'
import { readError } from '#web/api/errors.ts'
import { useKeptFocus } from '#web/ui/browser/use-kept-focus.ts'
import { shownMoment } from '#web/ui/format/dates.ts'
import { AnchorLink } from '#web/ui/layout/links.tsx'
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { showFailure } from '#web/ui/feedback/toast.ts'
import { openText } from '#web/ui/form/unless-writing.ts'
import { Hint, Muted } from '#web/ui/layout/text.ts'
import { Placeholder } from '#web/ui/feedback/placeholder.tsx'
import classes from './notices.module.css'

type Props = { notices: UseQueryResult<NoticeList>; timeZone: string; onClose: () => void }

/** The list of the newest notices. They are marked as read one by one or all together. */
export function NoticePanel({ notices, timeZone, onClose }: Props) {
  const cache = useQueryClient()
  const marking = {
    // One after the other, because each answer replaces the list.
    scope: { id: 'notices' },
    onSuccess: (list: NoticeList) => showResult(cache, query.notices.list.queryKey(), list),
    onError: (error: Error) => showFailure(readError(error, 'Failed to mark as read').sentence),
  }
  const read = useMutation({ mutationFn: (noticeId: string) => api.notices.read({ noticeId }), ...marking })
  const readAll = useMutation({ mutationFn: (newestId: string) => api.notices.readAll({ newestId }), ...marking })
  const keptFocus = useKeptFocus()
  const { data } = notices
  const newestId = data?.items[0]?.id
  /** Called when a link is followed. What it opens may have been loaded before the event. */
  const follow = (notice: Notice) => {
    if (!notice.isRead) read.mutate(notice.id)
    // If the note on this page was decided meanwhile, reloading it would remove an open reply.
    const refetchType = openText() ? 'none' : 'active'
    for (const queryKey of keysOf(notice)) void cache.invalidateQueries({ queryKey, refetchType })
    onClose()
  }
  return (
    <div tabIndex={-1} {...keptFocus}>
      <Group justify="space-between" className={classes.head}>
        <Title order={2} size="h3" tabIndex={-1} data-autofocus>
          Notifications
        </Title>
        {data && data.unread > 0 && newestId !== undefined && (
          <Button
            variant="subtle"
            size="compact-sm"
            loading={readAll.isPending}
            onClick={() => readAll.mutate(newestId)}
          >
            Mark all as read
          </Button>
        )}
      </Group>
      {data === undefined ? (
        notices.isError ? (
          <LoadFailure
            error={notices.error}
            fallback="Failed to load notifications"
            onRetry={() => void notices.refetch()}
          />
        ) : (
          <Loading label="Loading notifications">
            <Placeholder kind="row" count={2} isInset />
          </Loading>
        )
      ) : data.items.length === 0 ? (
        <Hint p="md">
          No notifications. Client transfers to or from you, and news about co-signatures, will appear here.
        </Hint>
      ) : (
        <ul className={classes.list} aria-label="Newest notifications">
          {data.items.map((notice) => (
            <li key={notice.id} className={classes.item} data-unread={!notice.isRead || undefined}>
              <Text size="sm" fw={notice.isRead ? 400 : 600}>
                {sentenceOf(notice)}
              </Text>
              <Muted size="xs" className="num">
                {shownMoment(notice.createdAt, timeZone)}
              </Muted>
              <Group gap="md">
                {notice.kind === 'client_received' && notice.clientId !== null && (
                  <AnchorLink
                    to="/clients/$clientId"
                    params={{ clientId: notice.clientId }}
                    size="sm"
                    aria-label={`Open client ${notice.clientInitials}`}
                    onClick={() => follow(notice)}
                  >
                    Open client
                  </AnchorLink>
                )}
                {notice.kind === 'low_sessions_remaining' && (
                  <AnchorLink to="/billing" size="sm" onClick={() => follow(notice)}>
                    Plans & Billing
                  </AnchorLink>
                )}
                {notice.sessionId !== null && (
                  <AnchorLink
                    to="/notes/$sessionId"
                    params={{ sessionId: notice.sessionId }}
                    size="sm"
                    aria-label={`Open the note about client ${notice.clientInitials}`}
                    onClick={() => follow(notice)}
                  >
                    Open note
                  </AnchorLink>
                )}
                {notice.kind === 'cosign_waiting' && (
                  <AnchorLink to="/session-notes/co-sign" size="sm" onClick={() => follow(notice)}>
                    Co-sign
                  </AnchorLink>
                )}
                {!notice.isRead && (
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    aria-label={`Mark as read: ${sentenceOf(notice)}`}
                    onClick={() => read.mutate(notice.id)}
                  >
                    Mark as read
                  </Button>
                )}
              </Group>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** The keys of the data that a notice is about. */
function keysOf({ kind, sessionId }: Notice): QueryKey[] {
  if (kind === 'client_received') return [query.clients.key(), query.sessions.key()]
  if (kind === 'cosign_waiting') return [query.cosign.queue.key()]
  if (sessionId === null) return []
  const input = { sessionId }
  return [query.notes.get.key({ input }), query.signatures.get.key({ input }), query.cosign.comments.key({ input })]
}

function sentenceOf({ kind, actorName, clientInitials, sessionsLeft, storagePercent }: Notice): string {
  const actor = actorName ?? 'An owner or admin'
  switch (kind) {
    case 'client_received':
      return `${actor} transferred client ${clientInitials} to you.`
    case 'client_given':
      return `${actor} transferred your client ${clientInitials} to another therapist.`
    case 'note_returned':
      return `${actorName ?? 'Your supervisor'} returned your note about client ${clientInitials}.`
    case 'note_cosigned':
      return `${actorName ?? 'Your supervisor'} co-signed your note about client ${clientInitials}.`
    case 'cosign_waiting':
      return 'A note awaits your co-signature.'
    case 'storage_low':
      return `${storagePercent}% of your organization’s storage is used. When it is full, nothing new can be recorded or uploaded.`
    default:
      return `${sessionsLeftText(sessionsLeft ?? 0)} in this period. You can still record.`
  }
}

function sessionsLeftText(count: number): string {
  if (count <= 0) return 'No sessions of your plan remain'
  return count === 1 ? '1 session of your plan remains' : `${count} sessions of your plan remain`
}

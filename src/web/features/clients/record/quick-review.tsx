import { Button, Collapse, Group, Stack } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Client } from '#shared/contract/clients.ts'
import { shownTherapist } from '#shared/rules/therapist-name.ts'
import { query } from '#web/api/client.ts'
import { useKeptFocus } from '#web/ui/browser/use-kept-focus.ts'
import { shownDate } from '#web/ui/format/dates.ts'
import { Detail, Details } from '#web/ui/layout/details.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { Placeholder } from '#web/ui/feedback/placeholder.tsx'
import { Muted } from '#web/ui/layout/text.ts'
import { SessionRows } from './session-list.tsx'
import { useClientRelation } from '../client-relation.ts'

type Props = { opened: boolean; client: Client; onClose: () => void }

/** A summary of a client before a session. Previous sessions load on request, five per page. */
export default function QuickReview({ opened, client, onClose }: Props) {
  const [isListOpen, setListOpen] = useState(false)
  const isOwn = useClientRelation(client) === 'own'
  return (
    <Dialog opened={opened} onClose={onClose} title={`${client.firstName} ${client.lastName}`} size="lg" padding="md">
      <Details>
        <Detail name="Last session">{client.lastSessionDate && shownDate(client.lastSessionDate)}</Detail>
        <Detail name="Sessions">{client.sessionCount}</Detail>
        <Detail name="Treatment Approach">{client.treatmentApproach}</Detail>
        <Detail name="Pronouns">{client.pronouns}</Detail>
        {!isOwn && <Detail name="Therapist">{shownTherapist(client.therapistName)}</Detail>}
      </Details>
      <Button
        variant="default"
        fullWidth
        aria-expanded={isListOpen}
        rightSection={isListOpen ? <IconChevronUp size={16} aria-hidden /> : <IconChevronDown size={16} aria-hidden />}
        onClick={() => setListOpen(!isListOpen)}
      >
        {isListOpen ? 'Hide Previous Sessions' : 'Show Previous Sessions'}
      </Button>
      <Collapse expanded={isListOpen}>{isListOpen && <PreviousSessions clientId={client.id} />}</Collapse>
    </Dialog>
  )
}

function PreviousSessions({ clientId }: { clientId: string }) {
  const keptFocus = useKeptFocus()
  const sessions = useInfiniteQuery(
    query.sessions.listForClient.infiniteOptions({
      input: (page: number) => ({ clientId, which: 'held' as const, page }),
      initialPageParam: 1,
      getNextPageParam: ({ total, pageSize }, _, page) => (page * pageSize < total ? page + 1 : undefined),
    }),
  )
  if (sessions.isError) {
    return (
      <LoadFailure
        error={sessions.error}
        fallback="Failed to load client sessions"
        onRetry={() => void sessions.refetch()}
      />
    )
  }
  if (sessions.isPending) {
    return (
      <Loading label="Loading sessions">
        <Placeholder kind="row" count={3} isInset />
      </Loading>
    )
  }
  const items = sessions.data.pages.flatMap((page) => page.items)
  return (
    <Stack gap={0} pt="sm" tabIndex={-1} {...keptFocus}>
      {items.length === 0 ? (
        <Muted p="sm">No sessions yet</Muted>
      ) : (
        <SessionRows label="Previous sessions" items={items} isLoading={sessions.isFetching} />
      )}
      {sessions.hasNextPage && (
        <Group justify="center">
          <Button variant="subtle" loading={sessions.isFetchingNextPage} onClick={() => void sessions.fetchNextPage()}>
            Load 5 more
          </Button>
        </Group>
      )}
    </Stack>
  )
}

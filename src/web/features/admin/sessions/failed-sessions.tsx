import { Button, Group, Table, Text } from '@mantine/core'
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { FailedSession } from '#shared/contract/admin-sessions.ts'
import { query } from '#web/api/client.ts'
import { shownMoment } from '#web/ui/format/dates.ts'
import { PageAlert } from '#web/ui/feedback/alerts.ts'
import { RowAction } from '#web/ui/layout/row-actions.tsx'
import { LoadError } from '../list/load-error.tsx'
import { failureReason } from './failure-reasons.ts'
import { useRunAgain } from './use-run-again.ts'

/** Lets the table scroll horizontally in a narrow window, so that the button stays visible. */
const narrow = { body: { minWidth: 0 } }

/**
 * Sessions whose processing failed, with retry buttons. Names the organization, never the client. Hidden if there are
 * none.
 */
export function FailedSessions({ timeZone }: { timeZone: string }) {
  const failed = useQuery(query.admin.failedSessions.queryOptions())
  const { data } = failed
  const run = useRunAgain()
  // A list that was loaded before stays.
  if (failed.isError && !data) {
    return (
      <LoadError text="Error loading failed sessions: " error={failed.error} onRetry={() => void failed.refetch()} />
    )
  }
  if (!data || data.total === 0) return null
  const title = data.total === 1 ? '1 session could not be finished' : `${data.total} sessions could not be finished`
  return (
    <PageAlert color="ochre" icon={<IconAlertTriangle aria-hidden />} title={title} styles={narrow}>
      <Group mb="sm">
        <Text>All recordings are saved.</Text>
        <Button
          leftSection={<IconRefresh size={17} aria-hidden />}
          loading={run.isPending && run.variables === null}
          onClick={() => run.mutate(null)}
        >
          {data.total === 1 ? 'Run it again' : `Run all ${data.total} again`}
        </Button>
      </Group>
      <Table.ScrollContainer minWidth={520} type="native">
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Session</Table.Th>
              <Table.Th>Organization</Table.Th>
              <Table.Th>State</Table.Th>
              <Table.Th>Since</Table.Th>
              <Table.Th aria-label="Actions" />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.items.map((session) => (
              <Failed
                key={session.id}
                session={session}
                timeZone={timeZone}
                isQueued={run.isPending && run.variables === session.id}
                onRun={() => run.mutate(session.id)}
              />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </PageAlert>
  )
}

type RowProps = { session: FailedSession; timeZone: string; isQueued: boolean; onRun: () => void }

function Failed({ session: { id, organization, errorCode, failedAt }, timeZone, isQueued, onRun }: RowProps) {
  const ending = id.slice(-8)
  return (
    <Table.Tr>
      <Table.Td className="num">{ending}</Table.Td>
      <Table.Td>{organization ?? 'No organization'}</Table.Td>
      <Table.Td>{failureReason(errorCode)}</Table.Td>
      <Table.Td className="num">{shownMoment(failedAt, timeZone)}</Table.Td>
      <Table.Td>
        <RowAction disabled={isQueued} onClick={onRun} aria-label={`Run ${ending} again`}>
          {isQueued ? 'Queued' : 'Run again'}
        </RowAction>
      </Table.Td>
    </Table.Tr>
  )
}

import { Group, Table } from '@mantine/core'
import { IconCircleX, IconClock, IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { FailedSession, FailedSessions } from '#shared/contract/admin-sessions.ts'
import type { AdminStatus, UnfinishedSession } from '#shared/contract/admin-status.ts'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { Placeholder } from '#web/ui/feedback/placeholder.tsx'
import { shownClock, shownMoment, todayIn } from '#web/ui/format/dates.ts'
import { ListFooter, PanelBody } from '#web/ui/layout/panel-parts.ts'
import { ActionsHeader, RowAction } from '#web/ui/layout/row-actions.tsx'
import table from '#web/ui/layout/stacked-table.module.css'
import { Hint } from '#web/ui/layout/text.ts'
import { shortId } from '../labels.ts'
import { LoadError } from '../list/load-error.tsx'
import { failureReason } from '../sessions/failure-reasons.ts'
import classes from './status.module.css'
import { shownPlace } from './status-texts.ts'

type Props = {
  unfinished: AdminStatus['unfinished']
  failed: {
    data: FailedSessions | undefined
    isError: boolean
    isFetching: boolean
    error: unknown
    refetch: () => Promise<unknown>
  }
  /** Number of failed sessions, also while their list is not loaded. */
  failedTotal: number
  timeZone: string
  /** True if this user queued the session after the list was loaded. */
  isQueued: (id: string) => boolean
  onRun: (sessionId: string) => void
}

/**
 * Failed sessions with a retry button, then sessions that are waiting or running. Shows only the organization and the
 * end of the session's id.
 */
export function SessionsToFinish({ unfinished, failed, failedTotal, timeZone, isQueued, onRun }: Props) {
  const failures = failed.data?.items ?? []
  const hidden = (failed.data?.total ?? 0) - failures.length + unfinished.total - unfinished.items.length
  const isMissing = failedTotal > 0 && failures.length === 0
  return (
    <div>
      {failed.isError && (
        <LoadError text="Error loading failed sessions: " error={failed.error} onRetry={() => void failed.refetch()} />
      )}
      {isMissing && !failed.isError && failed.isFetching && (
        <Loading label="Loading failed sessions">
          <Placeholder kind="row" count={Math.min(failedTotal, 3)} isInset />
        </Loading>
      )}
      {failures.length + unfinished.items.length === 0 ? (
        !isMissing && (
          <PanelBody>
            <Hint>No sessions are waiting.</Hint>
          </PanelBody>
        )
      ) : (
        <Table className={table.table}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Session</Table.Th>
              <Table.Th>Organization</Table.Th>
              <Table.Th>State</Table.Th>
              <Table.Th>Since</Table.Th>
              <ActionsHeader />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {failures.map((session) => (
              <Failure
                key={session.id}
                session={session}
                timeZone={timeZone}
                isQueued={isQueued(session.id)}
                onRun={() => onRun(session.id)}
              />
            ))}
            {unfinished.items.map((session) => (
              <Unfinished key={`${session.ending} ${session.step}`} session={session} timeZone={timeZone} />
            ))}
          </Table.Tbody>
        </Table>
      )}
      {hidden > 0 && (
        <ListFooter>
          <Hint>{hidden} more are not shown.</Hint>
        </ListFooter>
      )}
    </div>
  )
}

/** Formats the time of day, with the date if it is not today. */
const sinceText = (at: string, timeZone: string) =>
  todayIn(timeZone, new Date(at)) === todayIn(timeZone) ? shownClock(at, timeZone) : shownMoment(at, timeZone)

type FailureProps = { session: FailedSession; timeZone: string; isQueued: boolean; onRun: () => void }

function Failure({ session: { id, organization, errorCode, failedAt }, timeZone, isQueued, onRun }: FailureProps) {
  const ending = shortId(id)
  return (
    <Row
      ending={ending}
      organization={organization}
      since={sinceText(failedAt, timeZone)}
      action={
        // The button is not disabled, so that it keeps the focus.
        <RowAction
          leftSection={<IconRefresh size={15} aria-hidden />}
          data-disabled={isQueued || undefined}
          aria-disabled={isQueued}
          onClick={isQueued ? undefined : onRun}
          aria-label={isQueued ? `${ending} is queued` : `Run ${ending} again`}
        >
          {isQueued ? 'Queued' : 'Run again'}
        </RowAction>
      }
    >
      <State icon={<IconCircleX size={17} aria-hidden />} state="failed">
        {failureReason(errorCode)}
      </State>
    </Row>
  )
}

const steps = {
  audio: ['Waiting to be processed', 'Processing the audio'],
  transcript: ['Waiting for a transcript', 'Transcribing'],
  note: ['Waiting for a note', 'Drafting a note'],
} as const

function Unfinished({ session, timeZone }: { session: UnfinishedSession; timeZone: string }) {
  const { ending, organization, step, isRunning, place, nextTryAt } = session
  const turn =
    nextTryAt !== null ? `Tries again at ${shownClock(nextTryAt, timeZone)}` : place !== null ? shownPlace(place) : ''
  return (
    <Row
      ending={ending}
      organization={organization}
      since={sinceText(session.since, timeZone)}
      action={turn && <Hint>{turn}</Hint>}
    >
      <State icon={<IconClock size={17} aria-hidden />}>{steps[step][isRunning ? 1 : 0]}</State>
    </Row>
  )
}

type RowProps = { ending: string; organization: string | null; since: string; action: ReactNode; children: ReactNode }

function Row({ ending, organization, since: at, action, children }: RowProps) {
  return (
    <Table.Tr className={classes.row}>
      <Table.Td className="num">{ending}</Table.Td>
      <Table.Td className={table.wraps}>{organization ?? 'No organization'}</Table.Td>
      <Table.Td>{children}</Table.Td>
      <Table.Td className={`num ${classes.short}`}>{at}</Table.Td>
      <Table.Td className={classes.action}>
        <Group justify="flex-end">{action}</Group>
      </Table.Td>
    </Table.Tr>
  )
}

function State({ icon, state, children }: { icon: ReactNode; state?: 'failed'; children: ReactNode }) {
  return (
    <Group gap="2xs" wrap="nowrap" className={classes.state} data-state={state}>
      {icon}
      {children}
    </Group>
  )
}

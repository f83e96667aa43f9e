import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { query } from '#web/api/client.ts'
import { accountQuery } from '#web/identity/account.ts'
import { lazyDialog } from '#web/ui/dialog/lazy-dialog.tsx'
import { useDialog } from '#web/ui/dialog/use-dialog.ts'
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { Placeholder } from '#web/ui/feedback/placeholder.tsx'
import { knownZone, shownDate, shownTime } from '#web/ui/format/dates.ts'
import { Hint, LeadHint, Muted } from '#web/ui/layout/text.ts'
import classes from './amendments.module.css'
import { RequestList } from './request-list.tsx'

const LogRequest = lazyDialog(() => import('./log-request.tsx'))

/** A client's requests to amend notes, with the button that logs one. */
export function ClientAmendments({ clientId }: { clientId: string }) {
  const { data: account } = useQuery(accountQuery)
  const requests = useQuery(query.amendments.ofClient.queryOptions({ input: { clientId } }))
  const timeZone = knownZone(account?.timeZone ?? '')
  if (requests.isError) {
    return (
      <LoadFailure
        error={requests.error}
        fallback="Failed to load amendment requests"
        onRetry={() => void requests.refetch()}
      />
    )
  }
  if (requests.isPending) {
    return (
      <Loading label="Loading amendment requests">
        <Placeholder kind="panel" isInset />
      </Loading>
    )
  }
  const { items, canAnswer } = requests.data
  return (
    <div className={classes.section}>
      {items.length === 0 ? (
        <Muted className={classes.inset}>No requests. A request of the client to change a note is logged here.</Muted>
      ) : (
        <RequestList requests={requests.data} timeZone={timeZone} hasNoteLinks />
      )}
      {canAnswer && <LogButton clientId={clientId} timeZone={timeZone} />}
    </div>
  )
}

/**
 * Logs a request about one of the client's newest notes. For older notes, requests are logged on the page of the note.
 */
function LogButton({ clientId, timeZone }: { clientId: string; timeZone: string }) {
  const log = useDialog()
  const sessions = useQuery(query.sessions.listForClient.queryOptions({ input: { clientId, which: 'with note' } }))
  if (sessions.isError) {
    return (
      <LoadFailure
        error={sessions.error}
        fallback="Failed to load client sessions"
        onRetry={() => void sessions.refetch()}
      />
    )
  }
  if (sessions.isPending) return null
  const { items, total } = sessions.data
  const notes = items.map(({ id, date, startTime }) => ({
    sessionId: id,
    label: `${shownDate(date)}, ${shownTime(startTime)}`,
  }))
  if (notes.length === 0) return <Hint className={classes.inset}>This client has no notes yet.</Hint>
  return (
    <div className={classes.inset}>
      <Button variant="default" leftSection={<IconPlus size={17} aria-hidden />} onClick={log.open}>
        Log an amendment request
      </Button>
      {total > items.length && (
        <LeadHint>For an older note, open it and choose Log an amendment request under Note Preferences.</LeadHint>
      )}
      <Suspense>
        {log.isMounted && <LogRequest opened={log.isOpen} notes={notes} timeZone={timeZone} onClose={log.close} />}
      </Suspense>
    </div>
  )
}

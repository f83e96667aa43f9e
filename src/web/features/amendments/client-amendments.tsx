import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import type { Session } from '#shared/contract/sessions.ts'
import { query } from '#web/api/client.ts'
import { accountQuery } from '#web/identity/account.ts'
import { lazyDialog } from '#web/ui/dialog/lazy-dialog.tsx'
import { useDialog } from '#web/ui/dialog/use-dialog.ts'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
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
  return (
    <Loaded
      query={requests}
      failure="Failed to load amendment requests"
      loading={
        <Loading label="Loading amendment requests">
          <Placeholder kind="panel" isInset />
        </Loading>
      }
    >
      {(data) => (
        <div className={classes.section}>
          {data.items.length === 0 ? (
            <Muted className={classes.inset}>
              No requests. A request of the client to change a note is logged here.
            </Muted>
          ) : (
            <RequestList requests={data} timeZone={timeZone} hasNoteLinks />
          )}
          {data.canAnswer && <LogButton clientId={clientId} timeZone={timeZone} />}
        </div>
      )}
    </Loaded>
  )
}

/**
 * Logs a request about one of the client's newest notes. For older notes, requests are logged on the page of the note.
 */
function LogButton({ clientId, timeZone }: { clientId: string; timeZone: string }) {
  const sessions = useQuery(query.sessions.listForClient.queryOptions({ input: { clientId, which: 'with note' } }))
  return (
    <Loaded query={sessions} failure="Failed to load client sessions" loading={null}>
      {(data) => <LogOne sessions={data.items} hasOlder={data.total > data.items.length} timeZone={timeZone} />}
    </Loaded>
  )
}

type LogOneProps = { sessions: readonly Session[]; hasOlder: boolean; timeZone: string }

function LogOne({ sessions, hasOlder, timeZone }: LogOneProps) {
  const log = useDialog()
  const notes = sessions.map(({ id, date, startTime }) => ({
    sessionId: id,
    label: `${shownDate(date)}, ${shownTime(startTime)}`,
  }))
  if (notes.length === 0) return <Hint className={classes.inset}>This client has no notes yet.</Hint>
  return (
    <div className={classes.inset}>
      <Button variant="default" leftSection={<IconPlus size={17} aria-hidden />} onClick={log.open}>
        Log an amendment request
      </Button>
      {hasOlder && (
        <LeadHint>For an older note, open it and choose Log an amendment request under Note Preferences.</LeadHint>
      )}
      <Suspense>
        {log.isMounted && <LogRequest opened={log.isOpen} notes={notes} timeZone={timeZone} onClose={log.close} />}
      </Suspense>
    </div>
  )
}

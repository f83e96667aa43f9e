import { useQuery } from '@tanstack/react-query'
import type { AdminSessionDetails } from '#shared/contract/admin-sessions.ts'
import { query } from '#web/api/client.ts'
import { shownDate, shownDay, shownMinutes, shownTime } from '#web/ui/format/dates.ts'
import { Detail, Details } from '#web/ui/layout/details.tsx'
import { DetailDialog } from '../details/detail-dialog.tsx'
import { DetailSection } from '../details/detail-section.tsx'
import { DetailState } from '../details/detail-state.tsx'
import { JustifiedAccess } from '../access/justified-access.tsx'
import { nameOf, sessionStatusNames, settingNames, shortId, timeNames } from '../labels.ts'
import { useJustificationExpired } from '../access/use-refusal.ts'

type Props = { sessionId: string | undefined; timeZone: string; onClose: () => void }

/** A session's administrative details, read-only, shown once a reason was given. */
export function SessionDialog({ sessionId, timeZone, onClose }: Props) {
  return (
    <DetailDialog id={sessionId} title="Session Administrative Details" onClose={onClose}>
      {(id) => (
        <JustifiedAccess key={id} kind="session" id={id} holdsEdits={false} onCancel={onClose}>
          {(onRefused) => <Session sessionId={id} timeZone={timeZone} onRefused={onRefused} />}
        </JustifiedAccess>
      )}
    </DetailDialog>
  )
}

type SessionProps = { sessionId: string; timeZone: string; onRefused: () => void }

function Session({ sessionId, timeZone, onRefused }: SessionProps) {
  const details = useQuery({
    ...query.admin.getSession.queryOptions({ input: { sessionId } }),
    staleTime: 0,
    gcTime: 0,
  })
  useJustificationExpired(details.error, onRefused)
  return (
    <DetailState details={details} loadingLabel="Loading session" failure="Error loading session details: ">
      {(session) => <SessionView session={session} timeZone={timeZone} />}
    </DetailState>
  )
}

function SessionView({ session, timeZone }: { session: AdminSessionDetails; timeZone: string }) {
  return (
    <>
      <DetailSection title="Basic information">
        <Details>
          <Detail name="Client">{nameOf(session.client)}</Detail>
          <Detail name="Therapist">
            {nameOf(session.therapist)} ({session.therapist.email})
          </Detail>
          <Detail name="Organization">{session.organization?.name ?? 'None'}</Detail>
          <Detail name="Date">
            {shownDate(session.date)} ({timeNames[session.when]})
          </Detail>
          <Detail name="Time">
            {shownTime(session.startTime)} to {shownTime(session.endTime)}
          </Detail>
          <Detail name="Duration">{shownMinutes(session.durationMinutes)}</Detail>
          <Detail name="Type">{session.type}</Detail>
          <Detail name="Setting">{settingNames[session.settingType]}</Detail>
          <Detail name="Status">{sessionStatusNames[session.status]}</Detail>
        </Details>
      </DetailSection>
      <DetailSection title="Records">
        <Details>
          <Detail name="Notes">{session.notesCount}</Detail>
          <Detail name="Recording">{session.hasRecording ? 'Kept' : 'None kept'}</Detail>
        </Details>
      </DetailSection>
      <DetailSection title="System information">
        <Details>
          <Detail name="Session ID">{shortId(session.id)}</Detail>
          <Detail name="Client ID">{shortId(session.client.id)}</Detail>
          <Detail name="Created">{shownDay(session.createdAt, timeZone)}</Detail>
          <Detail name="Updated">{shownDay(session.updatedAt, timeZone)}</Detail>
        </Details>
      </DetailSection>
    </>
  )
}

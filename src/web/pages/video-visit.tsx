import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { onlyChecked } from '#web/ui/browser/only-checked.ts'
import { query } from '#web/api/client.ts'
import { isRowId } from '#web/api/row-id.ts'
import { OwnClientPage } from '#web/features/clients/own-client-page.tsx'
import { canShareTabSound } from '#web/features/recorder/engine/visit/tab-share.ts'
import { VideoVisit } from '#web/features/recorder/video-visit/video-visit.tsx'
import { VisitUnavailable } from '#web/features/recorder/video-visit/visit-unavailable.tsx'
import { SpeechHelp } from '#web/features/transcripts/speech-help.tsx'
import { SpeechNotice } from '#web/features/transcripts/speech-notice.tsx'

const title = 'Record a video visit'

type Search = { appointment?: string; session?: string }

export const Route = createFileRoute('/_shell/video-visit/$clientId')({
  validateSearch: onlyChecked(({ appointment, session }): Search => ({
    ...(isRowId(appointment) && { appointment }),
    ...(isRowId(session) && { session }),
  })),
  // Viewing the client's last note is recorded, so links must not preload it.
  preload: false,
  loader: ({ context: { queryClient }, params }) => {
    void queryClient.prefetchQuery(query.clients.get.queryOptions({ input: params }))
  },
  component: VideoVisitPage,
})

function VideoVisitPage() {
  const { clientId } = Route.useParams()
  const { appointment: appointmentId, session: continuedId } = Route.useSearch()
  const { account } = Route.useRouteContext()
  const appointment = useQuery({
    ...query.sessions.get.queryOptions({ input: { sessionId: appointmentId ?? '' } }),
    enabled: appointmentId !== undefined,
    retry: false,
  })
  return (
    <OwnClientPage clientId={clientId} account={account} title={title}>
      {(client) =>
        canShareTabSound() ? (
          <VideoVisit
            key={clientId}
            client={client}
            account={account}
            appointmentId={appointmentId}
            continuedId={continuedId ?? null}
            startTime={appointment.data?.clientId === clientId ? appointment.data.startTime : null}
            renderSpeechHelp={(props) => <SpeechHelp {...props} />}
            speechNotice={<SpeechNotice />}
          />
        ) : (
          <VisitUnavailable client={client} appointmentId={appointmentId} />
        )
      }
    </OwnClientPage>
  )
}

import { Card, Stack } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { onlyChecked } from '#web/ui/browser/only-checked.ts'
import { query } from '#web/api/client.ts'
import { readError } from '#web/api/errors.ts'
import { isRowId } from '#web/api/row-id.ts'
import { UploadOverlap } from '#web/features/calendar/schedule/double-booking.tsx'
import { ClientMissing } from '#web/features/clients/client-missing.tsx'
import { DemoUnavailable, RequireOwnActiveClient } from '#web/features/clients/own-active-client.tsx'
import { SpeechHelp } from '#web/features/transcripts/speech-help.tsx'
import { SpeechNotice } from '#web/features/transcripts/speech-notice.tsx'
import { UploadSession } from '#web/features/upload/upload-session.tsx'
import type { Place } from '#web/features/upload/use-upload.ts'
import { knownZone } from '#web/ui/format/dates.ts'
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Placeholder } from '#web/ui/feedback/placeholder.tsx'

type Search = Place & { appointment?: string }

const title = 'Upload Session Recording'
const setupQuery = query.accounts.setup.queryOptions({ staleTime: Number.POSITIVE_INFINITY })

export const Route = createFileRoute('/_shell/upload-session/$clientId')({
  validateSearch: onlyChecked(({ appointment, upload, session }): Search => ({
    ...(isRowId(appointment) && { appointment }),
    ...(typeof upload === 'string' && { upload }),
    ...(typeof session === 'string' && { session }),
  })),
  loader: ({ context, params }) => {
    void context.queryClient.prefetchQuery(query.clients.get.queryOptions({ input: params }))
    void context.queryClient.prefetchQuery(setupQuery)
  },
  component: UploadSessionPage,
})

function UploadSessionPage() {
  const { clientId } = Route.useParams()
  const { account } = Route.useRouteContext()
  const { appointment: appointmentId, ...place } = Route.useSearch()
  const navigate = useNavigate()
  const cache = useQueryClient()
  const client = useQuery(query.clients.get.queryOptions({ input: { clientId } }))
  const setup = useQuery(setupQuery)
  // An appointment that cannot be loaded or is no longer scheduled is ignored.
  const session = useQuery({
    ...query.sessions.get.queryOptions({ input: { sessionId: appointmentId ?? '' } }),
    enabled: appointmentId !== undefined,
    retry: false,
  })

  if ((client.isError && !client.data) || (setup.isError && !setup.data)) {
    if (readError(client.error).code === 'client_missing') return <ClientMissing />
    const retry = () => void Promise.all([client.refetch(), setup.refetch()])
    return (
      <Page width="column" title={title}>
        <LoadFailure error={client.error ?? setup.error} fallback="Failed to load client" onRetry={retry} />
      </Page>
    )
  }
  if (client.isPending || setup.isPending || session.isLoading) return <UploadSkeleton />
  if (!account.canUpload) return <DemoUnavailable client={client.data} title={title} />
  const isAppointment = session.data?.clientId === clientId && session.data.status === 'scheduled'
  const clientName = `${client.data.firstName} ${client.data.lastName}`
  return (
    <RequireOwnActiveClient client={client.data} read={client} title={title} isUnderway={place.session !== undefined}>
      <Page width="column" title={title} lead={`Client: ${client.data.firstName} ${client.data.lastName}`}>
        <Stack gap="lg">
          {place.session === undefined && <SpeechNotice />}
          <UploadSession
            key={clientId}
            clientId={clientId}
            clientName={clientName}
            timeZone={knownZone(account.timeZone)}
            appointment={isAppointment ? session.data : undefined}
            maxMb={setup.data.uploadMaxMb}
            place={place}
            onPlace={(search) => {
              const kept = appointmentId === undefined ? search : { ...search, appointment: appointmentId }
              void navigate({ to: '/upload-session/$clientId', params: { clientId }, search: kept, replace: true })
              if (search.session !== undefined) void cache.invalidateQueries({ queryKey: query.sessions.key() })
            }}
            onLeave={() => void navigate({ to: '/clients/$clientId', params: { clientId } })}
            onComplete={(sessionId) => {
              void cache.invalidateQueries({ queryKey: query.sessions.key() })
              void cache.invalidateQueries({ queryKey: query.clients.key() })
              void cache.invalidateQueries({ queryKey: query.notes.previous.key() })
              void navigate({ to: '/notes/$sessionId', params: { sessionId }, replace: true })
            }}
            renderOverlap={(at) => <UploadOverlap at={at} clientId={clientId} />}
            renderSpeechHelp={(props) => <SpeechHelp {...props} />}
          />
        </Stack>
      </Page>
    </RequireOwnActiveClient>
  )
}

function UploadSkeleton() {
  return (
    <Page width="column" title={title} lead="Client">
      <Card>
        <Loading label="Loading client">
          <Placeholder kind="panel" />
        </Loading>
      </Card>
    </Page>
  )
}

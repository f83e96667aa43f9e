import { Card, Skeleton, Stack } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { query } from '#web/api/client.ts'
import { readError } from '#web/api/errors.ts'
import { ClientMissing } from '#web/features/clients/client-missing.tsx'
import { OpenDemo, OwnActiveClient } from '#web/features/clients/own-active-client.tsx'
import { SpeechHelp } from '#web/features/transcripts/speech-help.tsx'
import { UploadSession } from '#web/features/upload/upload-session.tsx'
import type { Place } from '#web/features/upload/use-hand-in.ts'
import { LoadFailure } from '#web/ui/load-failure.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { Page } from '#web/ui/page.tsx'

const title = 'Upload Session Recording'
const setupQuery = query.accounts.setup.queryOptions({ staleTime: Number.POSITIVE_INFINITY })

export const Route = createFileRoute('/_shell/upload-session/$clientId')({
  validateSearch: (search): Place => ({
    ...(typeof search['upload'] === 'string' && { upload: search['upload'] }),
    ...(typeof search['session'] === 'string' && { session: search['session'] }),
  }),
  loader: ({ context, params }) => {
    void context.queryClient.prefetchQuery(query.clients.get.queryOptions({ input: params }))
    void context.queryClient.prefetchQuery(setupQuery)
  },
  component: UploadSessionPage,
})

function UploadSessionPage() {
  const { clientId } = Route.useParams()
  const { account } = Route.useRouteContext()
  const place = Route.useSearch()
  const navigate = useNavigate()
  const cache = useQueryClient()
  const client = useQuery(query.clients.get.queryOptions({ input: { clientId } }))
  const setup = useQuery(setupQuery)

  if (client.isError && readError(client.error).code === 'client_missing') return <ClientMissing />
  if (client.isError || setup.isError) {
    const retry = () => void Promise.all([client.refetch(), setup.refetch()])
    return (
      <Page title={title}>
        <LoadFailure error={client.error ?? setup.error} fallback="Failed to load client" onRetry={retry} />
      </Page>
    )
  }
  if (client.isPending || setup.isPending) return <UploadSkeleton />
  if (!account.canHandIn) return <OpenDemo client={client.data} title={title} />
  return (
    <OwnActiveClient client={client.data} title={title} isUnderway={place.session !== undefined}>
      <Page title={title} lead={`Client: ${client.data.firstName} ${client.data.lastName}`}>
        <UploadSession
          key={clientId}
          clientId={clientId}
          maxMb={setup.data.uploadMaxMb}
          place={place}
          onPlace={(search) => {
            void navigate({ to: '/upload-session/$clientId', params: { clientId }, search, replace: true })
            if (search.session !== undefined) void cache.invalidateQueries({ queryKey: query.sessions.key() })
          }}
          onLeave={() => void navigate({ to: '/clients/$clientId', params: { clientId } })}
          onComplete={(sessionId) => {
            void cache.invalidateQueries({ queryKey: query.sessions.key() })
            void cache.invalidateQueries({ queryKey: query.clients.key() })
            void navigate({ to: '/notes/$sessionId', params: { sessionId }, replace: true })
          }}
          renderSpeechHelp={(props) => <SpeechHelp {...props} />}
        />
      </Page>
    </OwnActiveClient>
  )
}

function UploadSkeleton() {
  return (
    <Page title={title} lead="Client">
      <Card maw={760}>
        <Loading label="Loading client">
          <Stack>
            <Skeleton h={48} w="60%" />
            <Skeleton h={160} />
            <Skeleton h={36} />
          </Stack>
        </Loading>
      </Card>
    </Page>
  )
}

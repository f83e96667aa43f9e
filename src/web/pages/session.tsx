import { Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import type { Account } from '#shared/contract/accounts.ts'
import type { Client } from '#shared/contract/clients.ts'
import { accountQuery } from '#web/identity/account.ts'
import { query } from '#web/api/client.ts'
import { readError } from '#web/api/errors.ts'
import { isRowId } from '#web/api/row-id.ts'
import { ClientMissing } from '#web/features/clients/client-missing.tsx'
import { PageUnavailable, DemoUnavailable, RequireOwnActiveClient } from '#web/features/clients/own-active-client.tsx'
import { RecordSession } from '#web/features/recorder/record-session.tsx'
import { unfinishedQuery } from '#web/features/recorder/unfinished/unfinished.ts'
import { SpeechHelp } from '#web/features/transcripts/speech-help.tsx'
import { ButtonLink } from '#web/ui/layout/links.tsx'
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import classes from './session.module.css'

const title = 'Record a session'

type Search = { appointment?: string }

export const Route = createFileRoute('/_shell/session/$clientId')({
  validateSearch: ({ appointment }): Search => (isRowId(appointment) ? { appointment } : {}),
  // Viewing the client's last note is recorded, so links must not preload it.
  preload: false,
  loader: ({ context: { queryClient, account }, params }) => {
    void queryClient.prefetchQuery(query.clients.get.queryOptions({ input: params }))
    void queryClient.prefetchQuery(query.notes.previous.queryOptions({ input: params }))
    if (account.viewing === null) void queryClient.prefetchQuery(unfinishedQuery(account.id))
  },
  component: SessionPage,
})

function SessionPage() {
  const { clientId } = Route.useParams()
  const { appointment } = Route.useSearch()
  const { account: known } = Route.useRouteContext()
  const account = useQuery(accountQuery).data ?? known
  const client = useQuery(query.clients.get.queryOptions({ input: { clientId } }))
  if (client.isSuccess) {
    return (
      <RequireOwnActiveClient client={client.data} title={title}>
        <ClientSession key={clientId} client={client.data} account={account} appointmentId={appointment} />
      </RequireOwnActiveClient>
    )
  }
  if (client.isPending) {
    return (
      <output className={classes.loading} aria-label="Loading client">
        <Loader />
      </output>
    )
  }
  if (readError(client.error).code === 'client_missing') return <ClientMissing />
  return (
    <Page title={title}>
      <LoadFailure error={client.error} fallback="Failed to load client" onRetry={() => void client.refetch()} />
    </Page>
  )
}

type SessionProps = { client: Client; account: Account; appointmentId: string | undefined }

function ClientSession({ client, account, appointmentId }: SessionProps) {
  if (!account.canUpload) return <DemoUnavailable client={client} title={title} />
  if (!window.isSecureContext || !('mediaDevices' in navigator) || !('MediaRecorder' in window)) {
    return (
      <PageUnavailable
        heading="This page cannot record here"
        client={client}
        title={title}
        action={
          <ButtonLink to="/upload-session/$clientId" params={{ clientId: client.id }}>
            Upload Session
          </ButtonLink>
        }
      >
        Browsers allow microphone access only on pages opened over https or on the same computer. Ask your Attend
        administrator for its https address. Until then, record with the device you trust and upload the file.
      </PageUnavailable>
    )
  }
  return (
    <RecordSession
      client={client}
      account={account}
      appointmentId={appointmentId}
      renderSpeechHelp={(props) => <SpeechHelp {...props} />}
    />
  )
}

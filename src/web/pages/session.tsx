import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import type { Account } from '#shared/contract/accounts.ts'
import type { Client } from '#shared/contract/clients.ts'
import { onlyChecked } from '#web/ui/browser/only-checked.ts'
import { accountQuery } from '#web/identity/account.ts'
import { query } from '#web/api/client.ts'
import { isRowId } from '#web/api/row-id.ts'
import { PageUnavailable } from '#web/features/clients/own-active-client.tsx'
import { OwnClientPage } from '#web/features/clients/own-client-page.tsx'
import { recordingObstacle, type RecordingObstacle } from '#web/features/recorder/engine/capture/can-record.ts'
import { RecordSession } from '#web/features/recorder/record-session.tsx'
import { unfinishedQuery } from '#web/features/recorder/unfinished/unfinished.ts'
import { SpeechHelp } from '#web/features/transcripts/speech-help.tsx'
import { SpeechNotice } from '#web/features/transcripts/speech-notice.tsx'
import { ButtonLink } from '#web/ui/layout/links.tsx'

const title = 'Record a session'

type Search = { appointment?: string }

export const Route = createFileRoute('/_shell/session/$clientId')({
  validateSearch: onlyChecked(({ appointment }): Search => (isRowId(appointment) ? { appointment } : {})),
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
  return (
    <OwnClientPage clientId={clientId} account={account} title={title}>
      {(client) => <ClientSession key={clientId} client={client} account={account} appointmentId={appointment} />}
    </OwnClientPage>
  )
}

const obstacleTexts: Readonly<Record<RecordingObstacle, string>> = {
  'insecure page':
    'Browsers allow microphone access only on pages opened over https or on the same computer. Ask your Attend administrator for its https address.',
  'old browser': 'This browser cannot record. Use a current version of Chrome, Edge, Firefox or Safari.',
}

type SessionProps = { client: Client; account: Account; appointmentId: string | undefined }

function ClientSession({ client, account, appointmentId }: SessionProps) {
  const obstacle = recordingObstacle()
  if (obstacle !== null) {
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
        {obstacleTexts[obstacle]} Until then, record with the device you trust and upload the file.
      </PageUnavailable>
    )
  }
  return (
    <RecordSession
      client={client}
      account={account}
      appointmentId={appointmentId}
      renderSpeechHelp={(props) => <SpeechHelp {...props} />}
      speechNotice={<SpeechNotice />}
    />
  )
}

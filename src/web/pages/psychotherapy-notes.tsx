import { Card } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { query } from '#web/api/client.ts'
import { AuthorOnly } from '#web/features/psychotherapy-notes/author-only.tsx'
import { ClientList } from '#web/features/psychotherapy-notes/client-list.tsx'
import { accountQuery } from '#web/identity/account.ts'
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { Placeholder } from '#web/ui/feedback/placeholder.tsx'
import { Page } from '#web/ui/layout/page.tsx'

export const Route = createFileRoute('/_shell/psychotherapy-notes')({
  component: PsychotherapyNotesPage,
})

function PsychotherapyNotesPage() {
  return (
    <AuthorOnly>
      <OwnNotes />
    </AuthorOnly>
  )
}

function OwnNotes() {
  const { data: account } = useQuery(accountQuery)
  const clients = useQuery(query.psychotherapyNotes.clients.queryOptions())
  return (
    <Page title="Psychotherapy notes" lead="Only you can read these." width="column">
      {clients.isPending && (
        <Card>
          <Loading label="Loading psychotherapy notes">
            <Placeholder kind="row" count={4} />
          </Loading>
        </Card>
      )}
      {clients.isError && (
        <LoadFailure
          error={clients.error}
          fallback="Failed to load psychotherapy notes"
          onRetry={() => void clients.refetch()}
        />
      )}
      {clients.isSuccess && <ClientList clients={clients.data.items} timeZone={account?.timeZone ?? ''} />}
    </Page>
  )
}

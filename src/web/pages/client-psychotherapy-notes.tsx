import { Button, Card } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { readError } from '#web/api/errors.ts'
import { ClientMissing } from '#web/features/clients/client-missing.tsx'
import { AuthorOnly } from '#web/features/psychotherapy-notes/author-only.tsx'
import { ClientNotes } from '#web/features/psychotherapy-notes/client-notes.tsx'
import { psychotherapyNotesQuery } from '#web/features/psychotherapy-notes/notes-query.ts'
import { accountQuery } from '#web/identity/account.ts'
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { Placeholder } from '#web/ui/feedback/placeholder.tsx'
import { AnchorLink } from '#web/ui/layout/links.tsx'
import { ListFooter } from '#web/ui/layout/panel-parts.ts'
import { Page } from '#web/ui/layout/page.tsx'

export const Route = createFileRoute('/_shell/psychotherapy-notes/$clientId')({
  component: ClientPsychotherapyNotesPage,
})

const title = 'Psychotherapy notes'

function ClientPsychotherapyNotesPage() {
  return (
    <AuthorOnly>
      <OwnNotes />
    </AuthorOnly>
  )
}

function OwnNotes() {
  const { clientId } = Route.useParams()
  const { data: account } = useQuery(accountQuery)
  const list = useInfiniteQuery(psychotherapyNotesQuery(clientId))
  const [first] = list.data?.pages ?? []
  if (list.isError && readError(list.error).code === 'client_missing') return <ClientMissing />
  const failed = list.isError && (
    <LoadFailure
      error={list.error}
      fallback="Failed to load psychotherapy notes"
      onRetry={() => void (list.isFetchNextPageError ? list.fetchNextPage() : list.refetch())}
    />
  )
  if (!first) {
    return (
      <Page title={title} width="column">
        {failed || (
          <Card>
            <Loading label="Loading psychotherapy notes">
              <Placeholder kind="line" count={5} />
            </Loading>
          </Card>
        )}
      </Page>
    )
  }
  const { clientName, isOwn } = first
  return (
    <Page
      title={title}
      width="column"
      lead={
        <>
          {isOwn ? (
            <AnchorLink to="/clients/$clientId" params={{ clientId }}>
              {clientName}
            </AnchorLink>
          ) : (
            clientName
          )}
          {' · Only you can read these.'}
          {!isOwn && ' This client was transferred to another therapist; your notes stay with you.'}
        </>
      }
    >
      <ClientNotes
        key={clientId}
        clientId={clientId}
        clientName={clientName}
        isOwn={isOwn}
        notes={list.data?.pages.flatMap(({ items }) => items) ?? []}
        timeZone={account?.timeZone ?? ''}
      />
      {failed}
      {list.hasNextPage && !list.isError && (
        <ListFooter justify="center">
          <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Load more
          </Button>
        </ListFooter>
      )}
    </Page>
  )
}

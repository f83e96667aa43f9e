import { Card, Skeleton } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { query } from '#web/api/client.ts'
import { readError } from '#web/api/errors.ts'
import { SectionsSkeleton } from '#web/features/notes/status/note-status.tsx'
import { useNotePage } from '#web/features/notes/status/use-note-page.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/links.tsx'
import { LoadFailure } from '#web/ui/load-failure.tsx'
import { Page } from '#web/ui/page.tsx'
import { NoteView } from './note-view.tsx'

export const Route = createFileRoute('/_shell/notes/$sessionId')({
  // Every reading of a note is written down; pointing at a link to it is none.
  preload: false,
  loader: ({ context, params }) =>
    void context.queryClient.prefetchQuery(query.notes.get.queryOptions({ input: params })),
  component: NotePage,
})

function NotePage() {
  const { sessionId } = Route.useParams()
  return <OneNote key={sessionId} sessionId={sessionId} />
}

function OneNote({ sessionId }: { sessionId: string }) {
  const notePage = useNotePage(sessionId)
  const { page } = notePage
  if (page.data) return <NoteView notePage={notePage} data={page.data} />
  if (page.isPending) {
    return (
      <Page title="Session Notes">
        <Skeleton h={128} mb={20} />
        <Card>
          <SectionsSkeleton />
        </Card>
      </Page>
    )
  }
  if (readError(page.error).code === 'session_missing') {
    return (
      <Page title="Session Notes">
        <Card padding={0}>
          <EmptyState
            title="Session or client data not found"
            action={<ButtonLink to="/clients">All clients</ButtonLink>}
          >
            The session may belong to another therapist, or the address is mistyped.
          </EmptyState>
        </Card>
      </Page>
    )
  }
  return (
    <Page title="Session Notes">
      <LoadFailure error={page.error} fallback="Failed to load session data" onRetry={() => void page.refetch()} />
    </Page>
  )
}

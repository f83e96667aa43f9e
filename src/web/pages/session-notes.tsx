import { createFileRoute } from '@tanstack/react-router'
import { ComingPage } from '#web/ui/coming-page.tsx'
import { ButtonLink } from '#web/ui/links.tsx'

export const Route = createFileRoute('/_shell/session-notes')({ component: SessionNotesPage })

function SessionNotesPage() {
  return (
    <ComingPage
      title="Session Notes"
      heading="All notes will stand here"
      action={
        <ButtonLink to="/clients" variant="default">
          All clients
        </ButtonLink>
      }
    >
      Your notes by session date, with a search, come with a later release. Until then, open a client to find the notes
      of their sessions.
    </ComingPage>
  )
}

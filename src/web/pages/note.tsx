import { createFileRoute } from '@tanstack/react-router'
import { ComingPage } from '#web/ui/coming-page.tsx'
import { ButtonLink } from '#web/ui/links.tsx'

export const Route = createFileRoute('/_shell/notes/$sessionId')({ component: NotePage })

function NotePage() {
  return (
    <ComingPage
      title="Session Notes"
      heading="Reading notes is being built"
      action={
        <ButtonLink to="/clients" variant="default">
          All clients
        </ButtonLink>
      }
    >
      The note of this session will stand here.
    </ComingPage>
  )
}

import { createFileRoute } from '@tanstack/react-router'
import { ComingPage } from '#web/ui/coming-page.tsx'
import { ButtonLink } from '#web/ui/links.tsx'

export const Route = createFileRoute('/_shell/calendar')({ component: CalendarPage })

function CalendarPage() {
  return (
    <ComingPage
      title="Calendar"
      heading="Your month will stand here"
      action={
        <ButtonLink to="/clients" variant="default">
          All clients
        </ButtonLink>
      }
    >
      Your sessions by day and week, with scheduling and export, come with a later release. Until then, every session
      stands with its client.
    </ComingPage>
  )
}

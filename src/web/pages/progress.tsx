import { createFileRoute } from '@tanstack/react-router'
import { ComingPage } from '#web/ui/coming-page.tsx'
import { ButtonLink } from '#web/ui/links.tsx'

export const Route = createFileRoute('/_shell/progress')({ component: ProgressPage })

function ProgressPage() {
  return (
    <ComingPage
      title="Progress"
      heading="Progress will stand here"
      action={
        <ButtonLink to="/clients" variant="default">
          All clients
        </ButtonLink>
      }
    >
      How your clients move towards their goals comes with a later release. Nothing is shown until it can be drawn from
      their own sessions.
    </ComingPage>
  )
}

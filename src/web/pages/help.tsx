import { createFileRoute } from '@tanstack/react-router'
import { ComingPage } from '#web/ui/coming-page.tsx'
import { ButtonLink } from '#web/ui/links.tsx'

export const Route = createFileRoute('/_shell/help')({ component: HelpPage })

function HelpPage() {
  return (
    <ComingPage
      title="Help Center"
      heading="Help will stand here"
      action={
        <ButtonLink to="/" variant="default">
          Go to the dashboard
        </ButtonLink>
      }
    >
      Guides come with a later release. The dashboard leads you from your first client to your first note.
    </ComingPage>
  )
}

import { createFileRoute } from '@tanstack/react-router'
import { ComingPage } from '#web/ui/coming-page.tsx'
import { ButtonLink } from '#web/ui/links.tsx'

export const Route = createFileRoute('/_shell/resources')({ component: ResourcesPage })

function ResourcesPage() {
  return (
    <ComingPage
      title="Resources"
      heading="Your library will stand here"
      action={
        <ButtonLink to="/" variant="default">
          Go to the dashboard
        </ButtonLink>
      }
    >
      Worksheets and reading for your clients come with a later release.
    </ComingPage>
  )
}

import { createFileRoute } from '@tanstack/react-router'
import { ComingPage } from '#web/ui/coming-page.tsx'
import { ButtonLink } from '#web/ui/links.tsx'

export const Route = createFileRoute('/_shell/settings')({ component: SettingsPage })

function SettingsPage() {
  return (
    <ComingPage
      title="Settings"
      heading="Settings will stand here"
      action={
        <ButtonLink to="/" variant="default">
          Go to the dashboard
        </ButtonLink>
      }
    >
      The settings of your organization and your preferences come with a later release. Light and dark mode can be
      switched in the top bar now.
    </ComingPage>
  )
}

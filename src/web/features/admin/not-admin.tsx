import { Card } from '@mantine/core'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { ButtonLink } from '#web/ui/layout/links.tsx'
import { Page } from '#web/ui/layout/page.tsx'

/** Shown to users without platform admin access (D3). */
export function NotAdmin({ email }: { email: string }) {
  return (
    <main>
      <Page title="Not allowed" lead="Error 403">
        <Card padding={0}>
          <EmptyState
            title="The admin panel is for platform admins"
            action={<ButtonLink to="/">Back to App</ButtonLink>}
          >
            You are signed in as {email}, which does not have platform admin access. Owners and admins of an
            organization find its members and settings in Settings.
          </EmptyState>
        </Card>
      </Page>
    </main>
  )
}

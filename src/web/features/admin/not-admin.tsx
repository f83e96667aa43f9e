import { Card } from '@mantine/core'
import type { Account } from '#shared/contract/accounts.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { ButtonLink } from '#web/ui/layout/links.tsx'
import { Page } from '#web/ui/layout/page.tsx'

/** Shown to users without platform admin access (D3), and while viewing as another user. */
export function NotAdmin({ account: { email, viewing } }: { account: Account }) {
  return (
    <main>
      <Page title="Not allowed" lead="Error 403">
        <Card padding={0}>
          <EmptyState
            title="The admin panel is for platform admins"
            action={<ButtonLink to="/">Back to App</ButtonLink>}
          >
            {viewing
              ? `You are signed in as ${viewing.viewerName} and viewing data as ${viewing.name}. The panel does not open while viewing: stop viewing first.`
              : `You are signed in as ${email}, which does not have platform admin access. Owners and admins of an organization find its members and settings in Settings.`}
          </EmptyState>
        </Card>
      </Page>
    </main>
  )
}

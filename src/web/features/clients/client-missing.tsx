import { Card } from '@mantine/core'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { ButtonLink } from '#web/ui/layout/links.tsx'
import { Page } from '#web/ui/layout/page.tsx'

/** Shown if the client does not exist or the user may not see it. */
export function ClientMissing() {
  return (
    <Page title="Client not found">
      <Card padding={0}>
        <EmptyState title="Client not available" action={<ButtonLink to="/clients">All clients</ButtonLink>}>
          The client may belong to another therapist, or the address is mistyped.
        </EmptyState>
      </Card>
    </Page>
  )
}

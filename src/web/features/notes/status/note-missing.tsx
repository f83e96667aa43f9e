import { Card } from '@mantine/core'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { ButtonLink } from '#web/ui/layout/links.tsx'
import { Page } from '#web/ui/layout/page.tsx'

/** Shown if the session of a note does not exist or belongs to another therapist. */
export function NoteMissing() {
  return (
    <Page title="Session Notes">
      <Card padding={0}>
        <EmptyState
          title="Session or client data not found"
          action={<ButtonLink to="/clients">All clients</ButtonLink>}
        >
          The session may belong to another therapist, or the address is mistyped.
        </EmptyState>
      </Card>
    </Page>
  )
}

import { Card } from '@mantine/core'
import type { ReactNode } from 'react'
import { useReadOnly } from '#web/identity/read-only.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { ButtonLink } from '#web/ui/layout/links.tsx'
import { Page } from '#web/ui/layout/page.tsx'

/** Renders its children, which load psychotherapy notes; while viewing as another user, the reason why not. */
export function AuthorOnly({ children }: { children: ReactNode }) {
  if (!useReadOnly()) return children
  return (
    <Page title="Psychotherapy notes" width="column">
      <Card padding={0}>
        <EmptyState title="Not shown in this view" action={<ButtonLink to="/clients">Go to the clients</ButtonLink>}>
          You are viewing data as another user. Only its author can read a psychotherapy note.
        </EmptyState>
      </Card>
    </Page>
  )
}

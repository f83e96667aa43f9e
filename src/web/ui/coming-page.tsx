import { Card } from '@mantine/core'
import type { ReactNode } from 'react'
import { EmptyState } from './empty-state.tsx'
import { Page } from './page.tsx'

type Props = { title: string; heading: string; children: ReactNode; action: ReactNode }

/** A page whose content comes with a later release: what will stand here, and what can be done now. */
export function ComingPage({ title, heading, children, action }: Props) {
  return (
    <Page title={title}>
      <Card padding={0}>
        <EmptyState title={heading} action={action}>
          {children}
        </EmptyState>
      </Card>
    </Page>
  )
}

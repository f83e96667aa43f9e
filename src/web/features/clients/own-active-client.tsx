import { Card } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Client } from '#shared/contract/clients.ts'
import { shownTherapist } from '#shared/rules/therapist-name.ts'
import { readError } from '#web/api/errors.ts'
import { useReadOnly } from '#web/identity/read-only.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { ButtonLink } from '#web/ui/layout/links.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { ClientMissing } from './client-missing.tsx'
import { useClientRelation } from './client-relation.ts'

type Props = {
  client: Client
  /** The query of the client. */
  read: { error: Error | null; isFetching: boolean }
  title: string
  /** Whether the session has started. Then it can be finished even if the client was archived or transferred. */
  isUnderway?: boolean
  children: ReactNode
}

/**
 * Renders its children for the user's own active clients; for others it explains why the page is not available. Once
 * shown, the children stay while the client changes, because they may contain a recording or unsaved text.
 */
export function RequireOwnActiveClient({ client, read, title, isUnderway = false, children }: Props) {
  const isOwn = useClientRelation(client) === 'own'
  const isReadOnly = useReadOnly()
  const isMissing = readError(read.error).code === 'client_missing'
  const isAvailable = isOwn && client.status === 'active' && !isMissing
  const [shownId, setShownId] = useState<string | null>(null)
  // While the client is still being read, the cached data may be outdated.
  if (isAvailable && !read.isFetching && shownId !== client.id) setShownId(client.id)
  if (isReadOnly) {
    return (
      <PageUnavailable heading="Read-only view" client={client} title={title}>
        You are viewing data as another user. Stop viewing to record or upload sessions with your own clients.
      </PageUnavailable>
    )
  }
  if (isUnderway || shownId === client.id) return children
  if (isMissing) return <ClientMissing />
  if (!isOwn) {
    return (
      <PageUnavailable heading="Another therapist’s client" client={client} title={title}>
        Sessions with {client.firstName} {client.lastName} are recorded and uploaded by their therapist:{' '}
        {shownTherapist(client.therapistName)}.
      </PageUnavailable>
    )
  }
  if (client.status === 'archived') {
    return (
      <PageUnavailable heading="Archived client" client={client} title={title}>
        This client is archived. Restore the client first.
      </PageUnavailable>
    )
  }
  return children
}

/** Shown in the public demo practice. */
export function DemoUnavailable({ client, title }: Pick<Props, 'client' | 'title'>) {
  return (
    <PageUnavailable heading="Not in this demo practice" client={client} title={title}>
      It is open to everyone, so recording and uploading are turned off. Sign up to try them in your own practice.
    </PageUnavailable>
  )
}

type PageUnavailableProps = { heading: string; client: Client; title: string; action?: ReactNode; children: ReactNode }

/** Replaces a page that is not available, with the reason and a link back. */
export function PageUnavailable({ heading, client, title, action, children }: PageUnavailableProps) {
  return (
    <Page title={`${client.firstName} ${client.lastName}`} tabTitle={title} lead={title}>
      <Card padding={0}>
        <EmptyState
          title={heading}
          action={
            <>
              {action}
              <ButtonLink to="/clients/$clientId" params={{ clientId: client.id }} variant="default">
                Back to the client
              </ButtonLink>
            </>
          }
        >
          {children}
        </EmptyState>
      </Card>
    </Page>
  )
}

import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ClientPage, ClientStatus } from '#shared/contract/clients.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'

type Props = {
  page: ClientPage
  status: 'all' | ClientStatus
  search: string
  isNarrowed: boolean
  /** The button that adds a client; false for read-only users. */
  action: ReactNode
  /** Goes to the last page that has clients. */
  onLastPage: () => void
}

/** Explains why the client list is empty, and offers the next step. */
export function ClientsEmpty({ page, status, search, isNarrowed, action, onLastPage }: Props) {
  const mayAdd = action !== false
  if (page.total > 0) {
    return (
      <EmptyState
        title="This page is empty"
        action={
          <Button variant="default" onClick={onLastPage}>
            Go to the Last Page
          </Button>
        }
      >
        This page no longer exists.
      </EmptyState>
    )
  }
  if (search !== '') {
    return (
      <EmptyState title="No clients found">
        No clients match “{search}”. Check the spelling or try another tab.
      </EmptyState>
    )
  }
  if (page.counts.all === 0 && isNarrowed) {
    return <EmptyState title="No clients found">This therapist has no clients here. Choose another one.</EmptyState>
  }
  if (page.counts.all === 0) {
    return (
      <EmptyState title="No clients yet" action={action}>
        Your clients will appear here, with their sessions and notes.
        {mayAdd && ' Add the first one to begin.'}
      </EmptyState>
    )
  }
  return (
    <EmptyState title={status === 'archived' ? 'No archived clients' : 'No active clients'}>
      {status === 'archived'
        ? 'Clients you archive will appear here. Their sessions and notes are not deleted, and you can restore them at any time.'
        : isNarrowed
          ? 'All clients of this therapist are archived.'
          : mayAdd
            ? 'All your clients are archived. Restore one from the Archived tab, or add a new client.'
            : 'All clients are archived.'}
    </EmptyState>
  )
}

import { Card } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Account } from '#shared/contract/accounts.ts'
import { onlyChecked } from '#web/ui/browser/only-checked.ts'
import { query } from '#web/api/client.ts'
import { readError } from '#web/api/errors.ts'
import { isRowId } from '#web/api/row-id.ts'
import { ClientSelect } from '#web/features/calendar/schedule/client-select.tsx'
import { ClientMissing } from '#web/features/clients/client-missing.tsx'
import { RequireOwnActiveClient } from '#web/features/clients/own-active-client.tsx'
import { WriteNoteForm } from '#web/features/sessions/write-note-form.tsx'
import { accountQuery } from '#web/identity/account.ts'
import { useReadOnly } from '#web/identity/read-only.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { Placeholder } from '#web/ui/feedback/placeholder.tsx'
import { knownZone } from '#web/ui/format/dates.ts'
import { ButtonLink } from '#web/ui/layout/links.tsx'
import { Page } from '#web/ui/layout/page.tsx'

const title = 'Write note'

type Search = { client?: string; appointment?: string }

export const Route = createFileRoute('/_shell/write-note')({
  validateSearch: onlyChecked(({ client, appointment }): Search => ({
    ...(isRowId(client) && { client }),
    ...(isRowId(appointment) && { appointment }),
  })),
  component: WriteNotePage,
})

function WriteNotePage() {
  const { client } = Route.useSearch()
  return client === undefined ? <AnyClient /> : <OneClient key={client} clientId={client} />
}

/** The form without a client in the URL, where the user selects one. */
function AnyClient() {
  const isReadOnly = useReadOnly()
  const [clientId, setClientId] = useState<string | null>(null)
  if (isReadOnly) {
    return (
      <Page title={title}>
        <Card padding={0}>
          <EmptyState title="Read-only view" action={<ButtonLink to="/session-notes">All notes</ButtonLink>}>
            You are viewing data as another user. Stop viewing to write notes of your own clients.
          </EmptyState>
        </Card>
      </Page>
    )
  }
  return (
    <Page width="column" title={title} lead="A session without a recording">
      <Form
        clientId={clientId}
        renderClient={(error) => <ClientSelect value={clientId} error={error} onChange={setClientId} />}
      />
    </Page>
  )
}

function OneClient({ clientId }: { clientId: string }) {
  const { appointment: appointmentId } = Route.useSearch()
  const client = useQuery(query.clients.get.queryOptions({ input: { clientId } }))
  // An appointment that cannot be loaded or is no longer scheduled is ignored.
  const session = useQuery({
    ...query.sessions.get.queryOptions({ input: { sessionId: appointmentId ?? '' } }),
    enabled: appointmentId !== undefined,
    retry: false,
  })
  if (client.isError && !client.data) {
    if (readError(client.error).code === 'client_missing') return <ClientMissing />
    return (
      <Page width="column" title={title}>
        <LoadFailure error={client.error} fallback="Failed to load client" onRetry={() => void client.refetch()} />
      </Page>
    )
  }
  if (client.isPending || session.isLoading) {
    return (
      <Page width="column" title={title} lead="Client">
        <Card>
          <Loading label="Loading client">
            <Placeholder kind="panel" />
          </Loading>
        </Card>
      </Page>
    )
  }
  const isAppointment = session.data?.clientId === clientId && session.data.status === 'scheduled'
  return (
    <RequireOwnActiveClient client={client.data} read={client} title={title}>
      <Page width="column" title={title} lead={`Client: ${client.data.firstName} ${client.data.lastName}`}>
        <Form clientId={clientId} appointment={isAppointment ? session.data : undefined} renderClient={() => null} />
      </Page>
    </RequireOwnActiveClient>
  )
}

type FormProps = {
  clientId: string | null
  appointment?: Parameters<typeof WriteNoteForm>[0]['appointment']
  renderClient: (error: string | undefined) => ReactNode
}

function Form({ appointment, ...props }: FormProps) {
  const { account: known }: { account: Account } = Route.useRouteContext()
  const account = useQuery(accountQuery).data ?? known
  const navigate = useNavigate()
  const cache = useQueryClient()
  return (
    <WriteNoteForm
      {...props}
      appointment={appointment}
      timeZone={knownZone(account.timeZone)}
      defaultType={account.defaultNoteType}
      onCancel={() =>
        void (props.clientId === null
          ? navigate({ to: '/session-notes' })
          : navigate({ to: '/clients/$clientId', params: { clientId: props.clientId } }))
      }
      onBegun={(sessionId) => {
        void cache.invalidateQueries({ queryKey: query.sessions.key() })
        void cache.invalidateQueries({ queryKey: query.clients.key() })
        void cache.invalidateQueries({ queryKey: query.notes.list.key() })
        void cache.invalidateQueries({ queryKey: query.notes.previous.key() })
        void navigate({ to: '/notes/$sessionId', params: { sessionId }, replace: true })
      }}
    />
  )
}

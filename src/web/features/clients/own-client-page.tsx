import { Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Account } from '#shared/contract/accounts.ts'
import type { Client } from '#shared/contract/clients.ts'
import { query } from '#web/api/client.ts'
import { readError } from '#web/api/errors.ts'
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { ClientMissing } from './client-missing.tsx'
import { DemoUnavailable, RequireOwnActiveClient } from './own-active-client.tsx'
import classes from './own-client-page.module.css'

type Props = {
  clientId: string
  account: Pick<Account, 'canUpload'>
  title: string
  children: (client: Client) => ReactNode
}

/** Loads a client and renders a page that records their sessions, or explains why the page is not available. */
export function OwnClientPage({ clientId, account, title, children }: Props) {
  const client = useQuery(query.clients.get.queryOptions({ input: { clientId } }))
  if (client.data) {
    return (
      <RequireOwnActiveClient client={client.data} read={client} title={title}>
        {account.canUpload ? children(client.data) : <DemoUnavailable client={client.data} title={title} />}
      </RequireOwnActiveClient>
    )
  }
  if (client.isPending) {
    return (
      <output className={classes.loading} aria-label="Loading client">
        <Loader />
      </output>
    )
  }
  if (readError(client.error).code === 'client_missing') return <ClientMissing />
  return (
    <Page title={title}>
      <LoadFailure error={client.error} fallback="Failed to load client" onRetry={() => void client.refetch()} />
    </Page>
  )
}

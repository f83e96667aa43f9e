import type { ClientPage } from '#shared/contract/clients.ts'
import { query } from '#web/api/client.ts'

/** The first page of active clients: tells how far somebody is. */
export const activeClientsQuery = query.clients.list.queryOptions({ input: { status: 'active', search: '', page: 1 } })

/** Whether somebody knows the way: more than one session has been held. */
export function isAtHome(page: ClientPage | undefined): boolean {
  return (page?.items ?? []).reduce((sum, { sessionCount }) => sum + sessionCount, 0) > 1
}

import type { ClientPage } from '#shared/contract/clients.ts'
import { query } from '#web/api/client.ts'

/** The first page of active clients: tells how far somebody is. */
export const activeClientsQuery = query.clients.list.queryOptions({ input: { status: 'active', search: '', page: 1 } })

/** Whether somebody knows the way: more than one session has been held, or there are more clients than stand on a page. */
export function isPastFirstSteps({ items, total }: ClientPage): boolean {
  return total > items.length || items.reduce((sum, { sessionCount }) => sum + sessionCount, 0) > 1
}

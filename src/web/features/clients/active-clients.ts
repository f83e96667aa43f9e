import type { ClientPage } from '#shared/contract/clients.ts'
import { query } from '#web/api/client.ts'

/** The first page of active clients; shows how far a new user has come. */
export const activeClientsQuery = query.clients.list.queryOptions({ input: { status: 'active', search: '', page: 1 } })

/** Whether the user is past the first steps: more than one session held, or more clients than fit on a page. */
export function isPastFirstSteps({ items, total }: ClientPage): boolean {
  return total > items.length || items.reduce((sum, { sessionCount }) => sum + sessionCount, 0) > 1
}

import type { ClientPage } from '#shared/contract/clients.ts'
import { query } from '#web/api/client.ts'

/** The first page of active clients, from which the progress of a new user is derived. */
export const activeClientsQuery = query.clients.list.queryOptions({ input: { status: 'active', search: '', page: 1 } })

/**
 * Returns whether the user is past the first steps: more than one session was held, or the clients fill more than a
 * page.
 */
export function isPastFirstSteps({ items, total }: ClientPage): boolean {
  return total > items.length || items.reduce((sum, { sessionCount }) => sum + sessionCount, 0) > 1
}

import type { QueryClient } from '@tanstack/react-query'
import { query } from '#web/api/client.ts'

/** Refreshes clients and the calendar, which shows whether a client is archived. */
export async function refreshClients(cache: QueryClient): Promise<void> {
  await Promise.all([
    cache.invalidateQueries({ queryKey: query.clients.key() }),
    cache.invalidateQueries({ queryKey: query.sessions.calendar.key() }),
  ])
}

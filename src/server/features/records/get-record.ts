import type { ClientRecord } from '#shared/contract/records.ts'
import { auditAll, type AuditEvent } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { getClient } from '#server/features/clients/get-client.ts'
import { rowId } from '#server/ids.ts'
import { listRecordSessions } from './store.ts'

/**
 * Returns a client with a page of sessions and their notes: sessions that took place, and no-shows with a note. The
 * client, the list of sessions and each note get an audit event, as if the user had opened them one by one.
 * @throws client_missing also for a client that the caller may not see
 */
export async function getRecord(
  context: Context,
  input: { clientId: string; page: number; limit: number },
): Promise<ClientRecord> {
  const id = rowId(input.clientId, 'client_missing')
  const [client, found] = await Promise.all([
    getClient(context, { clientId: id }),
    listRecordSessions(context.db, id, { offset: (input.page - 1) * input.limit, limit: input.limit + 1 }),
  ])
  const sessions = found.slice(0, input.limit)
  const events: AuditEvent[] = [
    { action: 'session.listed', resourceType: 'session', clientId: id, details: { page: input.page } },
    ...sessions
      .filter(({ note }) => note !== null)
      .map((session) => ({
        action: 'note.read',
        resourceType: 'note' as const,
        resourceId: session.id,
        clientId: id,
      })),
  ]
  auditAll(context, events)
  return { client, sessions, hasMore: found.length > input.limit }
}

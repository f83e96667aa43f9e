import type { Session } from '#shared/contract/sessions.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { getClient } from '#server/features/clients/get-client.ts'
import { listSessions } from './store.ts'

/** spec core §7: five sessions a page. */
const pageSize = 5

/** @throws client_missing */
export async function listClientSessions(
  context: Context,
  input: { clientId: string; which: 'all' | 'held'; page: number },
): Promise<{ items: Session[]; total: number; pageSize: number }> {
  const client = await getClient(context, input)
  const [page] = await Promise.all([
    listSessions(context.db, client.id, {
      which: input.which,
      offset: (input.page - 1) * pageSize,
      limit: pageSize,
    }),
    audit(context, {
      action: 'session.listed',
      resourceType: 'session',
      clientId: client.id,
      details: { page: input.page },
    }),
  ])
  return { ...page, pageSize }
}

import type { Session, WhichSessions } from '#shared/contract/sessions.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { getClient } from '#server/features/clients/get-client.ts'
import { listSessions } from './store.ts'

/** spec core §7: five sessions a page. */
const pageSize = 5

/** @throws client_missing */
export async function listClientSessions(
  context: Context,
  input: { clientId: string; which: WhichSessions; page: number },
): Promise<{ items: Session[]; total: number; pageSize: number }> {
  const client = await getClient(context, input)
  audit(context, {
    action: 'session.listed',
    resourceType: 'session',
    clientId: client.id,
    details: { page: input.page },
  })
  const page = await listSessions(context.db, client.id, {
    which: input.which,
    offset: (input.page - 1) * pageSize,
    limit: pageSize,
  })
  return { ...page, pageSize }
}

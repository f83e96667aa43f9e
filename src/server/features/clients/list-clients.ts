import type { ClientPage } from '#shared/contract/clients.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { type ClientFilter, countClients, listClients as listRows } from './store.ts'

/** Page size of spec core §9. */
const pageSize = 20

/** Lists the clients that the caller may see: their own, their supervisees', or their whole organization's. */
export async function listClients(context: Context, input: ClientFilter & { page: number }): Promise<ClientPage> {
  const { db, actor, sendLast } = context
  audit(context, { action: 'client.listed', resourceType: 'client', details: { page: input.page } })
  const [items, counts] = await sendLast(() =>
    Promise.all([
      listRows(db, actor, input, { offset: (input.page - 1) * pageSize, limit: pageSize }),
      countClients(db, actor, input),
    ]),
  )
  return { items, counts, total: counts[input.status] }
}

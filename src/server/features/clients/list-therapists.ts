import type { ClientTherapist } from '#shared/contract/clients.ts'
import type { Context } from '#server/context.ts'
import { listTherapists as listRows } from './store.ts'

/** Lists therapists whose clients the caller may see: the options of the filter in the client list. */
export async function listTherapists({ db, actor }: Context): Promise<{ items: ClientTherapist[] }> {
  return { items: await listRows(db, actor) }
}

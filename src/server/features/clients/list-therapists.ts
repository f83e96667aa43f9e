import type { ClientTherapist } from '#shared/contract/clients.ts'
import type { Context } from '#server/context.ts'
import { listTherapists as listRows } from './store.ts'

/** Whose clients this person may see: what the list of clients can be narrowed to. */
export async function listTherapists({ db, actor }: Context): Promise<{ items: ClientTherapist[] }> {
  return { items: await listRows(db, actor) }
}

import type { ClientTherapist } from '#shared/contract/clients.ts'
import type { Context } from '#server/context.ts'
import { listTherapists as listRows } from './store.ts'

/** Therapists whose clients the caller may see: the options of the client list's filter. */
export async function listTherapists({ db, actor }: Context): Promise<{ items: ClientTherapist[] }> {
  return { items: await listRows(db, actor) }
}

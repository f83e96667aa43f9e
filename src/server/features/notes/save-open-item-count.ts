import type { Context } from '#server/context.ts'
import type { OwnNote } from './own-note.ts'
import { updateNote } from './store.ts'

/** Updates the stored number of open items after a decision that changes no text. */
export async function saveOpenItemCount({ db }: Context, note: OwnNote): Promise<OwnNote> {
  return await updateNote(db, note)
}

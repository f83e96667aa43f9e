import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { requireNoHold } from '#server/features/releases/require-no-hold.ts'
import { rowId } from '#server/ids.ts'
import { deleteNote, findNote } from './store.ts'

/**
 * Permanently deletes a psychotherapy note of the caller.
 * @throws psychotherapy_note_missing for all other notes, hold_blocks_deletion
 */
export async function deletePsychotherapyNote(
  context: Context,
  input: { noteId: string },
): Promise<Record<string, never>> {
  const id = rowId(input.noteId, 'psychotherapy_note_missing')
  const clientId = await deleteNote(context.db, context.actor, id)
  if (clientId === undefined) return await failDeletion(context, id)
  const resource = { resourceType: 'psychotherapy_note', resourceId: id, clientId } as const
  audit(context, { action: 'psychotherapy_note.deleted', ...resource })
  return {}
}

async function failDeletion(context: Context, id: string): Promise<never> {
  const note = await findNote(context.db, context.actor, id)
  if (note) await requireNoHold(context, note.clientId)
  return fail('psychotherapy_note_missing')
}

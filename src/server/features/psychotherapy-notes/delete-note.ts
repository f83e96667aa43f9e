import { usDate } from '#shared/rules/progress.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { rowId } from '#server/ids.ts'
import { deleteNote, findHoldStart } from './store.ts'

/**
 * Deletes a psychotherapy note of the caller for good.
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
  await audit(context, { action: 'psychotherapy_note.deleted', ...resource })
  return {}
}

async function failDeletion({ db, actor }: Context, id: string): Promise<never> {
  const since = await findHoldStart(db, actor, id)
  return since === null ? fail('psychotherapy_note_missing') : fail('hold_blocks_deletion', { date: usDate(since) })
}

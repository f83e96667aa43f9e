import { isDeepStrictEqual } from 'node:util'
import type { PsychotherapyNote, PsychotherapyNoteInput } from '#shared/contract/psychotherapy-notes.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { requireNoHold } from '#server/features/releases/require-no-hold.ts'
import { rowId } from '#server/ids.ts'
import { requireConfirmed } from './require-confirmed.ts'
import { noteKeys, openNote, sealNote } from './sealed-note.ts'
import { findNote, ownClients, updateNote } from './store.ts'
import { toPsychotherapyNote } from './to-psychotherapy-note.ts'

/**
 * Changes a psychotherapy note of the caller, even if the client was transferred. If the note already has this text, as
 * after a lost response, it is returned unchanged.
 * @throws psychotherapy_note_missing for all other notes; psychotherapy_note_conflict if the note was saved since
 * `baseVersion`; psychotherapy_note_excluded; psychotherapy_note_on_hold or, after a transfer,
 * psychotherapy_note_on_hold_transferred, because a note has no earlier versions
 */
export async function savePsychotherapyNote(
  context: Context,
  input: PsychotherapyNoteInput & { noteId: string; baseVersion: number },
): Promise<PsychotherapyNote> {
  const { db, actor, config } = context
  const id = rowId(input.noteId, 'psychotherapy_note_missing')
  const before = (await findNote(db, actor, id)) ?? fail('psychotherapy_note_missing')
  const confirmed = requireConfirmed(input)
  const keys = noteKeys(config)
  const { clientId } = before
  const client = (await ownClients(db, actor, [clientId])).get(clientId)
  const clientName = client?.name ?? openNote(keys, before, before.sealed).clientName
  const sealed = sealNote(keys, before, { text: input.text, clientName, confirmed })
  const resource = { resourceType: 'psychotherapy_note', resourceId: id, clientId } as const
  const [isSaved, note] = await Promise.all([updateNote(db, id, input.baseVersion, sealed), findNote(db, actor, id)])
  if (!note) fail('psychotherapy_note_conflict')
  const saved = toPsychotherapyNote(keys, note)
  if (isSaved) audit(context, { action: 'psychotherapy_note.changed', ...resource })
  else if (saved.text !== input.text || !isDeepStrictEqual(saved.confirmed, confirmed)) {
    // Only the client's therapist can add a new note.
    const code = client ? 'psychotherapy_note_on_hold' : 'psychotherapy_note_on_hold_transferred'
    await requireNoHold(context, clientId, code)
    fail('psychotherapy_note_conflict')
  } else audit(context, { action: 'psychotherapy_note.read', ...resource })
  return saved
}

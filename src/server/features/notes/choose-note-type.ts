import type { Note, NoteType } from '#shared/contract/notes.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { chosenForm, isSameForm, type NoteForm } from './chosen-form.ts'
import { ownNote } from './own-note.ts'
import { closeRequest, listRequests } from './requests-store.ts'
import { startDraft } from './start-draft.ts'
import { type NoteRow, updateNote } from './store.ts'
import { toNote } from './to-note.ts'

/**
 * Chooses the note type of the draft. This is possible once after a recording and does not use a type change. An
 * earlier edit or request by the therapist counts as the choice.
 * @throws session_missing, not_allowed, note_type_chosen, template_missing, template_retired
 */
export async function chooseNoteType(
  context: Context,
  input: { sessionId: string; noteType: NoteType; templateId?: string | undefined },
): Promise<Note> {
  const note = await ownNote(context, input.sessionId)
  if (note.typeChosen) fail('note_type_chosen')
  const chosen = await chosenForm(context, note, input)
  audit(context, {
    action: 'note.type_chosen',
    resourceType: 'note',
    resourceId: note.sessionId,
    clientId: note.client.id,
    details: { noteType: chosen.noteType },
  })
  return toNote(context, await take(context, { ...note, typeChosen: true }, chosen))
}

/**
 * A draft that has not begun will use the new note type. A running draft is replaced: its request is closed, so its
 * result is not saved, and a new request is made.
 */
async function take(context: Context, note: NoteRow, form: NoteForm): Promise<NoteRow> {
  const { db } = context
  if (isSameForm(form, note)) return await updateNote(db, note)
  const requests = await listRequests(db, note.sessionId)
  const next = note.version === 0 ? { ...note, ...form } : note
  if (requests.length === 0) return await updateNote(db, next)
  const open = requests.find(({ state }) => state === 'open')
  if (open) await closeRequest(db, open.id, 'failed')
  return await startDraft(context, next, { kind: 'type choice', ...form, instructions: null })
}

import type { Note, NoteType } from '#shared/contract/notes.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { chosenForm, isSameForm, type NoteForm } from './chosen-form.ts'
import { lockOwnNote } from './own-note.ts'
import { closeRequest, listRequests } from './requests-store.ts'
import { startDraft } from './start-draft.ts'
import { type NoteRow, updateNote } from './store.ts'
import { toNote } from './to-note.ts'

/**
 * Chooses the note type of the draft. The choice is possible once after a recording and does not use a type change. An
 * earlier edit or request by the therapist counts as the choice.
 * @throws session_missing, not_allowed, note_type_chosen, template_missing, template_retired
 */
export async function chooseNoteType(
  context: Context,
  input: { sessionId: string; noteType: NoteType; templateId?: string | undefined },
): Promise<Note> {
  const note = await lockOwnNote(context, input.sessionId)
  if (note.typeChosen) fail('note_type_chosen')
  const chosen = await chosenForm(context, note, input)
  audit(context, {
    action: 'note.type_chosen',
    resourceType: 'note',
    resourceId: note.sessionId,
    clientId: note.client.id,
    details: { noteType: chosen.noteType },
  })
  return toNote(context, await applyForm(context, { ...note, typeChosen: true }, chosen))
}

/**
 * Applies the chosen form. Without a request, only the note changes, and its first draft will use the form. Otherwise,
 * requests a new draft; an open request is closed, so that its draft is not saved.
 */
async function applyForm(context: Context, note: NoteRow, form: NoteForm): Promise<NoteRow> {
  const { db } = context
  if (isSameForm(form, note)) return await updateNote(db, note)
  const requests = await listRequests(db, note.sessionId)
  const next = note.version === 0 ? { ...note, ...form } : note
  if (requests.length === 0) return await updateNote(db, next)
  const open = requests.find(({ state }) => state === 'open')
  if (open) await closeRequest(db, open.id, 'failed')
  return await startDraft(context, next, { kind: 'type choice', ...form, instructions: null })
}

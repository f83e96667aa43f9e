import type { Note, NoteType } from '#shared/contract/notes.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { chosenForm, isSameForm } from './chosen-form.ts'
import { changeWrittenType } from './change-written-type.ts'
import { lockOwnNote, lockOwnNoteToDraft } from './own-note.ts'
import { listRequests } from './requests-store.ts'
import { showNote } from './show-note.ts'
import { type RequestedDraft, isUnderway, startDraft } from './start-draft.ts'
import type { NoteRow } from './store.ts'
import { toNote } from './to-note.ts'

/**
 * Requests the first draft of the note, or retries a failed draft. Repeated calls enqueue one job. If the note already
 * has a draft, nothing changes.
 * @throws session_missing, not_allowed, transcript_missing
 */
export async function generateNote(context: Context, input: { sessionId: string }): Promise<Note> {
  const note = await lockOwnNoteToDraft(context, input.sessionId)
  const requested = await draftToRequest(context, note)
  return requested ? toNote(context, await startDraft(context, note, requested)) : await showNote(context, note)
}

/** Returns the request to make, or to repeat if its job was lost. Null if a draft exists or is in progress. */
async function draftToRequest(context: Context, note: NoteRow): Promise<RequestedDraft | null> {
  const requests = await listRequests(context.db, note.sessionId)
  const open = requests.find(({ state }) => state === 'open')
  if (open) return (await isUnderway(context, note)) ? null : open
  const [latest] = requests
  // After failed excerpts, a retry uses the language model again, which may have recovered.
  if (note.state === 'failed' && latest?.state === 'failed')
    return latest.kind === 'excerpts' ? { ...latest, kind: 'draft' } : latest
  if (requests.some(({ state }) => state === 'done')) return null
  if (!latest && (await isUnderway(context, note))) return null
  return { kind: 'draft', noteType: note.noteType, template: note.template, instructions: null }
}

/**
 * Drafts the note again in another note type. The text of a note that was written without a recording is only moved to
 * the sections of the new type. Choosing the current type changes nothing.
 * @throws session_missing, not_allowed, transcript_missing, note_busy, type_changes_used_up; template_missing,
 * template_retired
 */
export async function changeNoteType(
  context: Context,
  input: { sessionId: string; noteType: NoteType; templateId?: string | undefined },
): Promise<Note> {
  const note = await lockOwnNote(context, input.sessionId)
  const chosen = await chosenForm(context, note, input)
  const isWritten = note.origin === 'written'
  if (isSameForm(chosen, note) && (note.version > 0 || isWritten)) return await showNote(context, note)
  if (isWritten) return toNote(context, await changeWrittenType(context, note, chosen))
  const requested = { kind: 'type change', ...chosen, instructions: null } as const
  return toNote(context, await startDraft(context, note, requested))
}

/**
 * Drafts the note again, following instructions.
 * @throws session_missing, not_allowed, note_missing if the note has no version, instruction_not_followed if the
 * drafter cannot follow the instructions, note_busy, enhancements_used_up
 */
export async function enhanceNote(context: Context, input: { sessionId: string; instructions: string }): Promise<Note> {
  const note = await lockOwnNote(context, input.sessionId)
  if (note.version === 0) fail('note_missing')
  if (context.drafter.canFollow?.(input.instructions) === false) fail('instruction_not_followed')
  const requested = {
    kind: 'enhancement',
    noteType: note.noteType,
    template: note.template,
    instructions: input.instructions,
  } as const
  return toNote(context, await startDraft(context, note, requested))
}

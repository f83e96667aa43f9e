import type { Note, NoteType } from '#shared/contract/notes.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { ownNote, ownNoteToDraft } from './own-note.ts'
import { listRequests } from './requests-store.ts'
import { showNote } from './show-note.ts'
import { type Ask, isUnderway, startDraft } from './start-draft.ts'
import type { NoteRow } from './store.ts'
import { toNote } from './to-note.ts'

/**
 * Has the note drafted, or the draft that failed tried again. Two tabs or a reload start one job, and a note that was
 * drafted stays as it is.
 * @throws session_missing, not_allowed, transcript_missing
 */
export async function generateNote(context: Context, input: { sessionId: string }): Promise<Note> {
  const note = await ownNoteToDraft(context, input.sessionId)
  const ask = await askFor(context, note)
  return ask ? toNote(context.config, await startDraft(context, note, ask)) : await showNote(context, note)
}

/** What is to be asked for, again when its job was lost; null when the note was drafted, or its draft is under way. */
async function askFor(context: Context, note: NoteRow): Promise<Ask | null> {
  const requests = await listRequests(context.db, note.sessionId)
  const open = requests.find(({ state }) => state === 'open')
  if (open) return (await isUnderway(context, note)) ? null : open
  const [latest] = requests
  // The language model may answer again.
  if (note.state === 'failed' && latest?.state === 'failed')
    return latest.kind === 'excerpts' ? { ...latest, kind: 'draft' } : latest
  if (requests.some(({ state }) => state === 'done')) return null
  if (!latest && (await isUnderway(context, note))) return null
  return { kind: 'draft', noteType: note.noteType, instructions: null }
}

/**
 * Has the note drafted again in another note type. Choosing the type that it has changes nothing.
 * @throws session_missing, not_allowed, transcript_missing, note_busy, type_changes_used_up
 */
export async function changeNoteType(
  context: Context,
  input: { sessionId: string; noteType: NoteType },
): Promise<Note> {
  const note = await ownNote(context, input.sessionId)
  if (input.noteType === note.noteType && note.version > 0) return await showNote(context, note)
  const ask = { kind: 'type change', noteType: input.noteType, instructions: null } as const
  return toNote(context.config, await startDraft(context, note, ask))
}

/**
 * Has the note drafted again by instructions.
 * @throws session_missing, not_allowed, note_missing when there is nothing to enhance, instruction_not_followed when the drafter
 * cannot do what they ask for, note_busy, enhancements_used_up
 */
export async function enhanceNote(context: Context, input: { sessionId: string; instructions: string }): Promise<Note> {
  const note = await ownNote(context, input.sessionId)
  if (note.version === 0) fail('note_missing')
  if (context.drafter.canFollow?.(input.instructions) === false) fail('instruction_not_followed')
  const ask = { kind: 'enhancement', noteType: note.noteType, instructions: input.instructions } as const
  return toNote(context.config, await startDraft(context, note, ask))
}

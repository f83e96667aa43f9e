import type { Note } from '#shared/contract/notes.ts'
import type { Context } from '#server/context.ts'
import { ownNoteToDraft } from './own-note.ts'
import { closeRequest, listRequests } from './requests-store.ts'
import { showNote } from './show-note.ts'
import { isUnderway, startDraft } from './start-draft.ts'
import { toNote } from './to-note.ts'

/**
 * Drafts the note without the language model, if the model failed or does not respond. A running draft is replaced: its
 * request is closed, so its result is not saved. A note that has a draft does not change.
 * @throws session_missing, not_allowed, transcript_missing
 */
export async function draftExcerpts(context: Context, input: { sessionId: string }): Promise<Note> {
  const { db } = context
  const note = await ownNoteToDraft(context, input.sessionId)
  if (note.drafter !== 'none') return await showNote(context, note)
  const [latest] = await listRequests(db, note.sessionId)
  if (latest?.state === 'open') {
    if (latest.kind === 'excerpts' && (await isUnderway(context, note))) return await showNote(context, note)
    await closeRequest(db, latest.id, 'failed')
  }
  const { noteType, template } = latest ?? note
  const ask = { kind: 'excerpts', noteType, template, instructions: null } as const
  return toNote(context, await startDraft(context, note, ask))
}

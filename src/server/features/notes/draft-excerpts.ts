import type { Note } from '#shared/contract/notes.ts'
import type { Context } from '#server/context.ts'
import { lockOwnNoteToDraft } from './own-note.ts'
import { closeRequest, listRequests } from './requests-store.ts'
import { showNote } from './show-note.ts'
import { isUnderway, startDraft } from './start-draft.ts'
import { toNote } from './to-note.ts'

/**
 * Drafts the note from excerpts, if the language model failed or does not respond. An open request for another draft is
 * closed, so that the other draft is not saved. If the note already has a draft, nothing changes.
 * @throws session_missing, not_allowed, transcript_missing
 */
export async function draftExcerpts(context: Context, input: { sessionId: string }): Promise<Note> {
  const { db } = context
  const note = await lockOwnNoteToDraft(context, input.sessionId)
  if (note.drafter !== 'none') return await showNote(context, note)
  const [latest] = await listRequests(db, note.sessionId)
  if (latest?.state === 'open') {
    if (latest.kind === 'excerpts' && (await isUnderway(context, note))) return await showNote(context, note)
    await closeRequest(db, latest.id, 'failed')
  }
  const { noteType, template } = latest ?? note
  const requested = { kind: 'excerpts', noteType, template, instructions: null } as const
  return toNote(context, await startDraft(context, note, requested))
}

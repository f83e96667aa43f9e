import type { Note } from '#shared/contract/notes.ts'
import type { Context } from '#server/context.ts'
import { ownNoteToDraft } from './own-note.ts'
import { closeRequest, listRequests } from './requests-store.ts'
import { showNote } from './show-note.ts'
import { isUnderway, startDraft } from './start-draft.ts'
import { toNote } from './to-note.ts'

/**
 * Has the first draft made without the language model, which failed or does not answer. A draft that is under way is taken
 * over: it finds its request closed and leaves the note alone. A note that was drafted stays as it is.
 * @throws session_missing, not_allowed, transcript_missing
 */
export async function draftExcerpts(context: Context, input: { sessionId: string }): Promise<Note> {
  const { config, db } = context
  const note = await ownNoteToDraft(context, input.sessionId)
  if (note.drafter !== 'none') return await showNote(context, note)
  const [latest] = await listRequests(db, note.sessionId)
  if (latest?.state === 'open') {
    if (latest.kind === 'excerpts' && (await isUnderway(context, note))) return await showNote(context, note)
    await closeRequest(db, latest.id, 'failed')
  }
  const ask = { kind: 'excerpts', noteType: latest?.noteType ?? note.noteType, instructions: null } as const
  return toNote(config, await startDraft(context, note, ask))
}

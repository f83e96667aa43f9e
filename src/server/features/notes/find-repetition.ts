import type { Repetition } from '#shared/contract/notes.ts'
import { repeatedLimit, repeatedShare } from '#shared/rules/repeated-text.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { rowId } from '#server/ids.ts'
import { findNote, findNoteBefore } from './store.ts'

/**
 * Finds sections that mostly repeat the client's previous note. A payer may treat such a note as cloned.
 * @throws session_missing also for a session that the caller may not see
 */
export async function findRepetition({ db }: Context, input: { sessionId: string }): Promise<Repetition> {
  const note = (await findNote(db, rowId(input.sessionId, 'session_missing'))) ?? fail('session_missing')
  const previous = note.version > 0 ? await findNoteBefore(db, note.client.id, note.sessionId) : undefined
  if (!previous) return { previousDate: null, sections: [] }
  const earlier = previous.sections.map(({ content }) => content)
  const sections = note.sections
    .map(({ title, content }) => ({ title, share: repeatedShare(content, earlier) }))
    .filter(({ share }) => share > repeatedLimit)
    .map(({ title, share }) => ({ title, percent: Math.floor(share * 100) }))
  return { previousDate: previous.date, sections }
}

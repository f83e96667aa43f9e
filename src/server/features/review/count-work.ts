import { therapistInSentence } from '#shared/rules/therapist-name.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { rowId } from '#server/ids.ts'
import { addWork, findCountableNote } from './figures-store.ts'

type Input = { sessionId: string; activeMs: number; snippets: number }

/**
 * Adds active time and inserted snippets to the figures of the caller's own note. An increment after the signature is
 * ignored. Increments are not audited, because they contain nothing of the record and are sent every few seconds.
 * @throws session_missing; not_allowed for other readers; note_of_other after a transfer of the client
 */
export async function countWork({ db, actor }: Context, input: Input): Promise<Record<string, never>> {
  const sessionId = rowId(input.sessionId, 'session_missing')
  const note = (await findCountableNote(db, sessionId)) ?? fail('session_missing')
  if (note.therapistId !== actor.userId) fail('not_allowed')
  if (note.renderedBy !== actor.userId) fail('note_of_other', { name: therapistInSentence(note.therapistName) })
  if (note.isLocked) return {}
  if (!(await addWork(db, { ...note, ...input, sessionId, userId: actor.userId }))) fail('session_missing')
  return {}
}

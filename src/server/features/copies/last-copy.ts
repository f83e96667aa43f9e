import type { LastCopy } from '#shared/contract/copies.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { rowId } from '#server/ids.ts'
import { type CopiedSection, findCurrentSections, findLastCopy } from './store.ts'

/**
 * Returns the last copy of a note, or null without one.
 * @throws session_missing also for a session that the caller may not see
 */
export async function lastCopy({ db, actor }: Context, input: { sessionId: string }): Promise<LastCopy | null> {
  const sessionId = rowId(input.sessionId, 'session_missing')
  const [sections, copy] = await Promise.all([findCurrentSections(db, sessionId), findLastCopy(db, sessionId)])
  if (!sections) fail('session_missing')
  if (!copy) return null
  const { version, profile, copiedAt, copiedBy, name, copiedSections, isSuperseded, addendaSince } = copy
  return {
    version,
    profile,
    at: copiedAt.toISOString(),
    copiedBy: copiedBy === actor.userId ? null : (name ?? 'A former member'),
    isChanged: textOf(copiedSections) !== textOf(sections),
    isSuperseded,
    addendaSince,
  }
}

const textOf = (sections: readonly CopiedSection[]) =>
  JSON.stringify(sections.map(({ title, content }) => [title, content.trim()]))

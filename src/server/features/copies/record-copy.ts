import { createHash } from 'node:crypto'
import type { LastCopy } from '#shared/contract/copies.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { rowId } from '#server/ids.ts'
import { copyOf } from './prepare-copy.ts'
import { insertCopy } from './store.ts'

/**
 * Records that the caller copied a version of a note, with a hash of the text that the profile produces.
 * @throws what `copyOf` throws; session_missing also if the session is deleted at the same moment
 */
export async function recordCopy(
  context: Context,
  input: { sessionId: string; profileId: string; version: number },
): Promise<LastCopy> {
  const { db, actor } = context
  const { copy, clientId } = await copyOf(context, input)
  const { version, profile, isDraft, whole } = copy
  const sessionId = rowId(input.sessionId, 'session_missing')
  const sha256 = createHash('sha256').update(whole.text).digest()
  const at = await insertCopy(db, { sessionId, version, profile, isDraft, sha256, copiedBy: actor.userId })
  if (!at) fail('session_missing')
  audit(context, {
    action: 'note.copied',
    resourceType: 'note',
    resourceId: sessionId,
    clientId,
    details: { version, profile: profile.isBuiltIn ? profile.id : 'own', isDraft },
  })
  const unchanged = { isChanged: false, isSuperseded: false, addendaSince: 0 }
  return { version, profile: profile.name, at: at.toISOString(), copiedBy: null, ...unchanged }
}

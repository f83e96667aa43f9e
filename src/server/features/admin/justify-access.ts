import type { Context } from '#server/context.ts'
import { storableText } from '#server/db/storable.ts'
import { fail } from '#server/fail.ts'
import { rowId } from '#server/ids.ts'
import { justify } from './store.ts'

/**
 * Records why an admin opens a client's or session's administrative details, and opens that record for 15 minutes
 * (D5). The reason is stored only in the audit trail.
 * @throws justification_required for an empty reason, client_missing, session_not_found
 */
export async function justifyAccess(
  { db }: Context,
  input: { kind: 'client' | 'session'; id: string; justification: string },
): Promise<{ accessUntil: string }> {
  const missing = input.kind === 'client' ? 'client_missing' : 'session_not_found'
  const justification = storableText(input.justification).trim()
  if (justification === '') fail('justification_required')
  const until = await justify(db, input.kind, rowId(input.id, missing), justification)
  return { accessUntil: until?.toISOString() ?? fail(missing) }
}

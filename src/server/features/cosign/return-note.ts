import type { CosignQueue } from '#shared/contract/cosign.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { notifyCosign } from '#server/features/notices/notify-cosign.ts'
import { throwIfFailure } from '#server/features/organizations/throw-if-failure.ts'
import { throwIfOnHoldOrReleased } from '#server/features/signatures/supersede-refusal.ts'
import { findAuthorName } from './get-note.ts'
import { readQueue } from './list-queue.ts'
import { requireClient } from './require-client.ts'
import { returnNote as returnRow } from './store.ts'

/**
 * Returns a note with comments to its author. The signature no longer applies, but stays in the history.
 * @throws session_missing, cosign_not_waiting, cosign_changed, cosign_own_note, not_allowed; cosign_author_gone if the
 * author no longer has the client or left the organization; return_without_comment, note_released, record_on_hold
 */
export async function returnNote(
  context: Context,
  input: { sessionId: string; version: number },
): Promise<CosignQueue> {
  const { id, clientId } = await requireClient(context, input.sessionId)
  const name = await findAuthorName(context, id)
  const code = await returnRow(context.db, id, input.version)
  await throwIfOnHoldOrReleased(context.db, id, code)
  throwIfFailure(code, { name })
  audit(context, {
    action: 'note.returned',
    resourceType: 'note',
    resourceId: id,
    clientId,
    details: { version: input.version },
  })
  await notifyCosign(context, id)
  return await readQueue(context)
}

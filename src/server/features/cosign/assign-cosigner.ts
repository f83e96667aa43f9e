import type { CosignQueue } from '#shared/contract/cosign.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { notifyCosign } from '#server/features/notices/notify-cosign.ts'
import { requireOrganizationAdmin } from '#server/features/organizations/require-organization.ts'
import { throwIfFailure } from '#server/features/organizations/throw-if-failure.ts'
import { rowId } from '#server/ids.ts'
import { readQueue } from './list-queue.ts'
import { requireClient } from './require-client.ts'
import { assignCosigner as assignRow } from './store.ts'

/**
 * Assigns another co-signer to a note, beside the author's supervisor.
 * @throws no_organization, not_allowed, session_missing, demo_fixed, cosign_not_waiting, cosigner_unsuitable
 */
export async function assignCosigner(
  context: Context,
  input: { sessionId: string; userId: string },
): Promise<CosignQueue> {
  requireOrganizationAdmin(context)
  const { id, clientId } = await requireClient(context, input.sessionId)
  const userId = rowId(input.userId, 'cosigner_unsuitable')
  throwIfFailure(await assignRow(context.db, id, userId))
  audit(context, {
    action: 'note.cosigner_assigned',
    resourceType: 'note',
    resourceId: id,
    clientId,
    details: { to: userId },
  })
  await notifyCosign(context, id)
  return await readQueue(context)
}

import type { CosignQueue } from '#shared/contract/cosign.ts'
import { cosignStatements } from '#shared/rules/cosign-statements.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { notifyCosign } from '#server/features/notices/notify-cosign.ts'
import { throwIfFailure } from '#server/features/organizations/throw-if-failure.ts'
import { findAuthorName } from './get-note.ts'
import { readQueue } from './list-queue.ts'
import { requireClient } from './require-client.ts'
import { cosignNote as signRow } from './store.ts'

/**
 * Co-signs the version that the caller has on screen.
 * @throws session_missing, cosign_not_waiting, cosign_changed, cosign_own_note, not_allowed, credentials_missing,
 * confirmation_missing
 */
export async function cosignNote(
  context: Context,
  input: { sessionId: string; version: number; contentSha256: string; wasPresent: boolean },
): Promise<CosignQueue> {
  const { version, contentSha256, wasPresent } = input
  const { id, clientId } = await requireClient(context, input.sessionId)
  const name = await findAuthorName(context, id)
  const statement = wasPresent ? cosignStatements.present : cosignStatements.absent
  throwIfFailure(await signRow(context.db, id, { version, contentSha256, statement }), { name })
  audit(context, {
    action: 'note.cosigned',
    resourceType: 'note',
    resourceId: id,
    clientId,
    details: { version, wasPresent },
  })
  await notifyCosign(context, id)
  return await readQueue(context)
}

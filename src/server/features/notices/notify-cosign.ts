import type { Context } from '#server/context.ts'
import { queueMails } from './notify-transfer.ts'
import { insertCosignNotices } from './store.ts'

/**
 * Notifies the co-signer of a note that the caller just signed or reassigned, or the author of a note that the caller
 * just returned or co-signed. A co-signer with an unread notice from the last 24 hours gets no further notice. Does
 * nothing for a note that needs no co-signature.
 */
export async function notifyCosign(context: Context, sessionId: string): Promise<void> {
  await queueMails(context, await insertCosignNotices(context.db, sessionId))
}

import type { Context } from '#server/context.ts'
import { queueMails } from './notify-transfer.ts'
import { insertCosignNotices } from './store.ts'

/**
 * Notifies the user who acts next on a note that the caller just signed, returned, co-signed or reassigned: its author
 * or its co-signer. A co-signer gets at most one unread notice a day. Does nothing for a note that needs no
 * co-signature.
 */
export async function notifyCosign(context: Context, sessionId: string): Promise<void> {
  await queueMails(context, await insertCosignNotices(context.db, sessionId))
}

import type { Context } from '#server/context.ts'
import { insertTransferred } from './store.ts'

/**
 * Tells the therapist who was given a client, and the one who had it before, in the product and by mail; not whoever gave it. To be
 * called after the transfer, in its transaction, by those in charge of the organization.
 */
export async function tellOfTransfer(
  { db, jobs }: Context,
  transfer: { organizationId: string; clientId: string; formerId: string },
): Promise<void> {
  for (const { noticeId, receiverId } of await insertTransferred(db, transfer)) {
    await jobs.enqueue(db, 'notices.mail', { noticeId, userId: receiverId })
  }
}

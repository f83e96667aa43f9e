import type { Context } from '#server/context.ts'
import { insertTransferNotices, type InsertedNotice } from './store.ts'

/**
 * Notifies the new and the former therapist in the product and by mail, but not the user who transferred. Must be
 * called as owner or admin, after the transfer and in its transaction.
 */
export async function notifyTransfer(
  context: Context,
  transfer: { organizationId: string; clientId: string; formerId: string },
): Promise<void> {
  await queueMails(context, await insertTransferNotices(context.db, transfer))
}

/** Queues mails for notices that this transaction inserted. */
export async function queueMails({ db, jobs }: Context, notices: readonly InsertedNotice[]): Promise<void> {
  for (const { noticeId, receiverId } of notices) {
    await jobs.enqueue(db, 'notices.mail', { noticeId, userId: receiverId })
  }
}

import type { Context } from '#server/context.ts'
import { insertTransferNotices, type InsertedNotice } from './store.ts'

/**
 * Notifies the new and the former therapist of a transfer, in the product and by mail, except the user who made the
 * transfer. The caller must be owner or admin, and the call must follow the transfer in the same transaction.
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

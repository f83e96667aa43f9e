import type { Context } from '#server/context.ts'
import { insertTransferred, type WrittenNotice } from './store.ts'

/**
 * Tells the therapist who was given a client, and the one who had it before, in the product and by mail; not whoever gave it. To be
 * called after the transfer, in its transaction, by those in charge of the organization.
 */
export async function tellOfTransfer(
  context: Context,
  transfer: { organizationId: string; clientId: string; formerId: string },
): Promise<void> {
  await mailLater(context, await insertTransferred(context.db, transfer))
}

/** Has notices that this transaction wrote told by mail, too. */
export async function mailLater({ db, jobs }: Context, notices: readonly WrittenNotice[]): Promise<void> {
  for (const { noticeId, receiverId } of notices) {
    await jobs.enqueue(db, 'notices.mail', { noticeId, userId: receiverId })
  }
}

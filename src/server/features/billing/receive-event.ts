import type { Services } from '#server/context.ts'
import { recordEvent } from './store.ts'

/**
 * Receives a webhook event. A job reads the changed state from the provider, so events may arrive late, twice and in
 * any order. The event's id is recorded in the transaction that enqueues the job. Returns false for an invalid
 * signature.
 */
export async function receiveEvent(
  { tenant, jobs, payments }: Pick<Services, 'tenant' | 'jobs' | 'payments'>,
  delivered: { body: Buffer; signature: string },
): Promise<boolean> {
  const event = payments.readEvent(delivered.body, delivered.signature)
  if (!event) return false
  await tenant.asAnonymous(async (db) => {
    const { isNew, organizationId } = await recordEvent(db, event)
    if (isNew && organizationId) await jobs.enqueue(db, 'billing.sync', { organizationId })
  })
  return true
}

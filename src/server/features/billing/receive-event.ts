import type { Services } from '#server/context.ts'
import { noteEvent } from './store.ts'

/**
 * Hears what the provider tells. What has changed is read from it by a job, so that events may come late, twice and in any order;
 * its id is kept in the transaction that asks for the job. Answers false for what the provider has not signed.
 */
export async function receiveEvent(
  { tenant, jobs, payments }: Pick<Services, 'tenant' | 'jobs' | 'payments'>,
  delivered: { body: Buffer; signature: string },
): Promise<boolean> {
  const event = payments.readEvent(delivered.body, delivered.signature)
  if (!event) return false
  await tenant.asNobody(async (db) => {
    const { isNew, organizationId } = await noteEvent(db, event)
    if (isNew && organizationId) await jobs.enqueue(db, 'billing.mirror', { organizationId })
  })
  return true
}

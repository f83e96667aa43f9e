import type { Services } from '#server/context.ts'
import type { Db } from '#server/db/tenant.ts'
import { findCreator } from './customer-store.ts'

/** Enqueues the creation of the customer of an organization with a record. An organization without an owner gets none. */
export async function enqueueCustomer({ jobs }: Pick<Services, 'jobs'>, db: Db, organizationId: string): Promise<void> {
  const userId = await findCreator(db, organizationId)
  if (userId !== null) await jobs.enqueue(db, 'billing.create_customer', { organizationId, userId })
}

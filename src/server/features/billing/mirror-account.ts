import type { Services } from '#server/context.ts'
import { findCustomer } from './customers-store.ts'
import { readCustomer } from './read-customer.ts'
import { keepReading } from './store.ts'

/** Reads what an organization has at the provider, and keeps it. Rejects when the provider does not answer, so that it is tried again. */
export async function mirrorAccount(services: Services, organizationId: string): Promise<void> {
  const { tenant } = services
  const customerId = await tenant.asNobody((db) => findCustomer(db, organizationId))
  if (customerId === null) return
  const reading = await readCustomer(services, customerId)
  await tenant.asNobody((db) => keepReading(db, organizationId, reading))
}

import type Stripe from 'stripe'
import type { CustomerDetails, Idempotent } from '../port.ts'
import { callStripe } from './call-stripe.ts'

/** Returns the organization's existing customer if there is one. Stripe deletes idempotency keys after a day. */
export async function createCustomer(
  client: Stripe,
  { organizationId, email, name, idempotencyKey }: CustomerDetails & Idempotent,
): Promise<{ customerId: string }> {
  const { data: known } = await callStripe(client.customers.list({ email, limit: 100 }))
  const existing = known.find(({ metadata }) => metadata['organization_id'] === organizationId)
  if (existing) return { customerId: existing.id }
  const details = { email, name, metadata: { organization_id: organizationId } }
  const created = await callStripe(client.customers.create(details, { idempotencyKey }))
  return { customerId: created.id }
}

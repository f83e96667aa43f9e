import type Stripe from 'stripe'
import { type CustomerDetails, type Idempotent, PaymentFailure } from '../port.ts'
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

export async function updateCustomer(
  client: Stripe,
  { customerId, email, name }: { customerId: string; email: string; name: string },
): Promise<void> {
  const customer = await callStripe(client.customers.retrieve(customerId), 'customer_missing')
  if (customer.deleted) throw new PaymentFailure('customer_missing')
  if (customer.email === email && customer.name === name) return
  await callStripe(client.customers.update(customerId, { email, name }), 'customer_missing')
}

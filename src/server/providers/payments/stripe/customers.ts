import type Stripe from 'stripe'
import type { CustomerDetails, Once } from '../port.ts'
import { ask } from './ask.ts'

/** Finds the organization's customer again where it was made before, also when Stripe has forgotten the idempotency key. */
export async function createCustomer(
  client: Stripe,
  { organizationId, email, name, idempotencyKey }: CustomerDetails & Once,
): Promise<{ customerId: string }> {
  const { data: known } = await ask(client.customers.list({ email, limit: 100 }))
  const ours = known.find(({ metadata }) => metadata['organization_id'] === organizationId)
  if (ours) return { customerId: ours.id }
  const details = { email, name, metadata: { organization_id: organizationId } }
  const made = await ask(client.customers.create(details, { idempotencyKey }))
  return { customerId: made.id }
}

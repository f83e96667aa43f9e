import { randomUUID } from 'node:crypto'
import type { PaymentMethod } from '#shared/contract/billing.ts'
import type { Services } from '#server/context.ts'
import { createBillingCustomer } from '#server/features/billing/create-billing-customer.ts'
import type { Api } from './world.ts'

/** Creates an organization's customer and trial in the sandbox, as sign-up does. */
export function beginBilling(services: Services, organizationId: string, userId: string): Promise<void> {
  return createBillingCustomer(services, { organizationId, userId })
}

/** Adds a card through the sandbox's form. */
export async function addTestCard(api: Api, number = '4242424242424242'): Promise<PaymentMethod[]> {
  const { id: setupId } = await api.billing.beginCard({ requestId: randomUUID() })
  await api.billing.fillTestCard({ setupId, number, expMonth: 12, expYear: 2090, cvc: '123', isConfirmed: true })
  return (await api.billing.finishCard({ setupId })).items
}

/** The price id of a plan. */
export async function priceOf(api: Api, planId: string): Promise<string> {
  const plan = (await api.billing.plans()).items.find(({ id }) => id === planId)
  if (!plan) throw new Error(`unknown plan ${planId}`)
  return plan.priceId
}

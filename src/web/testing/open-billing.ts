import type { UserEvent } from '@testing-library/user-event'
import { within } from '@testing-library/react'
import { basic, invoice, plans, stateWith, subscriptionOf, visa } from './billing.ts'
import type { Replies } from './fake-server.ts'
import { openPage, type Part, region } from './open-page.tsx'

type BillingReplies = NonNullable<Replies['billing']>

/** The replies for an organization with the basic plan, one card and one invoice. */
export const paidBasic: BillingReplies = {
  state: () => stateWith(subscriptionOf(basic)),
  plans: () => ({ items: plans }),
  paymentMethods: () => ({ items: [visa] }),
  invoices: () => ({ items: [invoice], hasMore: false }),
}

/** Opens the billing page for the owner of this organization and waits until it has loaded. */
export async function openBilling(replies: BillingReplies = {}): Promise<UserEvent> {
  const user = openPage('/billing', { billing: { ...paidBasic, ...replies } })
  await region('Quick Actions')
  return user
}

/** Returns the card of a plan. */
export async function planCard(name: string): Promise<Part> {
  const heading = await (await region('Available Plans')).findByRole('heading', { name })
  const card = heading.closest('li')
  if (!card) throw new Error(`${name} is not in the list of plans`)
  return within(card)
}

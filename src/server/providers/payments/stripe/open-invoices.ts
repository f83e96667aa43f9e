import type Stripe from 'stripe'
import { type Idempotent, PaymentFailure } from '../port.ts'
import { callStripe, unknownOutcomeCodes } from './call-stripe.ts'

/** The open invoices of a subscription, the oldest first. */
export async function listOpen(client: Stripe, { id }: Stripe.Subscription): Promise<Stripe.Invoice[]> {
  const { data } = await callStripe(client.invoices.list({ subscription: id, status: 'open', limit: 100 }))
  return data.toReversed()
}

/** The open invoices to pay before a plan change. Stripe credits unused days even if they were never paid. */
export async function listOverdue(client: Stripe, subscription: Stripe.Subscription): Promise<Stripe.Invoice[]> {
  const isOverdue = subscription.status === 'past_due' || subscription.status === 'unpaid'
  return isOverdue ? await listOpen(client, subscription) : []
}

/** Charges invoices one after the other. @throws payment_partly_made if an earlier one was paid */
export async function payInvoices(
  client: Stripe,
  invoices: readonly Stripe.Invoice[],
  { idempotencyKey }: Idempotent,
): Promise<void> {
  for (const [paid, { id }] of invoices.entries()) {
    const payment = client.invoices.pay(id, {}, { idempotencyKey: `${idempotencyKey}:${id}` })
    await afterPayments(paid, callStripe(payment, 'billing_no_card'))
  }
}

/** Awaits a charge that follows `paid` other payments. A failure must not read as if nothing had been charged. */
export async function afterPayments<T>(paid: number, charge: Promise<T>): Promise<T> {
  try {
    return await charge
  } catch (error) {
    if (paid === 0 || !(error instanceof PaymentFailure) || unknownOutcomeCodes.has(error.code)) throw error
    throw new PaymentFailure('payment_partly_made', { cause: error })
  }
}

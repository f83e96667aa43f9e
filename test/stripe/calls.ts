import { PaymentFailure, type Payments } from '#server/providers/payments/port.ts'
import { cards, newCustomer, onceMore } from '../payments.ts'
import type { StripeDesk } from './desk.ts'

export async function priceAt(payments: Payments, planId: string): Promise<string> {
  const plan = (await payments.listPlans()).find(({ id }) => id === planId)
  if (!plan) throw new Error(`There is no plan ${planId}.`)
  return plan.priceId
}

/** A new customer who pays for a plan with the first of these cards. Answers the customer's id. */
export async function subscribedTo(desk: StripeDesk, planId: string, ...numbers: string[]): Promise<string> {
  const customerId = await newCustomer(desk, ...(numbers.length > 0 ? numbers : [cards.good]))
  await desk.payments.subscribe({ customerId, priceId: await priceAt(desk.payments, planId), ...onceMore() })
  return customerId
}

export async function failureOf(call: Promise<unknown>): Promise<PaymentFailure> {
  const failure = await call.then(
    () => new Error('It was done.'),
    (error: unknown) => error,
  )
  if (!(failure instanceof PaymentFailure)) throw failure
  return failure
}

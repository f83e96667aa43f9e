import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addCard, cards, failureOf, newCustomer, newKey, newSubscriber, payWith, priceAt } from '#test/payments.ts'
import type { StripeAccount } from '#test/stripe/account.ts'
import { StripeError } from '#test/stripe/errors.ts'
import { openStripe, type StripeHarness } from '#test/stripe/harness.ts'
import type { Payments } from '../port.ts'

const page = { successUrl: 'https://attend.example.test/a', cancelUrl: 'https://attend.example.test/b' }

let harness: StripeHarness
let payments: Payments
let stripe: StripeAccount
beforeAll(async () => {
  harness = await openStripe()
  payments = harness.payments
  stripe = harness.stripe.account
})
afterAll(() => harness.close())
beforeEach(() => harness.reset())

const priceOf = (id: string) => priceAt(payments, id)

async function openPage(customerId: string, planId = 'basic'): Promise<string> {
  const input = { customerId, priceId: await priceOf(planId), page, ...newKey() }
  return (await payments.subscribe(input)).url ?? ''
}

describe('checkout pages', () => {
  test('a first plan is paid on a checkout page, which a repeated request returns again', async () => {
    const customerId = await newCustomer(harness)
    const input = { customerId, priceId: await priceOf('basic'), page, ...newKey() }
    const { url } = await payments.subscribe(input)
    expect(await payments.subscribe(input)).toEqual({ url })
    const opened = [...stripe.checkouts.values()].find((checkout) => checkout.customer === customerId)
    expect(opened).toMatchObject({ url, successUrl: page.successUrl, price: input.priceId })
    await stripe.payOnPage(url ?? '', cards.good)
    expect(await payments.findSubscription(customerId)).toMatchObject({ status: 'active', amount: 2900 })
    expect(await payments.subscribe(input)).toEqual({ url: null })
    expect(await payments.listPaymentMethods(customerId)).toMatchObject([{ isDefault: true, card: { last4: '4242' } }])
  })

  test('only one checkout page is open at a time, so no plan is paid twice', async () => {
    const customerId = await newCustomer(harness)
    const first = await openPage(customerId)
    expect(await openPage(customerId)).toBe(first)
    const second = await openPage(customerId, 'enterprise')
    expect(second).not.toBe(first)
    await expect(stripe.payOnPage(first, cards.good)).rejects.toThrow('not open')
    // The first request, repeated, gets a new page instead of the closed one.
    const third = await openPage(customerId)
    await expect(stripe.payOnPage(second, cards.good)).rejects.toThrow('not open')
    await stripe.payOnPage(third, cards.good)
    expect(await payments.listSubscriptionIds(customerId)).toHaveLength(1)
  })

  test('starting a trial closes the open checkout page', async () => {
    const customerId = await newCustomer(harness)
    const url = await openPage(customerId)
    await payments.startTrial({ customerId, priceId: await priceOf('basic'), days: 7, ...newKey() })
    await expect(stripe.payOnPage(url, cards.good)).rejects.toThrow('not open')
  })

  test('charging a card closes the open checkout page', async () => {
    const customerId = await newCustomer(harness)
    const url = await openPage(customerId)
    await addCard(harness, customerId, cards.good)
    await payments.subscribe({ customerId, priceId: await priceOf('basic'), ...newKey() })
    await expect(stripe.payOnPage(url, cards.good)).rejects.toThrow('not open')
    expect(await payments.listSubscriptionIds(customerId)).toHaveLength(1)
  })

  test('requesting a checkout page beside a subscription is rejected and closes the open page', async () => {
    const customerId = await newCustomer(harness)
    const url = await openPage(customerId)
    await stripe.addTrial(customerId, await priceOf('basic'))
    const input = { customerId, priceId: await priceOf('basic'), page, ...newKey() }
    expect((await failureOf(payments.subscribe(input))).code).toBe('subscription_exists')
    await expect(stripe.payOnPage(url, cards.good)).rejects.toThrow('not open')
    expect(await payments.listSubscriptionIds(customerId)).toHaveLength(1)
  })

  test('a checkout page that is paid while it is being closed prevents a second charge', async () => {
    const customerId = await newCustomer(harness)
    const url = await openPage(customerId)
    await addCard(harness, customerId, cards.good)
    harness.stripe.beforeNext('POST /v1/checkout/sessions/', () => stripe.payOnPage(url, cards.good))
    const input = { customerId, priceId: await priceOf('enterprise'), ...newKey() }
    expect((await failureOf(payments.subscribe(input))).code).toBe('subscription_exists')
    expect(await payments.listSubscriptionIds(customerId)).toHaveLength(1)
  })

  test("a new default card replaces the checkout page's card on the subscription", async () => {
    const customerId = await newCustomer(harness)
    await stripe.payOnPage(await openPage(customerId), cards.good)
    await addCard(harness, customerId, cards.other)
    await payWith(payments, customerId, '4444')
    const [first] = await payments.listPaymentMethods(customerId)
    expect(first).toMatchObject({ isDefault: true, card: { last4: '4444' } })
    const updates = harness.stripe.requests.filter(({ call }) => call.startsWith('POST /v1/subscriptions/'))
    expect(updates.at(-1)?.form).toEqual({ default_payment_method: first?.id })
  })
})

describe('open invoices', () => {
  /** A customer whose renewal failed. */
  async function pastDue(): Promise<string> {
    const customerId = await newSubscriber(harness, 'basic', cards.good, cards.failsLater)
    await payWith(payments, customerId, '0341')
    harness.setNow('2026-04-10T12:00:00Z')
    expect(await payments.findSubscription(customerId)).toMatchObject({ status: 'past_due' })
    return customerId
  }

  test('open invoices are paid immediately with another card, and only once', async () => {
    const customerId = await pastDue()
    const pay = () => payments.payOpen({ customerId, ...newKey() })
    expect((await failureOf(pay())).code).toBe('card_declined')
    await payWith(payments, customerId, '4242')
    const other = await newCustomer(harness, cards.good)
    expect((await failureOf(payments.payOpen({ customerId: other, ...newKey() }))).code).toBe('subscription_missing')
    expect(await payments.findSubscription(customerId)).toMatchObject({ status: 'past_due' })
    for (const time of [1, 2]) {
      expect(await pay()).toMatchObject({ subscription: { status: 'active' }, paid: time === 1 ? 1 : 0 })
    }
    expect((await payments.listInvoices({ customerId, limit: 5 })).items).toMatchObject([
      { amount: 2900, status: 'paid' },
      { amount: 2900, status: 'paid' },
    ])
  })

  test('without an open invoice, payOpen returns the subscription unchanged', async () => {
    const customerId = await pastDue()
    const { items } = await payments.listInvoices({ customerId, limit: 1 })
    stripe.override(items[0]?.id ?? '', { status: 'uncollectible' })
    const unchanged = { subscription: { status: 'past_due' }, paid: 0 }
    expect(await payments.payOpen({ customerId, ...newKey() })).toMatchObject(unchanged)
  })

  test('a plan change that fails after an open invoice was paid is payment_partly_made', async () => {
    const declined = new StripeError(402, { type: 'card_error', code: 'card_declined', message: '' })
    for (const [failure, code] of [
      [declined, 'payment_partly_made'],
      [new StripeError(500, { type: 'api_error', message: '' }), 'payments_failed'],
    ] as const) {
      harness.setNow('2026-03-10T12:00:00Z')
      const customerId = await pastDue()
      await payWith(payments, customerId, '4242')
      harness.stripe.beforeNext('POST /v1/invoices/', async () => harness.stripe.failNext(failure))
      const input = { customerId, priceId: await priceOf('enterprise'), ...newKey() }
      expect((await failureOf(payments.changePlan(input))).code).toBe(code)
      expect(await payments.findSubscription(customerId)).toMatchObject({ status: 'active', amount: 2900 })
    }
  })

  test('open invoices cannot be paid without a card', async () => {
    const customerId = await pastDue()
    for (const { id } of await payments.listPaymentMethods(customerId)) await stripe.detach(id)
    expect((await failureOf(payments.payOpen({ customerId, ...newKey() }))).code).toBe('billing_no_card')
  })
})

describe('subscriptions that were changed at Stripe', () => {
  test('a subscription that is paid weekly is not shown, but prevents another one', async () => {
    const customerId = await newSubscriber(harness, 'basic')
    const ids = await payments.listSubscriptionIds(customerId)
    const price = { recurring: { interval: 'week', interval_count: 1 } } as const
    stripe.override(ids[0] ?? '', { items: { data: [{ id: 'si_1', price }] } })
    expect(await payments.findSubscription(customerId)).toBeNull()
    expect(await payments.listSubscriptionIds(customerId)).toEqual(ids)
    const input = { customerId, priceId: await priceOf('basic') }
    for (const call of [
      () => payments.subscribe({ ...input, ...newKey() }),
      () => payments.subscribe({ ...input, page, ...newKey() }),
      () => payments.startTrial({ ...input, days: 7, ...newKey() }),
    ])
      expect((await failureOf(call())).code).toBe('subscription_exists')
  })

  test('a subscription that was set to end at a date ends, until it is reactivated', async () => {
    const customerId = await newSubscriber(harness, 'basic')
    const { id = '', currentPeriodEnd = '' } = (await payments.findSubscription(customerId)) ?? {}
    const end = Date.parse(currentPeriodEnd) / 1000
    stripe.override(id, { cancel_at: end + 86_400 })
    expect(await payments.findSubscription(customerId)).toMatchObject({ cancelAtPeriodEnd: false })
    stripe.override(id, { cancel_at: end })
    expect(await payments.findSubscription(customerId)).toMatchObject({ cancelAtPeriodEnd: true, currentPeriodEnd })
    stripe.override(id, { cancel_at: end - 86_400 })
    expect(await payments.findSubscription(customerId)).toMatchObject({
      cancelAtPeriodEnd: true,
      currentPeriodEnd: new Date((end - 86_400) * 1000).toISOString(),
    })
    const reactivated = await payments.setCancelAtPeriodEnd({ customerId, cancel: false, ...newKey() })
    expect(reactivated).toMatchObject({ cancelAtPeriodEnd: false })
  })
})

describe('ensureDefaultPaymentMethod', () => {
  const cardsOf = async (customerId: string) =>
    (await payments.listPaymentMethods(customerId)).map(({ isDefault, card }) => [card.last4, isDefault])

  async function fillForm(customerId: string, number: string) {
    const { id } = await payments.beginCardSetup({ customerId, ...newKey() })
    await harness.fillCard(customerId, id, number)
  }

  test('ensureDefaultPaymentMethod makes the newest card the default when none is', async () => {
    const customerId = await newCustomer(harness)
    await payments.ensureDefaultPaymentMethod(customerId)
    for (const number of [cards.other, cards.good]) await fillForm(customerId, number)
    expect(await cardsOf(customerId)).toEqual([
      ['4242', false],
      ['4444', false],
    ])
    await payments.ensureDefaultPaymentMethod(customerId)
    expect((await cardsOf(customerId))[0]).toEqual(['4242', true])
  })

  test("ensureDefaultPaymentMethod keeps a card that is charged already, also a checkout page's", async () => {
    const customerId = await newCustomer(harness)
    await stripe.payOnPage(await openPage(customerId), cards.good)
    await fillForm(customerId, cards.other)
    await payments.ensureDefaultPaymentMethod(customerId)
    expect(await cardsOf(customerId)).toEqual([
      ['4242', true],
      ['4444', false],
    ])
  })
})

describe('plan changes', () => {
  test.each([
    ['at the start of the period', '2026-03-10T12:00:00Z', 31, -2900, 6900],
    ['a second before the first day ends', '2026-03-11T11:59:59Z', 31, -2900, 6900],
    ['a day later', '2026-03-11T12:00:00Z', 30, -2806, 6677],
    ['on the last day', '2026-04-10T11:00:00Z', 1, -94, 223],
  ])('plan changes are prorated by the day: %s', async (_, now, daysRemaining, creditAmount, chargeAmount) => {
    const customerId = await newSubscriber(harness, 'basic')
    harness.setNow(now)
    const priceId = await priceOf('professional')
    const netAmount = creditAmount + chargeAmount
    expect(await payments.previewChange({ customerId, priceId })).toEqual({
      currency: 'usd',
      currentPlan: { name: 'Basic', amount: 2900 },
      newPlan: { name: 'For professionals', amount: 6900 },
      proration: { daysRemaining, totalDaysInCycle: 31, creditAmount, chargeAmount, netAmount },
      unpaidAmount: 0,
      creditUsed: 0,
      creditKept: 0,
      dueNow: netAmount,
      nextInvoice: { amount: 6900, periodStart: '2026-04-10T12:00:00.000Z' },
      endsAt: null,
    })
    await payments.changePlan({ customerId, priceId, ...newKey() })
    const { items } = await payments.listInvoices({ customerId, limit: 1 })
    expect(items).toMatchObject([{ amount: netAmount, status: 'paid' }])
  })

  test('plan changes to a cheaper plan leave credit for the next invoice', async () => {
    const customerId = await newSubscriber(harness, 'enterprise')
    const priceId = await priceOf('basic')
    const { proration, nextInvoice } = await payments.previewChange({ customerId, priceId })
    expect(proration).toMatchObject({ creditAmount: -14_900, chargeAmount: 2900, netAmount: -12_000 })
    expect(nextInvoice?.amount).toBe(0)
    await payments.changePlan({ customerId, priceId, ...newKey() })
    expect(await stripe.balanceOf(customerId)).toBe(-12_000)
    harness.setNow('2026-03-25T12:00:00Z')
    const back = await payments.previewChange({ customerId, priceId: await priceOf('professional') })
    expect(back.proration).toMatchObject({ creditAmount: -1497, chargeAmount: 3561, netAmount: 2064 })
    expect(back).toMatchObject({ creditUsed: -2064, dueNow: 0, nextInvoice: { amount: 0 } })
  })

  test('a plan change also charges the customer’s unpaid balance', async () => {
    const customerId = await newSubscriber(harness, 'basic')
    await stripe.setBalance(customerId, 500)
    const priceId = await priceOf('professional')
    const preview = await payments.previewChange({ customerId, priceId })
    expect(preview).toMatchObject({ unpaidAmount: 500, creditUsed: 0, dueNow: 4500, nextInvoice: { amount: 6900 } })
    await payments.changePlan({ customerId, priceId, ...newKey() })
    const { items } = await payments.listInvoices({ customerId, limit: 1 })
    expect(items).toMatchObject([{ amount: 4500, status: 'paid' }])
  })

  test.each([
    [500, 500, 0, 11_500, 0],
    [12_500, 12_500, 500, 0, 2900],
    [-300, 0, 0, 12_000, 0],
  ])(
    'plan changes to a cheaper plan settle a balance of %d first',
    async (balance, unpaidAmount, dueNow, creditKept, next) => {
      const customerId = await newSubscriber(harness, 'enterprise')
      await stripe.setBalance(customerId, balance)
      const priceId = await priceOf('basic')
      expect(await payments.previewChange({ customerId, priceId })).toMatchObject({
        proration: { netAmount: -12_000 },
        unpaidAmount,
        creditUsed: 0,
        creditKept,
        dueNow,
        nextInvoice: { amount: next },
      })
      await payments.changePlan({ customerId, priceId, ...newKey() })
      expect(await stripe.balanceOf(customerId)).toBe(dueNow === 0 ? balance - 12_000 : 0)
    },
  )

  test('plan changes from a month to a year start a new period', async () => {
    const { priceId } = stripe.addProduct('By the year', 60_000, { interval: 'year' })
    const customerId = await newSubscriber(harness, 'basic')
    harness.setNow('2026-03-20T12:00:00Z')
    const preview = await payments.previewChange({ customerId, priceId })
    expect(preview.proration).toMatchObject({ creditAmount: -1965, chargeAmount: 60_000, netAmount: 58_035 })
    expect(preview.nextInvoice).toEqual({ amount: 60_000, periodStart: '2027-03-20T12:00:00.000Z' })
    const changed = await payments.changePlan({ customerId, priceId, ...newKey() })
    expect(changed).toMatchObject({ interval: 'year', currentPeriodEnd: '2027-03-20T12:00:00.000Z' })
    const { items } = await payments.listInvoices({ customerId, limit: 1 })
    expect(items).toMatchObject([{ amount: 58_035, status: 'paid' }])
  })

  test('plan changes from a year to a month start a new period, and credit the rest of the year', async () => {
    const { priceId } = stripe.addProduct('By the year', 36_500, { interval: 'year' })
    const customerId = await newCustomer(harness, cards.good)
    await payments.subscribe({ customerId, priceId, ...newKey() })
    harness.setNow('2026-03-20T12:00:00Z')
    const preview = await payments.previewChange({ customerId, priceId: await priceOf('basic') })
    expect(preview.proration).toMatchObject({ creditAmount: -35_500, chargeAmount: 2900, netAmount: -32_600 })
    expect(preview.nextInvoice).toEqual({ amount: 0, periodStart: '2026-04-20T12:00:00.000Z' })
  })

  test('plan changes are rejected after the card was removed at Stripe', async () => {
    const customerId = await newSubscriber(harness, 'basic')
    for (const { id } of await payments.listPaymentMethods(customerId)) await stripe.detach(id)
    const input = { customerId, priceId: await priceOf('professional'), ...newKey() }
    expect((await failureOf(payments.changePlan(input))).code).toBe('billing_no_card')
  })
})

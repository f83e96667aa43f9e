import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addCard, cards, newCustomer, onceMore } from '#test/payments.ts'
import { createSubscription, payOnPage } from '#test/stripe/billing.ts'
import { failureOf, priceAt, subscribedTo } from '#test/stripe/calls.ts'
import { openStripePayments, type StripeDesk } from '#test/stripe/desk.ts'
import type { Payments } from '../port.ts'

const start = '2026-03-10T12:00:00Z'
const page = { successUrl: 'https://attend.example.test/a', cancelUrl: 'https://attend.example.test/b' }

let desk: StripeDesk
let payments: Payments
beforeEach(async () => {
  desk = await openStripePayments(start)
  payments = desk.payments
})
afterEach(() => desk.close())

const priceOf = (id: string) => priceAt(payments, id)
const subscribed = (planId: string, ...numbers: string[]) => subscribedTo(desk, planId, ...numbers)

describe("Stripe's own page", () => {
  test('is where a first plan is paid, also by somebody with a card', async () => {
    const customerId = await newCustomer(desk)
    const wish = { customerId, priceId: await priceOf('basic'), page, ...onceMore() }
    const { url } = await payments.subscribe(wish)
    expect(await payments.subscribe(wish)).toEqual({ url })
    const opened = desk.stripe.world.pages.get(url ?? '')
    expect(opened).toMatchObject({ mode: 'subscription', customer: customerId, success_url: page.successUrl })
    payOnPage(desk.stripe.world, url ?? '', cards.good)
    expect(await payments.findSubscription(customerId)).toMatchObject({ status: 'active', amount: 2900 })
    expect(await payments.subscribe(wish)).toEqual({ url: null })
    expect(await payments.listPaymentMethods(customerId)).toMatchObject([{ isDefault: true, card: { last4: '4242' } }])
  })

  test('is the only one that is open: nothing is paid twice', async () => {
    const { world } = desk.stripe
    const customerId = await newCustomer(desk)
    const open = async (planId: string) => {
      const wish = { customerId, priceId: await priceOf(planId), page, ...onceMore() }
      return (await payments.subscribe(wish)).url ?? ''
    }
    const first = await open('basic')
    expect(await open('basic')).toBe(first)
    const second = await open('enterprise')
    expect(second).not.toBe(first)
    expect(() => payOnPage(world, first, cards.good)).toThrow('not open')
    // The first page's own request comes once more: it is not led to what is closed.
    const again = await open('basic')
    expect(() => payOnPage(world, second, cards.good)).toThrow('not open')
    payOnPage(world, again, cards.good)
    expect(await payments.listSubscriptionIds(customerId)).toHaveLength(1)
  })

  test('is closed before a trial begins', async () => {
    const { world } = desk.stripe
    const customerId = await newCustomer(desk)
    const priceId = await priceOf('basic')
    const { url } = await payments.subscribe({ customerId, priceId, page, ...onceMore() })
    await payments.startTrial({ customerId, priceId, days: 7, ...onceMore() })
    expect(() => payOnPage(world, url ?? '', cards.good)).toThrow('not open')
  })

  test('is closed before a card is charged', async () => {
    const { world } = desk.stripe
    const customerId = await newCustomer(desk)
    const { url } = await payments.subscribe({ customerId, priceId: await priceOf('basic'), page, ...onceMore() })
    await addCard(desk, customerId, cards.good)
    await payments.subscribe({ customerId, priceId: await priceOf('basic'), ...onceMore() })
    expect(() => payOnPage(world, url ?? '', cards.good)).toThrow('not open')
    expect(await payments.listSubscriptionIds(customerId)).toHaveLength(1)
  })

  test('is closed when it is asked for again beside a subscription', async () => {
    const { world } = desk.stripe
    const customerId = await newCustomer(desk)
    const priceId = await priceOf('basic')
    const wish = { customerId, priceId, page }
    const { url } = await payments.subscribe({ ...wish, ...onceMore() })
    createSubscription(world, { customer: customerId, items: [{ price: priceId }], trial_period_days: 3 })
    expect((await failureOf(payments.subscribe({ ...wish, ...onceMore() }))).code).toBe('subscription_exists')
    expect(() => payOnPage(world, url ?? '', cards.good)).toThrow('not open')
    expect(await payments.listSubscriptionIds(customerId)).toHaveLength(1)
  })

  test('that is paid while it is being closed is not paid once more', async () => {
    const { world } = desk.stripe
    const customerId = await newCustomer(desk)
    const { url } = await payments.subscribe({ customerId, priceId: await priceOf('basic'), page, ...onceMore() })
    await addCard(desk, customerId, cards.good)
    // As if it were paid between the list of pages and its being closed.
    const list = world.sessions.list.bind(world.sessions)
    world.sessions.list = (...asked) => {
      const listed = structuredClone(list(...asked))
      world.sessions.list = list
      payOnPage(world, url ?? '', cards.good)
      return listed
    }
    const failure = await failureOf(
      payments.subscribe({ customerId, priceId: await priceOf('enterprise'), ...onceMore() }),
    )
    expect(failure.code).toBe('subscription_exists')
    expect(await payments.listSubscriptionIds(customerId)).toHaveLength(1)
  })

  test('leaves a card that another one takes the place of', async () => {
    const customerId = await newCustomer(desk)
    const wish = { customerId, priceId: await priceOf('basic'), page, ...onceMore() }
    payOnPage(desk.stripe.world, (await payments.subscribe(wish)).url ?? '', cards.good)
    await addCard(desk, customerId, cards.other)
    const [, other] = await payments.listPaymentMethods(customerId)
    await payments.setDefaultPaymentMethod({ customerId, paymentMethodId: other?.id ?? '' })
    const [first] = await payments.listPaymentMethods(customerId)
    expect(first).toMatchObject({ id: other?.id, isDefault: true, card: { last4: '4444' } })
    const { data } = desk.stripe.world.subscriptions.list({}, () => true)
    expect(data[0]?.default_payment_method).toBe(other?.id)
  })
})

describe('what could not be paid', () => {
  test('is paid at once with another card, for this customer only', async () => {
    const customerId = await newCustomer(desk)
    const wish = { customerId, priceId: await priceOf('basic'), page, ...onceMore() }
    payOnPage(desk.stripe.world, (await payments.subscribe(wish)).url ?? '', cards.failsLater)
    expect(await payments.findSubscription(customerId)).toMatchObject({ status: 'past_due' })
    const pay = () => payments.payOpen({ customerId, ...onceMore() })
    expect((await failureOf(pay())).code).toBe('card_declined')
    await addCard(desk, customerId, cards.good)
    const [, good] = await payments.listPaymentMethods(customerId)
    await payments.setDefaultPaymentMethod({ customerId, paymentMethodId: good?.id ?? '' })
    const other = await newCustomer(desk, cards.good)
    expect((await failureOf(payments.payOpen({ customerId: other, ...onceMore() }))).code).toBe('subscription_missing')
    expect(await payments.findSubscription(customerId)).toMatchObject({ status: 'past_due' })
    for (const again of [1, 2]) expect([again, await pay()]).toMatchObject([again, { status: 'active' }])
    expect((await payments.listInvoices({ customerId, limit: 5 })).items).toMatchObject([
      { amount: 2900, status: 'paid' },
    ])
  })

  test('is nothing where no invoice is open: the subscription is answered as it is', async () => {
    const customerId = await newCustomer(desk)
    const wish = { customerId, priceId: await priceOf('basic'), page, ...onceMore() }
    const { world } = desk.stripe
    payOnPage(world, (await payments.subscribe(wish)).url ?? '', cards.failsLater)
    for (const invoice of world.invoices.list({}, () => true).data)
      world.invoices.put({ ...invoice, status: 'uncollectible' })
    expect(await payments.payOpen({ customerId, ...onceMore() })).toMatchObject({ status: 'past_due' })
  })

  test('needs a card', async () => {
    const customerId = await newCustomer(desk)
    const wish = { customerId, priceId: await priceOf('basic'), page, ...onceMore() }
    payOnPage(desk.stripe.world, (await payments.subscribe(wish)).url ?? '', cards.failsLater)
    const { data } = desk.stripe.world.subscriptions.list({}, () => true)
    for (const subscription of data) subscription.default_payment_method = null
    expect((await failureOf(payments.payOpen({ customerId, ...onceMore() }))).code).toBe('billing_no_card')
  })
})

describe('cards of which none pays', () => {
  test('have their newest one pay', async () => {
    const customerId = await newCustomer(desk)
    await payments.settleDefaultPaymentMethod(customerId)
    for (const number of [cards.other, cards.good]) {
      const { id } = await payments.beginCardSetup({ customerId, ...onceMore() })
      await desk.fillCard(customerId, id, number)
    }
    const kept = async () =>
      (await payments.listPaymentMethods(customerId)).map(({ isDefault, card }) => [card.last4, isDefault])
    expect(await kept()).toEqual([
      ['4242', false],
      ['4444', false],
    ])
    await payments.settleDefaultPaymentMethod(customerId)
    expect((await kept())[0]).toEqual(['4242', true])
  })

  test('do not come before one that pays already, also on a page of Stripe’s', async () => {
    const customerId = await newCustomer(desk)
    const wish = { customerId, priceId: await priceOf('basic'), page, ...onceMore() }
    payOnPage(desk.stripe.world, (await payments.subscribe(wish)).url ?? '', cards.good)
    const { id } = await payments.beginCardSetup({ customerId, ...onceMore() })
    await desk.fillCard(customerId, id, cards.other)
    await payments.settleDefaultPaymentMethod(customerId)
    expect(await payments.listPaymentMethods(customerId)).toMatchObject([
      { isDefault: true, card: { last4: '4242' } },
      { isDefault: false, card: { last4: '4444' } },
    ])
  })
})

describe('a change of plan', () => {
  test.each([
    ['at the period’s begin', start, 31, -2900, 6900],
    ['a second before the day is over', '2026-03-11T11:59:59Z', 31, -2900, 6900],
    ['a day later', '2026-03-11T12:00:00Z', 30, -2806, 6677],
    ['on the last day', '2026-04-10T11:00:00Z', 1, -94, 223],
  ])('is prorated by the day: %s', async (_, now, daysRemaining, creditAmount, chargeAmount) => {
    const customerId = await subscribed('basic')
    desk.setNow(now)
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
    await payments.changePlan({ customerId, priceId, ...onceMore() })
    const { items } = await payments.listInvoices({ customerId, limit: 1 })
    expect(items).toMatchObject([{ amount: netAmount, status: 'paid' }])
  })

  test('to less leaves credit, which the next invoice is paid with', async () => {
    const customerId = await subscribed('enterprise')
    const priceId = await priceOf('basic')
    const { proration, nextInvoice } = await payments.previewChange({ customerId, priceId })
    expect(proration).toMatchObject({ creditAmount: -14_900, chargeAmount: 2900, netAmount: -12_000 })
    expect(nextInvoice?.amount).toBe(0)
    await payments.changePlan({ customerId, priceId, ...onceMore() })
    expect(desk.stripe.world.customers.get(customerId).balance).toBe(-12_000)
    desk.setNow('2026-03-25T12:00:00Z')
    const back = await payments.previewChange({ customerId, priceId: await priceOf('professional') })
    expect(back.proration).toMatchObject({ creditAmount: -1497, chargeAmount: 3561, netAmount: 2064 })
    expect(back).toMatchObject({ creditUsed: -2064, dueNow: 0, nextInvoice: { amount: 0 } })
  })

  test('collects what the customer owes', async () => {
    const customerId = await subscribed('basic')
    const { world } = desk.stripe
    world.customers.put({ ...world.customers.get(customerId), balance: 500 })
    const priceId = await priceOf('professional')
    const preview = await payments.previewChange({ customerId, priceId })
    expect(preview).toMatchObject({ unpaidAmount: 500, creditUsed: 0, dueNow: 4500, nextInvoice: { amount: 6900 } })
    await payments.changePlan({ customerId, priceId, ...onceMore() })
    const { items } = await payments.listInvoices({ customerId, limit: 1 })
    expect(items).toMatchObject([{ amount: 4500, status: 'paid' }])
  })

  test.each([
    [500, 500, 0, 11_500, 0],
    [12_500, 12_500, 500, 0, 2900],
    [-300, 0, 0, 12_000, 0],
  ])('to less pays what is owed first: a balance of %d', async (balance, unpaidAmount, dueNow, creditKept, next) => {
    const customerId = await subscribed('enterprise')
    const { world } = desk.stripe
    world.customers.put({ ...world.customers.get(customerId), balance })
    const priceId = await priceOf('basic')
    expect(await payments.previewChange({ customerId, priceId })).toMatchObject({
      proration: { netAmount: -12_000 },
      unpaidAmount,
      creditUsed: 0,
      creditKept,
      dueNow,
      nextInvoice: { amount: next },
    })
    await payments.changePlan({ customerId, priceId, ...onceMore() })
    expect(world.customers.get(customerId).balance).toBe(dueNow === 0 ? balance - 12_000 : 0)
  })

  test('to a year begins a new period', async () => {
    const { price } = desk.stripe.world.sell('By the year', 60_000, { interval: 'year' })
    const customerId = await subscribed('basic')
    desk.setNow('2026-03-20T12:00:00Z')
    const preview = await payments.previewChange({ customerId, priceId: price.id })
    expect(preview.proration).toMatchObject({ creditAmount: -1965, chargeAmount: 60_000, netAmount: 58_035 })
    expect(preview.nextInvoice).toEqual({ amount: 60_000, periodStart: '2027-03-20T12:00:00.000Z' })
    const changed = await payments.changePlan({ customerId, priceId: price.id, ...onceMore() })
    expect(changed).toMatchObject({ interval: 'year', currentPeriodEnd: '2027-03-20T12:00:00.000Z' })
  })

  test('from a year to a month begins a new period too, and the rest of the year is credit', async () => {
    const { price } = desk.stripe.world.sell('By the year', 36_500, { interval: 'year' })
    const customerId = await newCustomer(desk, cards.good)
    await payments.subscribe({ customerId, priceId: price.id, ...onceMore() })
    desk.setNow('2026-03-20T12:00:00Z')
    const preview = await payments.previewChange({ customerId, priceId: await priceOf('basic') })
    expect(preview.proration).toMatchObject({ creditAmount: -35_500, chargeAmount: 2900, netAmount: -32_600 })
    expect(preview.nextInvoice).toEqual({ amount: 0, periodStart: '2026-04-20T12:00:00.000Z' })
  })

  test('is not paid with a card that has gone', async () => {
    const customerId = await subscribed('basic')
    for (const { id } of await payments.listPaymentMethods(customerId)) desk.stripe.world.detach(id)
    const wish = { customerId, priceId: await priceOf('professional'), ...onceMore() }
    expect((await failureOf(payments.changePlan(wish))).code).toBe('billing_no_card')
  })
})

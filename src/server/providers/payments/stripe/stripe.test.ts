import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addCard, cards, newCustomer, onceMore } from '#test/payments.ts'
import { payOnPage } from '#test/stripe/billing.ts'
import { openStripePayments, type StripeDesk } from '#test/stripe/desk.ts'
import { Refusal } from '#test/stripe/refusal.ts'
import { deliver, keys } from '#test/stripe/stand-in.ts'
import { PaymentFailure, type Payments } from '../port.ts'
import { createStripePayments } from './payments.ts'

const start = '2026-03-10T12:00:00Z'
const page = { successUrl: 'https://attend.example.test/a', cancelUrl: 'https://attend.example.test/b' }

let desk: StripeDesk
let payments: Payments
beforeEach(async () => {
  desk = await openStripePayments(start)
  payments = desk.payments
})
afterEach(() => desk.close())

async function priceOf(id: string): Promise<string> {
  const plan = (await payments.listPlans()).find((offered) => offered.id === id)
  if (!plan) throw new Error(`There is no plan ${id}.`)
  return plan.priceId
}

async function subscribed(planId: string, ...numbers: string[]): Promise<string> {
  const customerId = await newCustomer(desk, ...(numbers.length > 0 ? numbers : [cards.good]))
  await payments.subscribe({ customerId, priceId: await priceOf(planId), ...onceMore() })
  return customerId
}

async function failureOf(call: Promise<unknown>): Promise<PaymentFailure> {
  const failure = await call.then(
    () => new Error('It was done.'),
    (error: unknown) => error,
  )
  if (!(failure instanceof PaymentFailure)) throw failure
  return failure
}

describe('the catalog', () => {
  test('takes id, sessions and mark from what stands at the product, and its name otherwise', async () => {
    expect(await payments.listPlans()).toMatchObject([
      { id: 'basic', name: 'Basic', price: 2900, sessions: 20, features: [], isPopular: false },
      {
        id: 'professional',
        name: 'For professionals',
        price: 6900,
        currency: 'usd',
        interval: 'month',
        sessions: 80,
        features: ['80 sessions a month', 'All note types'],
        isPopular: true,
      },
      { id: 'enterprise', price: 14_900, sessions: null },
    ])
  })

  test('leaves out what is not sold any more, or by the week, and shows one price of a product', async () => {
    const { world } = desk.stripe
    const gone = world.sell('Gone', 100)
    world.products.put({ ...gone.product, active: false })
    world.sell('Weekly', 200, { interval: 'week' })
    const { product } = world.sell('Two prices', 9000)
    const cheaper = world.sell('Its other price', 4000).price
    world.prices.put({ ...cheaper, product: product.id })
    const names = async () => (await payments.listPlans()).map(({ name, price }) => [name, price])
    const others = [
      ['Basic', 2900],
      ['For professionals', 6900],
      ['Enterprise', 14_900],
    ]
    expect(await names()).toEqual([others[0], ['Two prices', 4000], ...others.slice(1)])
    const dearer = world.prices.list({ limit: 100 }, (price) => price.unit_amount === 9000).data[0]
    world.products.put({ ...product, default_price: dearer?.id ?? null })
    expect(await names()).toEqual([...others.slice(0, 2), ['Two prices', 9000], others[2]])
  })

  test('is read to its end', async () => {
    for (let plan = 0; plan < 120; plan++) desk.stripe.world.sell(`Plan ${plan}`, 10_000 + plan)
    expect(await payments.listPlans()).toHaveLength(123)
  })
})

describe('a customer', () => {
  test('belongs to the organization, also when Stripe has forgotten the key', async () => {
    const details = { organizationId: randomUUID(), email: 'a@example.test', name: 'A' }
    const { customerId } = await payments.createCustomer({ ...details, ...onceMore() })
    expect(desk.stripe.world.customers.get(customerId).metadata).toEqual({ organization_id: details.organizationId })
    expect(await payments.createCustomer({ ...details, ...onceMore() })).toEqual({ customerId })
  })
})

describe('a trial', () => {
  test('is canceled at its end when there is no card then', async () => {
    const customerId = await newCustomer(desk)
    const { id } = await payments.startTrial({ customerId, priceId: await priceOf('basic'), days: 7, ...onceMore() })
    expect(desk.stripe.world.subscriptions.get(id).trial_settings).toMatchObject({
      end_behavior: { missing_payment_method: 'cancel' },
    })
  })
})

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

describe('what has ended or never begun', () => {
  test.each(['canceled', 'incomplete', 'incomplete_expired'] as const)('is no subscription: %s', async (status) => {
    const customerId = await subscribed('basic')
    const { data } = desk.stripe.world.subscriptions.list({}, () => true)
    for (const subscription of data) desk.stripe.world.subscriptions.put({ ...subscription, status })
    expect(await payments.findSubscription(customerId)).toBeNull()
  })

  test.each(['past_due', 'unpaid', 'paused'] as const)('is not what waits for money: %s', async (status) => {
    const customerId = await subscribed('basic')
    const { data } = desk.stripe.world.subscriptions.list({}, () => true)
    for (const subscription of data) desk.stripe.world.subscriptions.put({ ...subscription, status })
    expect(await payments.findSubscription(customerId)).toMatchObject({ status })
  })
})

describe('an invoice', () => {
  test.each([
    ['paid', 1, 'paid'],
    ['open', 0, 'pending'],
    ['open', 1, 'failed'],
    ['draft', 0, 'pending'],
    ['uncollectible', 4, 'failed'],
    ['void', 0, 'other'],
  ] as const)('that is %s after %d tries is %s', async (status, attempt_count, shown) => {
    const customerId = await subscribed('basic')
    const [invoice] = desk.stripe.world.invoices.list({}, () => true).data
    if (invoice) desk.stripe.world.invoices.put({ ...invoice, status, attempt_count })
    const { items } = await payments.listInvoices({ customerId, limit: 10 })
    expect(items).toMatchObject([{ status: shown, description: 'Subscription Payment', hasFile: true }])
  })

  test.each([
    ['that Stripe has not any more', (address: string) => address.replace('/in_', '/gone_'), 'invoice_missing'],
    ['whose place does not answer', () => 'http://127.0.0.1:9/invoice/in_1/pdf', 'payments_unreachable'],
    ['that was never written', () => null, 'invoice_missing'],
  ] as const)('has no file %s', async (_, place, code) => {
    const customerId = await subscribed('basic')
    const [invoice] = desk.stripe.world.invoices.list({}, () => true).data
    if (!invoice) throw new Error('There is no invoice.')
    desk.stripe.world.invoices.put({ ...invoice, invoice_pdf: place(invoice.invoice_pdf ?? '') })
    expect((await failureOf(payments.invoiceFile({ customerId, invoiceId: invoice.id }))).code).toBe(code)
  })

  test('of another customer is none to go on from', async () => {
    const [theirs, ours] = [await subscribed('basic'), await subscribed('basic')]
    const { items } = await payments.listInvoices({ customerId: theirs, limit: 1 })
    const wish = { customerId: ours, limit: 10, startingAfter: items[0]?.id }
    expect((await failureOf(payments.listInvoices(wish))).code).toBe('invoice_missing')
  })
})

describe('what Stripe refuses', () => {
  const cardError = (code: string, decline_code?: string) =>
    new Refusal(402, { type: 'card_error', code, decline_code, message: 'Card 4000000000000069, CVC 123.' })
  const other = (status: number, type: string, code?: string) => new Refusal(status, { type, code, message: 'No.' })

  test.each([
    [cardError('card_declined', 'insufficient_funds'), 'card_declined'],
    [cardError('card_declined', 'expired_card'), 'card_expired'],
    [cardError('expired_card'), 'card_expired'],
    [cardError('incorrect_cvc'), 'card_cvc'],
    [cardError('card_declined', 'authentication_required'), 'card_step_failed'],
    [cardError('processing_error'), 'payment_processing'],
    [other(402, 'invalid_request_error', 'subscription_payment_intent_requires_action'), 'card_step_failed'],
    [other(401, 'invalid_request_error'), 'payments_unauthorized'],
    [other(403, 'invalid_request_error'), 'payments_unauthorized'],
    [other(429, 'invalid_request_error', 'rate_limit'), 'payments_unreachable'],
    [other(400, 'invalid_request_error', 'parameter_unknown'), 'payment_processing'],
    [other(400, 'idempotency_error'), 'payment_processing'],
    [other(400, 'idempotency_error', 'idempotency_key_in_use'), 'payments_unreachable'],
  ])('is told by its cause: %#', async (refusal, code) => {
    const customerId = await newCustomer(desk)
    desk.stripe.failNext(refusal)
    const failure = await failureOf(payments.beginCardSetup({ customerId, ...onceMore() }))
    expect(failure.code).toBe(code)
    const told = [failure.message, failure.stack, String(failure.cause), JSON.stringify(failure)].join()
    expect(told).not.toMatch(/4000|CVC 123/)
    expect(String(failure.cause)).toContain(`statusCode=${refusal.status}`)
  })

  test('for a wrong key says so', async () => {
    const { apiBase } = desk.stripe
    const config = { ...keys, secretKey: 'sk_test_of_another', apiBase, clock: () => new Date(start) }
    const failure = await failureOf(createStripePayments(config).listPlans())
    expect(failure.code).toBe('payments_unauthorized')
    expect(String(failure.cause)).not.toContain('sk_test')
  })
})

describe('what does not come through', () => {
  test('is tried again with the same key, and has one effect', async () => {
    const customerId = await newCustomer(desk)
    desk.stripe.requests.length = 0
    desk.stripe.failNext(new Refusal(503, { type: 'api_error', message: '' }), 2)
    await payments.beginCardSetup({ customerId, ...onceMore() })
    expect(desk.stripe.requests).toHaveLength(3)
    expect(new Set(desk.stripe.requests.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1)
  })

  test('is answered the same for its key where Stripe itself failed: it takes another one', async () => {
    const customerId = await newCustomer(desk)
    const wish = { customerId, ...onceMore() }
    desk.stripe.failNext(new Refusal(500, { type: 'api_error', message: '' }))
    expect((await failureOf(payments.beginCardSetup(wish))).code).toBe('payments_failed')
    expect((await failureOf(payments.beginCardSetup(wish))).code).toBe('payments_failed')
    expect(await payments.beginCardSetup({ customerId, ...onceMore() })).toMatchObject({ id: expect.any(String) })
  })

  test('three times is a failure that says nothing of what was charged', async () => {
    desk.stripe.failNext(new Refusal(500, { type: 'api_error', message: '' }), 3)
    expect((await failureOf(payments.listPlans())).code).toBe('payments_failed')
  })

  test('in time is a failure of the connection', async () => {
    const { apiBase } = desk.stripe
    const hasty = createStripePayments({ ...keys, apiBase, timeoutMs: 50, clock: () => new Date(start) })
    desk.stripe.failNext('never', 3)
    expect((await failureOf(hasty.listPlans())).code).toBe('payments_unreachable')
  })

  test('at all is one too', async () => {
    const nowhere = createStripePayments({ ...keys, apiBase: 'http://127.0.0.1:9', clock: () => new Date(start) })
    expect((await failureOf(nowhere.listPlans())).code).toBe('payments_unreachable')
  })
})

test('every call that makes or changes something carries a key, ours where the caller gave one', async () => {
  const customerId = await newCustomer(desk, cards.good, cards.other)
  const priceId = await priceOf('basic')
  const [first, second] = [`first ${customerId}`, `second ${customerId}`]
  const [third, fourth] = [`third ${customerId}`, `fourth ${customerId}`]
  await payments.subscribe({ customerId, priceId, idempotencyKey: first })
  await payments.changePlan({ customerId, priceId: await priceOf('enterprise'), idempotencyKey: second })
  await payments.setCancelAtPeriodEnd({ customerId, cancel: true, idempotencyKey: third })
  await payments.beginCardSetup({ customerId, idempotencyKey: fourth })
  const [card] = await payments.listPaymentMethods(customerId)
  await payments.removePaymentMethod({ customerId, paymentMethodId: card?.id ?? '' })
  const writing = desk.stripe.requests.filter(({ call }) => call.startsWith('POST'))
  expect(writing.filter(({ idempotencyKey }) => !idempotencyKey)).toEqual([])
  const ours = writing.map(({ idempotencyKey }) => idempotencyKey ?? '').filter((key) => key.endsWith(customerId))
  expect(ours).toEqual([first, second, third, fourth])
})

describe('an event', () => {
  const event = {
    id: 'evt_1',
    type: 'invoice.paid',
    data: { object: { object: 'invoice', id: 'in_1', customer: 'cus_1' } },
  }
  const at = (now: string) => new Date(now)

  test('is read when Stripe has signed it, also a second time: whoever takes it keeps its id', () => {
    const { body, signature } = deliver(event, at(start))
    const read = { id: 'evt_1', type: 'invoice.paid', customerId: 'cus_1' }
    expect(payments.readEvent(body, signature)).toEqual(read)
    expect(payments.readEvent(body, signature)).toEqual(read)
  })

  test('is not read after five minutes', () => {
    const { body, signature } = deliver(event, at('2026-03-10T11:55:00Z'))
    expect(payments.readEvent(body, signature)).not.toBeNull()
    desk.setNow('2026-03-10T12:00:01Z')
    expect(payments.readEvent(body, signature)).toBeNull()
  })

  test('is not read when another has signed it, or when it was changed', () => {
    const { body, signature } = deliver(event, at(start))
    const stranger = createStripePayments({ ...keys, webhookSecret: 'whsec_of_another', clock: () => at(start) })
    expect(stranger.readEvent(body, signature)).toBeNull()
    expect(payments.readEvent(Buffer.from(body.toString().replace('cus_1', 'cus_2')), signature)).toBeNull()
    expect(payments.readEvent(body, signature.replace('v1=', 'v0='))).toBeNull()
  })

  test.each([
    ['its customer', { object: 'subscription', id: 'sub_1', customer: 'cus_7' }, {}, 'cus_7'],
    ['its customer, whole', { object: 'subscription', id: 'sub_1', customer: { id: 'cus_7' } }, {}, 'cus_7'],
    ['the customer itself', { object: 'customer', id: 'cus_7' }, {}, 'cus_7'],
    ['whoever had the card', { object: 'payment_method', id: 'pm_1', customer: null }, { customer: 'cus_7' }, 'cus_7'],
    ['nobody', { object: 'price', id: 'price_1' }, {}, null],
  ])('is about %s', (_, object, previous_attributes, customerId) => {
    const { body, signature } = deliver({ ...event, data: { object, previous_attributes } }, at(start))
    expect(payments.readEvent(body, signature)).toMatchObject({ customerId })
  })
})

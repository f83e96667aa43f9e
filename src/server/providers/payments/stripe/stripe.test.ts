import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { freePort } from '#server/free-port.ts'
import { cards, newCustomer, onceMore } from '#test/payments.ts'
import { failureOf, priceAt, subscribedTo } from '#test/stripe/calls.ts'
import { openStripePayments, type StripeDesk } from '#test/stripe/desk.ts'
import { Refusal } from '#test/stripe/refusal.ts'
import { deliver, keys } from '#test/stripe/stand-in.ts'
import type { Payments } from '../port.ts'
import { createClient } from './client.ts'
import { readInvoiceFile } from './invoices.ts'
import { createStripePayments } from './payments.ts'

const start = '2026-03-10T12:00:00Z'

let desk: StripeDesk
let payments: Payments
beforeEach(async () => {
  desk = await openStripePayments(start)
  payments = desk.payments
})
afterEach(() => desk.close())

const priceOf = (id: string) => priceAt(payments, id)
const subscribed = (planId: string, ...numbers: string[]) => subscribedTo(desk, planId, ...numbers)

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

  test('has its file come from where it was moved to, by https only, and no more than 10 MB of it', async () => {
    const customerId = await subscribed('basic')
    const [invoice] = desk.stripe.world.invoices.list({}, () => true).data
    if (!invoice) throw new Error('There is no invoice.')
    const pdf = { 'content-type': 'application/pdf' }
    const asked: string[] = []
    const server = createServer(({ url = '' }, response) => {
      asked.push(url)
      if (url === '/moved') return response.writeHead(302, { location: '/file' }).end()
      if (url === '/around') return response.writeHead(302, { location: '/around' }).end()
      if (url === '/file') return response.writeHead(200, pdf).end('%PDF')
      response.writeHead(200, pdf)
      for (let megabyte = 0; megabyte < 11; megabyte++) response.write(Buffer.alloc(1_000_000))
      return response.end()
    })
    const port = await freePort()
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    const client = createClient({ ...keys, apiBase: desk.stripe.apiBase })
    const read = (path: string, isLocal = true) => {
      desk.stripe.world.invoices.put({ ...invoice, invoice_pdf: `http://127.0.0.1:${port}${path}` })
      return readInvoiceFile(client, { customerId, invoiceId: invoice.id, isLocal })
    }
    try {
      expect((await read('/moved')).toString()).toBe('%PDF')
      expect(asked).toEqual(['/moved', '/file'])
      expect((await failureOf(read('/around'))).code).toBe('invoice_missing')
      expect(String((await failureOf(read('/large'))).cause)).toContain('is too large')
      asked.length = 0
      expect((await failureOf(read('/file', false))).code).toBe('invoice_missing')
      expect(asked).toEqual([])
    } finally {
      server.close()
    }
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

  test.each([502, 503, 504])('of a gateway is a failure of the connection: %d', async (status) => {
    desk.stripe.failNext(new Refusal(status, { type: 'api_error', message: '' }), 3)
    expect((await failureOf(payments.listPlans())).code).toBe('payments_unreachable')
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

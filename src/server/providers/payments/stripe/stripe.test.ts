import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { freePort } from '#server/free-port.ts'
import { cards, failureOf, newCustomer, newKey, newSubscriber, priceAt } from '#test/payments.ts'
import { keys, type StripeAccount } from '#test/stripe/account.ts'
import { StripeError } from '#test/stripe/errors.ts'
import { openStripe, signDelivery, type StripeHarness } from '#test/stripe/harness.ts'
import type { Payments } from '../port.ts'
import { createClient } from './client.ts'
import { readInvoiceFile } from './invoices.ts'
import { createStripePayments } from './payments.ts'

const start = '2026-03-10T12:00:00Z'

let harness: StripeHarness
let payments: Payments
let stripe: StripeAccount
beforeAll(async () => {
  harness = await openStripe(start)
  payments = harness.payments
  stripe = harness.stripe.account
})
afterAll(() => harness.close())
beforeEach(() => harness.reset())

const priceOf = (id: string) => priceAt(payments, id)

describe('the catalog', () => {
  test('the catalog reads plan id, sessions and popularity from product metadata, else derives the id from the name', async () => {
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

  test('the catalog omits inactive products and weekly prices, and shows one price per product', async () => {
    const { productId: inactive } = stripe.addProduct('Gone', 100)
    stripe.override(inactive, { active: false })
    const { priceId: weekly } = stripe.addProduct('Weekly', 200)
    stripe.override(weekly, { recurring: { interval: 'week', interval_count: 1, usage_type: 'licensed' } })
    const moreExpensive = stripe.addProduct('Two prices', 9000)
    const cheaper = stripe.addProduct('Its other price', 4000)
    stripe.override(cheaper.priceId, { product: moreExpensive.productId })
    const names = async () => (await payments.listPlans()).map(({ name, price }) => [name, price])
    const others = [
      ['Basic', 2900],
      ['For professionals', 6900],
      ['Enterprise', 14_900],
    ]
    expect(await names()).toEqual([others[0], ['Two prices', 4000], ...others.slice(1)])
    stripe.override(moreExpensive.productId, { default_price: moreExpensive.priceId })
    expect(await names()).toEqual([...others.slice(0, 2), ['Two prices', 9000], others[2]])
  })

  test('the catalog reads every page of prices', async () => {
    for (let plan = 0; plan < 120; plan++) stripe.addProduct(`Plan ${plan}`, 10_000 + plan)
    expect(await payments.listPlans()).toHaveLength(123)
  })
})

test('createCustomer returns the existing customer of the organization, even with a new idempotency key', async () => {
  const details = { organizationId: randomUUID(), email: `${randomUUID()}@example.test`, name: 'A' }
  const { customerId } = await payments.createCustomer({ ...details, ...newKey() })
  const created = harness.stripe.requests.find(({ call }) => call === 'POST /v1/customers')
  expect(created?.form).toMatchObject({ metadata: { organization_id: details.organizationId } })
  expect(await payments.createCustomer({ ...details, ...newKey() })).toEqual({ customerId })
})

test('a trial asks Stripe to cancel at its end when there is no card', async () => {
  const customerId = await newCustomer(harness)
  await payments.startTrial({ customerId, priceId: await priceOf('basic'), days: 7, ...newKey() })
  const created = harness.stripe.requests.find(({ call }) => call === 'POST /v1/subscriptions')
  expect(created?.form).toMatchObject({ trial_settings: { end_behavior: { missing_payment_method: 'cancel' } } })
})

describe('subscription status', () => {
  async function subscribedAs(
    status: 'canceled' | 'incomplete' | 'incomplete_expired' | 'past_due' | 'unpaid' | 'paused',
  ) {
    const customerId = await newSubscriber(harness, 'basic')
    const [id = ''] = await payments.listSubscriptionIds(customerId)
    stripe.override(id, { status })
    return await payments.findSubscription(customerId)
  }

  test.each(['canceled', 'incomplete', 'incomplete_expired'] as const)(
    'findSubscription ignores a subscription that is %s',
    async (status) => {
      expect(await subscribedAs(status)).toBeNull()
    },
  )

  test.each(['past_due', 'unpaid', 'paused'] as const)(
    'findSubscription returns a subscription that is %s',
    async (status) => {
      expect(await subscribedAs(status)).toMatchObject({ status })
    },
  )
})

describe('invoices from Stripe', () => {
  /** A subscriber and the id of the first invoice. */
  async function invoiced() {
    const customerId = await newSubscriber(harness, 'basic')
    const { items } = await payments.listInvoices({ customerId, limit: 1 })
    return { customerId, invoiceId: items[0]?.id ?? '' }
  }

  test.each([
    ['paid', 1, 'paid'],
    ['open', 0, 'pending'],
    ['open', 1, 'failed'],
    ['draft', 0, 'pending'],
    ['uncollectible', 4, 'failed'],
    ['void', 0, 'other'],
  ] as const)('an invoice that is %s after %d attempts shows as %s', async (status, attempt_count, shown) => {
    const { customerId, invoiceId } = await invoiced()
    stripe.override(invoiceId, { status, attempt_count })
    const { items } = await payments.listInvoices({ customerId, limit: 10 })
    expect(items).toMatchObject([{ status: shown, description: 'Subscription Payment', hasFile: true }])
  })

  test.each([
    ['a deleted file', (apiBase: string) => `${apiBase}/invoice/gone/pdf`, 'invoice_missing'],
    ['an unreachable host', () => 'http://127.0.0.1:9/invoice/in_1/pdf', 'payments_unreachable'],
    ['no file', () => null, 'invoice_missing'],
  ] as const)('the download of an invoice file fails for %s', async (_, addressAt, code) => {
    const { customerId, invoiceId } = await invoiced()
    stripe.override(invoiceId, { invoice_pdf: addressAt(harness.stripe.apiBase) })
    expect((await failureOf(payments.invoiceFile({ customerId, invoiceId }))).code).toBe(code)
  })

  test('the download of an invoice file follows redirects, requires https, and stops at 10 MB', async () => {
    const { customerId, invoiceId } = await invoiced()
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
    const client = createClient({ ...keys, apiBase: harness.stripe.apiBase })
    const read = (path: string, isLocal = true) => {
      stripe.override(invoiceId, { invoice_pdf: `http://127.0.0.1:${port}${path}` })
      return readInvoiceFile(client, { customerId, invoiceId, isLocal })
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

  test("a page of invoices cannot start after another customer's invoice", async () => {
    const { invoiceId: startingAfter } = await invoiced()
    const { customerId } = await invoiced()
    const input = { customerId, limit: 10, startingAfter }
    expect((await failureOf(payments.listInvoices(input))).code).toBe('invoice_missing')
  })
})

describe('errors from Stripe', () => {
  const cardError = (code: string, decline_code?: string) =>
    new StripeError(402, { type: 'card_error', code, decline_code, message: 'Card 4000000000000069, CVC 123.' })
  const other = (status: number, type: string, code?: string) => new StripeError(status, { type, code, message: 'No.' })

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
  ])('Stripe errors are translated by their cause, without card data: %#', async (error, code) => {
    const customerId = await newCustomer(harness)
    harness.stripe.failNext(error)
    const failure = await failureOf(payments.beginCardSetup({ customerId, ...newKey() }))
    expect(failure.code).toBe(code)
    const text = [failure.message, failure.stack, String(failure.cause), JSON.stringify(failure)].join()
    expect(text).not.toMatch(/4000|CVC 123/)
    expect(String(failure.cause)).toContain(`statusCode=${error.status}`)
  })

  test('Stripe errors for a wrong API key are payments_unauthorized, without the key', async () => {
    const { apiBase } = harness.stripe
    const config = { ...keys, secretKey: 'sk_test_other', apiBase, clock: () => new Date(start) }
    const failure = await failureOf(createStripePayments(config).listPlans())
    expect(failure.code).toBe('payments_unauthorized')
    expect(String(failure.cause)).not.toContain('sk_test')
  })
})

describe('lost and failed requests', () => {
  test('lost or failed requests are retried with the same key and take effect once', async () => {
    const customerId = await newCustomer(harness)
    harness.stripe.requests.length = 0
    harness.stripe.failNext(new StripeError(503, { type: 'api_error', message: '' }), 2)
    await payments.beginCardSetup({ customerId, ...newKey() })
    expect(harness.stripe.requests).toHaveLength(3)
    expect(new Set(harness.stripe.requests.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1)
  })

  test('lost or failed requests return the same 500 for the same key, so that a retry needs a new key', async () => {
    const customerId = await newCustomer(harness)
    const input = { customerId, ...newKey() }
    harness.stripe.failNext(new StripeError(500, { type: 'api_error', message: '' }))
    expect((await failureOf(payments.beginCardSetup(input))).code).toBe('payments_failed')
    expect((await failureOf(payments.beginCardSetup(input))).code).toBe('payments_failed')
    expect(await payments.beginCardSetup({ customerId, ...newKey() })).toMatchObject({ id: expect.any(String) })
  })

  test('lost or failed requests are payments_failed after three 500 responses', async () => {
    harness.stripe.failNext(new StripeError(500, { type: 'api_error', message: '' }), 3)
    expect((await failureOf(payments.listPlans())).code).toBe('payments_failed')
  })

  test.each([502, 503, 504])(
    'lost or failed requests are payments_unreachable after a gateway error %d',
    async (status) => {
      harness.stripe.failNext(new StripeError(status, { type: 'api_error', message: '' }), 3)
      expect((await failureOf(payments.listPlans())).code).toBe('payments_unreachable')
    },
  )

  test('lost or failed requests are payments_unreachable after a timeout', async () => {
    const { apiBase } = harness.stripe
    const impatient = createStripePayments({ ...keys, apiBase, timeoutMs: 50, clock: () => new Date(start) })
    harness.stripe.failNext('never', 3)
    expect((await failureOf(impatient.listPlans())).code).toBe('payments_unreachable')
  })

  test('lost or failed requests are payments_unreachable without a connection', async () => {
    const unreachable = createStripePayments({ ...keys, apiBase: 'http://127.0.0.1:9', clock: () => new Date(start) })
    expect((await failureOf(unreachable.listPlans())).code).toBe('payments_unreachable')
  })
})

test('every POST has an idempotency key, that of the caller if there is one', async () => {
  const customerId = await newCustomer(harness, cards.good, cards.other)
  const priceId = await priceOf('basic')
  const [first, second] = [`first ${customerId}`, `second ${customerId}`]
  const [third, fourth] = [`third ${customerId}`, `fourth ${customerId}`]
  await payments.subscribe({ customerId, priceId, idempotencyKey: first })
  await payments.changePlan({ customerId, priceId: await priceOf('enterprise'), idempotencyKey: second })
  await payments.setCancelAtPeriodEnd({ customerId, cancel: true, idempotencyKey: third })
  await payments.beginCardSetup({ customerId, idempotencyKey: fourth })
  const [card] = await payments.listPaymentMethods(customerId)
  await payments.removePaymentMethod({ customerId, paymentMethodId: card?.id ?? '' })
  const writing = harness.stripe.requests.filter(({ call }) => call.startsWith('POST'))
  expect(writing.filter(({ idempotencyKey }) => !idempotencyKey)).toEqual([])
  const ours = writing.map(({ idempotencyKey }) => idempotencyKey ?? '').filter((key) => key.endsWith(customerId))
  expect(ours).toEqual([first, second, third, fourth])
})

describe('events from Stripe', () => {
  const event = {
    id: 'evt_1',
    type: 'invoice.paid',
    data: { object: { object: 'invoice', id: 'in_1', customer: 'cus_1' } },
  }
  const at = (now: string) => new Date(now)

  test('events are parsed when Stripe signed them, also a second time', () => {
    const { body, signature } = signDelivery(event, at(start))
    const read = { id: 'evt_1', type: 'invoice.paid', customerId: 'cus_1' }
    expect(payments.readEvent(body, signature)).toEqual(read)
    expect(payments.readEvent(body, signature)).toEqual(read)
  })

  test('events are rejected after five minutes', () => {
    const { body, signature } = signDelivery(event, at('2026-03-10T11:55:00Z'))
    expect(payments.readEvent(body, signature)).not.toBeNull()
    harness.setNow('2026-03-10T12:00:01Z')
    expect(payments.readEvent(body, signature)).toBeNull()
  })

  test('events are rejected with a wrong signature or a changed body', () => {
    const { body, signature } = signDelivery(event, at(start))
    const other = createStripePayments({ ...keys, webhookSecret: 'whsec_other', clock: () => at(start) })
    expect(other.readEvent(body, signature)).toBeNull()
    expect(payments.readEvent(Buffer.from(body.toString().replace('cus_1', 'cus_2')), signature)).toBeNull()
    expect(payments.readEvent(body, signature.replace('v1=', 'v0='))).toBeNull()
  })

  test.each([
    ['the customer id', { object: 'subscription', id: 'sub_1', customer: 'cus_7' }, {}, 'cus_7'],
    ['the expanded customer', { object: 'subscription', id: 'sub_1', customer: { id: 'cus_7' } }, {}, 'cus_7'],
    ['the customer itself', { object: 'customer', id: 'cus_7' }, {}, 'cus_7'],
    [
      'the previous customer of a detached card',
      { object: 'payment_method', id: 'pm_1', customer: null },
      { customer: 'cus_7' },
      'cus_7',
    ],
    ['no customer', { object: 'price', id: 'price_1' }, {}, null],
  ])('readEvent returns the customer of an event that names %s', (_, object, previous_attributes, customerId) => {
    const { body, signature } = signDelivery({ ...event, data: { object, previous_attributes } }, at(start))
    expect(payments.readEvent(body, signature)).toMatchObject({ customerId })
  })
})

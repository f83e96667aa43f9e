import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import {
  components,
  describedVersion,
  findOperation,
  operations,
  problemsOfAnswer,
  problemsOfEvent,
  problemsOfRequest,
} from './description.ts'
import { exampleOf, longestList } from './example.ts'
import { readAs } from './fits.ts'
import { newCustomer, newPrice, newProduct, newSubscription } from './objects.ts'
import { routesOf } from './routes.ts'
import { deliver, keys, startStripe, type StripeStandIn, version } from './stand-in.ts'
import { StripeWorld } from './world.ts'

const at = new Date('2026-03-10T12:00:00Z')

describe('a request', () => {
  test('is read as what its texts mean', () => {
    const form = {
      customer: 'cus_1',
      items: { 0: { price: 'price_1', quantity: '2' }, 1: { price: 'price_2' } },
      trial_period_days: '7',
      cancel_at_period_end: 'false',
      cancel_at: 'max_period_end',
      metadata: { anything: 'goes' },
    }
    expect(problemsOfRequest('POST /v1/subscriptions', form)).toEqual([])
    expect(
      problemsOfRequest('GET /v1/prices', { active: 'true', limit: '100', expand: { 0: 'data.product' } }),
    ).toEqual([])
  })

  test.each([
    ['POST /v1/customers', { colour: 'red' }, 'additional properties (colour)'],
    ['GET /v1/customers', { mail: 'a@example.test' }, 'additional properties (mail)'],
    ['GET /v1/checkout/sessions', { status: 'paid' }, '/status must be equal to one of'],
    ['POST /v1/checkout/sessions/cs_1/expire', { status: 'expired' }, 'additional properties (status)'],
    ['POST /v1/subscriptions/sub_1', { proration_behavior: 'at_once' }, '/proration_behavior must be equal to one of'],
    [
      'POST /v1/setup_intents',
      { allowed_payment_method_types: { 0: 'cash' } },
      '/allowed_payment_method_types/0 must be',
    ],
    [
      'POST /v1/subscriptions',
      { trial_settings: { a: 'b' } },
      "/trial_settings must have required property 'end_behavior'",
    ],
    ['POST /v1/customers', { name: 'n'.repeat(257) }, '/name must NOT have more than 256 characters'],
    ['POST /v1/subscriptions', { trial_period_days: 'seven' }, '/trial_period_days must be integer'],
    ['POST /v1/subscriptions', { items: 'price_1' }, '/items must be array'],
    ['POST /v1/subscriptions/sub_1', { proration_date: 'today' }, '/proration_date must be integer'],
    ['GET /v1/coupons', {}, 'GET /v1/coupons is not described'],
    ['POST /v1/prices', {}, 'POST /v1/prices is not described'],
  ])('%s with %j is told', (call, form, problem) => {
    expect(problemsOfRequest(call, form).join()).toContain(problem)
  })
})

describe('an answer', () => {
  const price = newPrice(0, { product: 'prod_1', unit_amount: 1, interval: 'month' })
  const list = { object: 'list', data: [price], has_more: false, url: '/v1/prices' }
  const pricesWith = (change: object) =>
    problemsOfAnswer('GET /v1/prices', 200, { ...list, data: [{ ...price, ...change }] })

  test('is whole, with ids or with objects', () => {
    expect(problemsOfAnswer('GET /v1/prices', 200, list)).toEqual([])
    expect(pricesWith({ product: newProduct(0, { name: 'Basic', metadata: {}, features: ['a'] }) })).toEqual([])
    const gone = { id: 'cus_1', object: 'customer', deleted: true }
    expect(problemsOfAnswer('GET /v1/customers/cus_1', 200, gone)).toEqual([])
  })

  test('that lacks something, or has something else, is told', () => {
    expect(pricesWith({ currency: undefined })).toEqual([
      "200 to GET /v1/prices: /data/0 must have required property 'currency'",
    ])
    expect(pricesWith({ unit_amount: '1' }).join()).toContain('/data/0/unit_amount must be integer')
    expect(pricesWith({ created: -1 }).join()).toContain('/data/0/created must match format "unix-time"')
    expect(pricesWith({ currency: 'USD' }).join()).toContain('/data/0/currency must match format "currency"')
    expect(pricesWith({ recurring: { interval: 'month' } }).join()).toContain(
      '/data/0/recurring must have required property',
    )
    expect(pricesWith({ active: null }).join()).toContain('/data/0/active must be boolean')
    expect(problemsOfAnswer('GET /v1/prices', 200, { ...list, url: '/v1' }).join()).toContain('/url must match pattern')
    expect(problemsOfAnswer('GET /v1/prices', 200, price)).not.toEqual([])
  })

  test('that refuses says of what kind', () => {
    const refused = (error: object) => problemsOfAnswer('GET /v1/products/prod_1', 404, { error })
    expect(refused({ type: 'invalid_request_error', code: 'resource_missing', param: 'id' })).toEqual([])
    expect(refused({ code: 'resource_missing' }).join()).toContain("/error must have required property 'type'")
    expect(refused({ type: 'bad_luck' }).join()).toContain('/error/type must be equal to one of')
  })
})

describe('an event', () => {
  const eventOf = (type: string, object: object) =>
    problemsOfEvent(JSON.parse(deliver({ id: 'evt_1', type, data: { object } }, at).body.toString()))

  test('tells of a whole object', () => {
    const params = { items: [] }
    const subscription = newSubscription(0, { params, customer: 'cus_1', trialEnd: null })
    expect(eventOf('customer.subscription.created', subscription)).toEqual([])
    expect(eventOf('customer.updated', { ...newCustomer(0, {}), created: undefined })).toEqual([
      "customer.updated: must have required property 'created'",
    ])
    expect(eventOf('coupon.created', { object: 'coupon' })).toEqual([
      'coupon.created is about a coupon, which is not described',
    ])
  })

  test('is itself whole', () => {
    const event = { type: 'customer.updated', data: { object: newCustomer(0, {}) } }
    expect(problemsOfEvent(event).join()).toContain("customer.updated: must have required property 'pending_webhooks'")
  })
})

describe('the stand-in', () => {
  let stripe: StripeStandIn
  beforeAll(async () => {
    stripe = await startStripe(() => at)
  })
  afterAll(() => stripe.close())

  test.each([
    ['GET', '/v1/coupons', '', 'GET /v1/coupons is not described'],
    ['POST', '/v1/customers', 'colour=red', 'POST /v1/customers: must NOT have additional properties (colour)'],
  ])('keeps what is not as described: %s %s %s', async (method, path, form, breach) => {
    const headers = { authorization: `Bearer ${keys.secretKey}` }
    await fetch(`${stripe.apiBase}${path}`, { method, headers, ...(method === 'POST' ? { body: form } : {}) })
    expect(stripe.breaches.splice(0)).toContain(breach)
  })

  test('tells of what it delivers, too', () => {
    stripe.world.tell('price.created', { object: 'price' })
    stripe.deliveries()
    expect(stripe.breaches.splice(0)).toContain("price.created: must have required property 'currency'")
  })
})

describe('the excerpt', () => {
  const routes = routesOf(new StripeWorld(() => at), [])
  const turns = longestList([operations, components])
  const callOf = (call: string) => findOperation(call.replace(':id', 'some_id'))?.call

  test('is of the release that the adapter is written for: within one, changes only add', () => {
    const releaseOf = (dated: string) => dated.split('.')[1]
    expect(releaseOf(describedVersion)).toBe(releaseOf(version))
  })

  test('has what the stand-in has, and nothing else', () => {
    expect(new Set(routes.map(({ call }) => callOf(call)))).toEqual(new Set(operations.map(({ call }) => call)))
  })

  /** What an example of each turn has that the library's type does not have. */
  function strangeTo(type: string, examplesAt: (turn: number) => unknown[]): string[] {
    const examples = Array.from({ length: turns }, (_, turn) => examplesAt(turn)).flat()
    return [...new Set(examples.flatMap((example) => readAs(type, example, 'json').problems))].filter(
      (problem) => !isLeftOut(problem),
    )
  }

  test.each(routes)('has no name and no word for $call that the library does not have', ({ call, types }) => {
    const { request, answer } = findOperation(call.replace(':id', 'some_id')) ?? {}
    expect(strangeTo(types.params, (turn) => [exampleOf(request, turn)])).toEqual([])
    expect(strangeTo(types.answer.replace('list of ', ''), (turn) => objectsOf(exampleOf(answer, turn)))).toEqual([])
  })

  test.each([
    ['event', 'Events#EventBase'],
    ['deleted_customer', 'Customers#DeletedCustomer'],
    ['deleted_product', 'Products#DeletedProduct'],
  ])('has no name for %s that the library does not have', (component, type) => {
    expect(components[component]).toBeDefined()
    expect(strangeTo(type, (turn) => [exampleOf(components[component], turn)])).toEqual([])
  })
})

/** The excerpt leaves out what an object has and which words a text may be. */
function isLeftOut(problem: string): boolean {
  return problem.endsWith(': missing') || /: "text" is not ("|null$)/.test(problem)
}

/** What an answer is of: itself, or the entries of a list. What was deleted is of a type of its own. */
function objectsOf(answer: unknown): unknown[] {
  const list = z.object({ object: z.literal('list'), data: z.array(z.unknown()) }).safeParse(answer)
  const isDeleted = z.object({ deleted: z.literal(true) }).safeParse(answer).success
  if (isDeleted) return []
  return list.success ? list.data.data : [answer]
}

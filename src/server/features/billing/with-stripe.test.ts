import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Services } from '#server/context.ts'
import { PaymentFailure } from '#server/providers/payments/port.ts'
import { idOf } from '#server/providers/payments/stripe/catalog.ts'
import { createStripePayments } from '#server/providers/payments/stripe/payments.ts'
import { beginBilling, priceOf } from '#test/billing.ts'
import { buildOrganization } from '#test/build.ts'
import { openWorkerServices } from '#test/jobs.ts'
import { createSubscription, payOnPage } from '#test/stripe/billing.ts'
import { openStripePayments, type StripeDesk } from '#test/stripe/desk.ts'
import { Refusal } from '#test/stripe/refusal.ts'
import { keys } from '#test/stripe/stand-in.ts'
import { type Api, createWorld, type World } from '#test/world.ts'
import { mirrorAccount } from './mirror-account.ts'
import { reconcile } from './reconcile.ts'

// The whole way from an endpoint to a local Stripe and back by its webhook. What the adapter keeps is tested beside it.

const now = new Date('2026-03-10T12:00:00Z')
let desk: StripeDesk
let world: World
let opened: Awaited<ReturnType<typeof openWorkerServices>>
let services: Services
let organizationId: string
let ownerId: string
let owner: Api

beforeAll(async () => {
  desk = await openStripePayments(now.toISOString())
  const { apiBase } = desk.stripe
  const openPayments = () => createStripePayments({ ...keys, apiBase, timeoutMs: 2000, clock: () => now })
  world = await createWorld({ providers: { openPayments, clock: () => now } })
  opened = await openWorkerServices(world)
  services = opened.services
})
afterAll(async () => {
  await opened.close()
  await world.close()
  await desk.close()
})
beforeEach(async () => {
  ;({ id: organizationId, ownerId } = await buildOrganization(world))
  await beginBilling(services, organizationId, ownerId)
  owner = await world.as(ownerId)
})

const accountNow = () =>
  world.db
    .selectFrom('billing_customers')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow()

const once = () => ({ requestId: randomUUID() })

/** What Stripe has told since the last look goes to the webhook, and its jobs run. */
async function hear(): Promise<number> {
  const events = desk.stripe.deliveries()
  for (const { body, signature } of events) {
    const headers = { 'stripe-signature': signature, 'content-type': 'application/json' }
    const url = `${world.url}/api/webhooks/payments`
    expect((await fetch(url, { method: 'POST', headers, body: new Uint8Array(body) })).status).toBe(200)
  }
  await mirrorAccount(services, organizationId)
  return events.length
}

test('a trial begins, its plan is changed, cancelled and taken up again', async () => {
  expect(await owner.billing.state()).toMatchObject({
    provider: 'stripe',
    publishableKey: keys.publishableKey,
    subscription: { status: 'trialing', cancelAtPeriodEnd: false },
    usage: { used: 0, limit: null },
  })
  const basic = await priceOf(owner, 'basic')
  expect(await owner.billing.changePlan({ priceId: basic, ...once() })).toMatchObject({
    subscription: { priceId: basic },
    usage: { limit: null },
  })
  expect((await owner.billing.cancel(once())).subscription).toMatchObject({ cancelAtPeriodEnd: true })
  expect((await owner.billing.reactivate(once())).subscription).toMatchObject({ cancelAtPeriodEnd: false })
  expect(await hear()).toBeGreaterThan(0)
  expect((await owner.billing.state()).subscription).toMatchObject({ priceId: basic, cancelAtPeriodEnd: false })
})

test('a cancellation that is sent again after it was taken back is no success', async () => {
  const cancel = once()
  await owner.billing.cancel(cancel)
  await owner.billing.reactivate(once())
  await expect(owner.billing.cancel(cancel)).rejects.toMatchObject({ code: 'billing_overtaken' })
  expect((await owner.billing.state()).subscription).toMatchObject({ cancelAtPeriodEnd: false })
})

test('a card is entered at Stripe, and never here', async () => {
  const setup = await owner.billing.beginCard(once())
  const card = { number: '4242424242424242', expMonth: 12, expYear: 2090, cvc: '123' }
  await expect(owner.billing.fillTestCard({ setupId: setup.id, ...card })).rejects.toMatchObject({
    code: 'not_in_test_mode',
  })
  await expect(owner.billing.finishCard({ setupId: setup.id })).rejects.toMatchObject({ code: 'setup_unsuccessful' })
  desk.stripe.world.fillForm(setup.id, card.number)
  const { items } = await owner.billing.finishCard({ setupId: setup.id })
  expect(items).toMatchObject([{ isDefault: true, card: { last4: '4242' } }])
})

test('a card whose form nobody finished here pays as soon as Stripe tells of it', async () => {
  const setup = await owner.billing.beginCard(once())
  desk.stripe.world.fillForm(setup.id, '4242424242424242')
  expect((await owner.billing.paymentMethods()).items).toMatchObject([{ isDefault: false }])
  await hear()
  expect((await owner.billing.paymentMethods()).items).toMatchObject([{ isDefault: true, card: { last4: '4242' } }])
  expect((await owner.billing.finishCard({ setupId: setup.id })).items).toHaveLength(1)
})

test('a card that goes while it is made the one that pays changes nothing else', async () => {
  const before = await accountNow()
  const setup = await owner.billing.beginCard(once())
  const there = desk.stripe.world
  there.fillForm(setup.id, '4242424242424242')
  // As if somebody removed it between Stripe's list of cards and its being chosen.
  const list = there.cards.list.bind(there.cards)
  there.cards.list = (...asked) => {
    const listed = structuredClone(list(...asked))
    there.cards.list = list
    for (const { id } of listed.data) there.detach(id)
    return listed
  }
  const lines: { level: number; msg: string }[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  await mirrorAccount({ ...services, log }, organizationId)
  expect(lines).toMatchObject([{ level: 40, msg: 'which card of an organization pays could not be settled' }])
  expect(await accountNow()).toMatchObject({ customer_id: before.customer_id, former_ids: [] })
  expect((await owner.billing.state()).subscription).toMatchObject({ status: 'trialing' })
})

test('what there is is kept, also when no card can be made the one that pays', async () => {
  const there = desk.stripe.world
  const { id = '' } = (await owner.billing.state()).subscription ?? {}
  there.subscriptions.put({ ...there.subscriptions.get(id), cancel_at_period_end: true })
  const settleDefaultPaymentMethod = () => Promise.reject(new PaymentFailure('payments_failed'))
  const log = pino({ level: 'silent' })
  await mirrorAccount(
    { ...services, log, payments: { ...services.payments, settleDefaultPaymentMethod } },
    organizationId,
  )
  expect((await owner.billing.state()).subscription).toMatchObject({ cancelAtPeriodEnd: true })
})

test('whoever has no card subscribes on Stripe’s page, and the webhook says so', async () => {
  const { id, ownerId: userId } = await buildOrganization(world)
  organizationId = id
  owner = await world.as(userId)
  const { customerId } = await services.payments.createCustomer({
    organizationId,
    email: 'owner@example.test',
    name: 'Northside Clinic',
    idempotencyKey: randomUUID(),
  })
  const customer = { organization_id: id, user_id: userId, customer_id: customerId, trial_started_at: now }
  await world.db.insertInto('billing_customers').values(customer).execute()
  await expect(
    owner.billing.subscribe({ priceId: await priceOf(owner, 'enterprise'), ...once() }),
  ).rejects.toMatchObject({ code: 'billing_no_card' })
  const { url } = await owner.billing.subscribe({
    priceId: await priceOf(owner, 'enterprise'),
    pay: 'page',
    ...once(),
  })
  if (url === null) throw new Error('there is no page to pay on')
  expect((await owner.billing.state()).subscription).toBeNull()
  desk.stripe.deliveries()
  payOnPage(desk.stripe.world, url, '4242424242424242')
  expect(await hear()).toBeGreaterThan(0)
  expect((await owner.billing.state()).subscription).toMatchObject({ status: 'active' })
  const organization = world.db.selectFrom('organizations').selectAll().where('id', '=', id)
  expect(await organization.executeTakeFirst()).toMatchObject({
    subscription_plan: 'enterprise',
    subscription_status: 'active',
  })
})

test('two subscriptions are told to whoever runs the installation, by an event and at night', async () => {
  const first = (await owner.billing.state()).subscription
  const there = desk.stripe.world
  const { id: second } = createSubscription(there, {
    customer: idOf(there.subscriptions.get(first?.id ?? '').customer) ?? '',
    items: [{ price: await priceOf(owner, 'basic') }],
    trial_period_days: 3,
  })
  const lines: { level: number; msg: string; organizationId: string; subscriptionIds?: string[] }[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const told = { level: 50, organizationId, subscriptionIds: [second, first?.id] }
  await mirrorAccount({ ...services, log }, organizationId)
  expect(lines).toMatchObject([told])
  await reconcile({ ...services, log })
  expect(lines).toMatchObject([told, told])
  there.subscriptions.put({ ...there.subscriptions.get(second), status: 'canceled' })
})

test('an invoice’s file comes from Stripe under the name of ours, and Stripe is asked for it once', async () => {
  const { subscription } = await owner.billing.state()
  const there = desk.stripe.world.subscriptions
  there.put({ ...there.get(subscription?.id ?? ''), status: 'canceled' })
  await mirrorAccount(services, organizationId)
  const setup = await owner.billing.beginCard(once())
  desk.stripe.world.fillForm(setup.id, '4242424242424242')
  await owner.billing.finishCard({ setupId: setup.id })
  expect(await owner.billing.subscribe({ priceId: await priceOf(owner, 'basic'), ...once() })).toEqual({ url: null })
  const [invoice] = (await owner.billing.invoices({})).items
  expect(invoice).toMatchObject({ amount: 2900, status: 'paid', hasFile: true })
  const headers = await world.headersOf(ownerId)
  desk.stripe.requests.length = 0
  const file = await fetch(`${world.url}/api/billing/invoices/${invoice?.id}/file`, { headers, redirect: 'manual' })
  expect(file.headers.get('content-disposition')).toBe(`attachment; filename="invoice-${invoice?.id}.pdf"`)
  expect(await file.text()).toBe(`%PDF-1.4 ${invoice?.id}`)
  expect(desk.stripe.requests.map(({ call }) => call)).toEqual([`GET /v1/invoices/${invoice?.id}`])
})

test('what Stripe refuses is told by its cause', async () => {
  desk.stripe.failNext(new Refusal(402, { type: 'card_error', code: 'incorrect_cvc', message: 'CVC 123' }))
  await expect(owner.billing.beginCard(once())).rejects.toMatchObject({ code: 'card_cvc' })
  desk.stripe.failNext(new Refusal(429, { type: 'invalid_request_error', code: 'rate_limit', message: 'Slowly.' }))
  await expect(owner.billing.beginCard(once())).rejects.toMatchObject({ code: 'payments_unreachable' })
})

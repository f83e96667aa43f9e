import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Services } from '#server/context.ts'
import { PaymentFailure } from '#server/providers/payments/port.ts'
import { createStripePayments } from '#server/providers/payments/stripe/payments.ts'
import { beginBilling, priceOf } from '#test/billing.ts'
import { buildMember, buildOrganization } from '#test/build.ts'
import { createWorkerWorld } from '#test/jobs.ts'
import { keys, type StripeAccount } from '#test/stripe/account.ts'
import { StripeError } from '#test/stripe/errors.ts'
import { openStripe, type StripeHarness } from '#test/stripe/harness.ts'
import type { Api, World } from '#test/world.ts'
import { syncSubscription } from './sync-subscription.ts'
import { reconcile } from './reconcile.ts'

// Tests the whole path from an endpoint to the Stripe sandbox and back through the webhook. The adapter has its own
// tests.

const now = new Date('2026-03-10T12:00:00Z')
let harness: StripeHarness
let stripe: StripeAccount
let world: World
let services: Services
let close: () => Promise<void>
let organizationId: string
let ownerId: string
let owner: Api

beforeAll(async () => {
  harness = await openStripe(now.toISOString())
  stripe = harness.stripe.account
  const { apiBase } = harness.stripe
  const openPayments = () => createStripePayments({ ...keys, apiBase, timeoutMs: 2000, clock: () => now })
  ;({ world, services, close } = await createWorkerWorld({ providers: { openPayments, clock: () => now } }))
})
afterAll(async () => {
  await close()
  await harness.close()
})
beforeEach(async () => {
  ;({ id: organizationId, ownerId } = await buildOrganization(world))
  await beginBilling(services, organizationId, ownerId)
  owner = await world.as(ownerId)
})

const readBillingCustomer = () =>
  world.db
    .selectFrom('billing_customers')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow()

const newRequest = () => ({ requestId: randomUUID() })

/** Delivers pending events to the webhook and runs the sync job. Returns the number of events. */
async function deliverEvents(): Promise<number> {
  const events = await harness.deliveries()
  for (const { body, signature } of events) {
    const headers = { 'stripe-signature': signature, 'content-type': 'application/json' }
    const url = `${world.url}/api/webhooks/payments`
    expect((await fetch(url, { method: 'POST', headers, body: new Uint8Array(body) })).status).toBe(200)
  }
  await syncSubscription(services, organizationId)
  return events.length
}

test('a trial at Stripe starts, changes its plan, is canceled and reactivated', async () => {
  expect(await owner.billing.state()).toMatchObject({
    provider: 'stripe',
    publishableKey: keys.publishableKey,
    subscription: { status: 'trialing', cancelAtPeriodEnd: false },
    usage: { used: 0, limit: null },
  })
  const basic = await priceOf(owner, 'basic')
  expect(await owner.billing.changePlan({ priceId: basic, ...newRequest() })).toMatchObject({
    subscription: { priceId: basic },
    usage: { limit: null },
  })
  expect((await owner.billing.cancel(newRequest())).subscription).toMatchObject({ cancelAtPeriodEnd: true })
  expect((await owner.billing.reactivate(newRequest())).subscription).toMatchObject({ cancelAtPeriodEnd: false })
  expect(await deliverEvents()).toBeGreaterThan(0)
  expect((await owner.billing.state()).subscription).toMatchObject({ priceId: basic, cancelAtPeriodEnd: false })
})

test('repeating a cancellation after a reactivation fails with billing_overtaken', async () => {
  const cancel = newRequest()
  await owner.billing.cancel(cancel)
  await owner.billing.reactivate(newRequest())
  await expect(owner.billing.cancel(cancel)).rejects.toMatchObject({ code: 'billing_overtaken' })
  expect((await owner.billing.state()).subscription).toMatchObject({ cancelAtPeriodEnd: false })
})

test('cards are entered in Stripe’s form, never in ours', async () => {
  const setup = await owner.billing.beginCard(newRequest())
  const card = { number: '4242424242424242', expMonth: 12, expYear: 2090, cvc: '123' }
  await expect(owner.billing.fillTestCard({ setupId: setup.id, ...card })).rejects.toMatchObject({
    code: 'not_in_test_mode',
  })
  await expect(owner.billing.finishCard({ setupId: setup.id })).rejects.toMatchObject({ code: 'setup_unsuccessful' })
  await stripe.fillForm(setup.id, card.number)
  const { items } = await owner.billing.finishCard({ setupId: setup.id })
  expect(items).toMatchObject([{ isDefault: true, card: { last4: '4242' } }])
})

test('a webhook makes a card the default if the browser did not finish the form', async () => {
  const setup = await owner.billing.beginCard(newRequest())
  await stripe.fillForm(setup.id, '4242424242424242')
  expect((await owner.billing.paymentMethods()).items).toMatchObject([{ isDefault: false }])
  await deliverEvents()
  expect((await owner.billing.paymentMethods()).items).toMatchObject([{ isDefault: true, card: { last4: '4242' } }])
  expect((await owner.billing.finishCard({ setupId: setup.id })).items).toHaveLength(1)
})

test('removing a card while it becomes the default leaves customer and trial unchanged', async () => {
  const before = await readBillingCustomer()
  const setup = await owner.billing.beginCard(newRequest())
  const cardId = await stripe.fillForm(setup.id, '4242424242424242')
  harness.stripe.beforeNext('POST /v1/customers/', () => stripe.detach(cardId))
  const lines: { level: number; msg: string }[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  await syncSubscription({ ...services, log }, organizationId)
  expect(lines).toMatchObject([{ level: 40, msg: 'the default card of an organization could not be set' }])
  expect(await readBillingCustomer()).toMatchObject({ customer_id: before.customer_id, former_ids: [] })
  expect((await owner.billing.state()).subscription).toMatchObject({ status: 'trialing' })
})

test('a sync saves the subscription even if setting the default card fails', async () => {
  const { id = '' } = (await owner.billing.state()).subscription ?? {}
  stripe.override(id, { cancel_at_period_end: true })
  const ensureDefaultPaymentMethod = () => Promise.reject(new PaymentFailure('payments_failed'))
  const log = pino({ level: 'silent' })
  await syncSubscription(
    { ...services, log, payments: { ...services.payments, ensureDefaultPaymentMethod } },
    organizationId,
  )
  expect((await owner.billing.state()).subscription).toMatchObject({ cancelAtPeriodEnd: true })
})

test('without a card, a user subscribes on Stripe’s checkout page, and the webhook syncs the subscription', async () => {
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
    owner.billing.subscribe({ priceId: await priceOf(owner, 'enterprise'), ...newRequest() }),
  ).rejects.toMatchObject({ code: 'billing_no_card' })
  const { url } = await owner.billing.subscribe({
    priceId: await priceOf(owner, 'enterprise'),
    pay: 'page',
    ...newRequest(),
  })
  if (url === null) throw new Error('there is no checkout page')
  expect((await owner.billing.state()).subscription).toBeNull()
  await harness.deliveries()
  await stripe.payOnPage(url, '4242424242424242')
  expect(await deliverEvents()).toBeGreaterThan(0)
  expect((await owner.billing.state()).subscription).toMatchObject({ status: 'active' })
  const organization = world.db.selectFrom('organizations').selectAll().where('id', '=', id)
  expect(await organization.executeTakeFirst()).toMatchObject({
    subscription_plan: 'enterprise',
    subscription_status: 'active',
  })
})

test('two subscriptions are logged as an error by a webhook and by the nightly job', async () => {
  const first = (await owner.billing.state()).subscription
  const { customer_id: customerId } = await readBillingCustomer()
  const second = await stripe.addTrial(customerId ?? '', await priceOf(owner, 'basic'))
  const lines: { level: number; msg: string; organizationId: string; subscriptionIds?: string[] }[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const logged = { level: 50, organizationId, subscriptionIds: [second, first?.id] }
  await syncSubscription({ ...services, log }, organizationId)
  expect(lines).toMatchObject([logged])
  await reconcile({ ...services, log })
  expect(lines).toMatchObject([logged, logged])
  stripe.override(second, { status: 'canceled' })
})

test('the nightly job names the customer after the organization and its current owner', async () => {
  const { userId } = await buildMember(world, { organizationId, role: 'admin' })
  const members = world.db.updateTable('organization_members').where('organization_id', '=', organizationId)
  await members.set({ role: 'owner' }).where('user_id', '=', userId).execute()
  await members.set({ role: 'admin' }).where('user_id', '=', ownerId).execute()
  await world.db.updateTable('organizations').set({ name: 'Riverside' }).where('id', '=', organizationId).execute()
  const { email } = await world.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const { customer_id: customerId } = await readBillingCustomer()
  const updates = () => harness.stripe.requests.filter(({ call }) => call === `POST /v1/customers/${customerId}`)
  harness.stripe.requests.length = 0
  for (let night = 0; night < 2; night++) await reconcile(services)
  expect(updates().map(({ form }) => form)).toEqual([{ email, name: 'Riverside' }])
})

test('an organization gets a new customer after its customer was deleted at Stripe', async () => {
  const { customer_id: deleted } = await readBillingCustomer()
  stripe.deletedCustomers.add(deleted ?? '')
  await syncSubscription(services, organizationId)
  expect(await readBillingCustomer()).toMatchObject({ customer_id: null, former_ids: [deleted] })
  await beginBilling(services, organizationId, ownerId)
  const { customer_id: created } = await readBillingCustomer()
  expect([created, created === deleted]).toEqual([expect.any(String), false])
  expect((await owner.billing.state()).subscription).toMatchObject({ status: 'trialing' })
})

test('an invoice file is downloaded from Stripe with one API request, under our file name', async () => {
  const { subscription } = await owner.billing.state()
  stripe.override(subscription?.id ?? '', { status: 'canceled' })
  await syncSubscription(services, organizationId)
  const setup = await owner.billing.beginCard(newRequest())
  await stripe.fillForm(setup.id, '4242424242424242')
  await owner.billing.finishCard({ setupId: setup.id })
  expect(await owner.billing.subscribe({ priceId: await priceOf(owner, 'basic'), ...newRequest() })).toEqual({
    url: null,
  })
  const [invoice] = (await owner.billing.invoices({})).items
  expect(invoice).toMatchObject({ amount: 2900, status: 'paid', hasFile: true })
  const headers = await world.headersOf(ownerId)
  harness.stripe.requests.length = 0
  const file = await fetch(`${world.url}/api/billing/invoices/${invoice?.id}/file`, { headers, redirect: 'manual' })
  expect(file.headers.get('content-disposition')).toBe(`attachment; filename="invoice-${invoice?.id}.pdf"`)
  expect(await file.text()).toContain(invoice?.number)
  expect(harness.stripe.requests.map(({ call }) => call)).toEqual([`GET /v1/invoices/${invoice?.id}`])
})

test('Stripe errors reach the caller with their cause', async () => {
  harness.stripe.failNext(new StripeError(402, { type: 'card_error', code: 'incorrect_cvc', message: 'CVC 123' }))
  await expect(owner.billing.beginCard(newRequest())).rejects.toMatchObject({ code: 'card_cvc' })
  harness.stripe.failNext(
    new StripeError(429, { type: 'invalid_request_error', code: 'rate_limit', message: 'Slowly.' }),
  )
  await expect(owner.billing.beginCard(newRequest())).rejects.toMatchObject({ code: 'payments_unreachable' })
})

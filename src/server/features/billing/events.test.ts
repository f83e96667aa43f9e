import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Subscription } from '#shared/contract/billing.ts'
import type { Services } from '#server/context.ts'
import { createSandboxPayments } from '#server/providers/payments/sandbox/payments.ts'
import type { SandboxPayments } from '#server/providers/payments/port.ts'
import { addTestCard, beginBilling, priceOf } from '#test/billing.ts'
import { buildOrganization } from '#test/build.ts'
import { createWorkerWorld } from '#test/jobs.ts'
import type { Api, World } from '#test/world.ts'
import { advanceSandbox } from './advance-sandbox.ts'
import { syncSubscription } from './sync-subscription.ts'
import { reconcile } from './reconcile.ts'

const eventKey = Buffer.alloc(32, 7)

let now = new Date('2026-03-10T12:00:00Z')
let world: World
let services: Services
let close: () => Promise<void>
/** Access to the provider itself, without our cached state. */
let payments: SandboxPayments
let organizationId: string
let customerId: string
let owner: Api

beforeAll(async () => {
  const openPayments = (databaseUrl: string) => createSandboxPayments({ databaseUrl, clock: () => now, eventKey })
  ;({ world, services, close } = await createWorkerWorld({ providers: { clock: () => now, openPayments } }))
  payments = openPayments(world.urls.app_payments)
})
afterAll(async () => {
  await payments.close()
  await close()
})
beforeEach(async () => {
  now = new Date('2026-03-10T12:00:00Z')
  const organization = await buildOrganization(world)
  organizationId = organization.id
  await beginBilling(services, organizationId, organization.ownerId)
  owner = await world.as(organization.ownerId)
  const row = await world.db
    .selectFrom('billing_customers')
    .select('customer_id')
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow()
  customerId = row.customer_id ?? ''
  await sql`delete from test_payments.objects where kind = 'event'`.execute(world.db)
})

const post = ({ body, signature }: { body: Buffer; signature: string }, headers: Record<string, string> = {}) =>
  fetch(`${world.url}/api/webhooks/payments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature, ...headers },
    body: new Uint8Array(body),
  })

/** Changes the subscription at the provider only. Returns the resulting events. */
async function changeAtProvider(cancel: boolean) {
  await payments.setCancelAtPeriodEnd({ customerId, cancel, idempotencyKey: randomUUID() })
  return await pendingEvents()
}

/** Returns and removes all pending events. */
async function pendingEvents() {
  const events: { body: Buffer; signature: string }[] = []
  await payments.deliverEvents(async (event) => void events.push(event))
  return events
}

async function countSyncJobs(): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from pgboss.job
    where name = 'billing.sync' and data->>'organizationId' = ${organizationId}`.execute(world.db)
  return rows[0]?.n ?? 0
}

const state = async () => (await owner.billing.state()).subscription

describe('events', () => {
  test('webhook events enqueue a job that reads the changed state from the provider', async () => {
    const [event] = await changeAtProvider(true)
    if (!event) throw new Error('there is no event')
    expect((await post(event)).status).toBe(200)
    expect([await countSyncJobs(), await state()]).toMatchObject([1, { cancelAtPeriodEnd: false }])
    await syncSubscription(services, organizationId)
    expect(await state()).toMatchObject({ cancelAtPeriodEnd: true })
  })

  test('a webhook event that is delivered twenty times at once enqueues one job', async () => {
    const [event] = await changeAtProvider(true)
    if (!event) throw new Error('there is no event')
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(event)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await countSyncJobs()).toBe(1)
    expect((await post(event)).status).toBe(200)
    expect(await countSyncJobs()).toBe(1)
  })

  test('webhook events lead to the same state if they arrive late, repeatedly or out of order', async () => {
    const events = [
      ...(await changeAtProvider(true)),
      ...(await changeAtProvider(false)),
      ...(await changeAtProvider(true)),
    ]
    expect(events.length).toBeGreaterThanOrEqual(3)
    for (const event of [...events.toReversed(), ...events]) {
      expect((await post(event)).status).toBe(200)
      await syncSubscription(services, organizationId)
      expect(await state()).toMatchObject({ cancelAtPeriodEnd: true })
    }
  })

  test('webhook events with a forged, old or missing signature are rejected and not recorded', async () => {
    const [event] = await changeAtProvider(true)
    if (!event) throw new Error('there is no event')
    const forged = { ...event, signature: event.signature.replace(/.$/, (last: string) => (last === '0' ? '1' : '0')) }
    const changed = { ...event, body: Buffer.from(event.body.toString().replace('customer', 'customer ')) }
    for (const delivered of [forged, changed, { ...event, signature: '' }, { ...event, signature: 't=1' }])
      expect((await post(delivered)).status).toBe(400)
    now = new Date(now.getTime() + 6 * 60_000)
    expect((await post(event)).status).toBe(400)
    const kept = await world.db.selectFrom('payment_events').selectAll().execute()
    expect([await countSyncJobs(), kept.filter(({ id }) => event.body.toString().includes(id))]).toEqual([0, []])
  })

  test('webhook events are accepted from a foreign origin, unlike any other request', async () => {
    const [event] = await changeAtProvider(true)
    if (!event) throw new Error('there is no event')
    expect((await post(event, { origin: 'https://elsewhere.example' })).status).toBe(200)
    const url = `${world.url}/api/billing/subscription/cancel`
    const response = await fetch(url, { method: 'POST', headers: { origin: 'https://elsewhere.example' } })
    expect(await response.json()).toMatchObject({ code: 'foreign_origin' })
  })

  test('webhook events above the maximum size are rejected', async () => {
    const response = await post({ body: Buffer.alloc(300_000, 32), signature: 't=1' }).then(
      ({ status }) => status,
      // The server may close the connection during the upload.
      () => 413,
    )
    expect(response).toBe(413)
  })

  test('webhook events of an unknown customer are accepted without effect', async () => {
    const { customerId: unknown } = await payments.createCustomer({
      organizationId: randomUUID(),
      email: 'stranger@example.test',
      name: 'Stranger',
      idempotencyKey: randomUUID(),
    })
    const plan = (await payments.listPlans())[0]
    await payments.startTrial({
      customerId: unknown,
      priceId: plan?.priceId ?? '',
      days: 7,
      idempotencyKey: randomUUID(),
    })
    const events = await pendingEvents()
    expect(events.length).toBeGreaterThan(0)
    for (const event of events) expect((await post(event)).status).toBe(200)
  })
})

describe('snapshots', () => {
  test('a billing snapshot never replaces a later snapshot', async () => {
    // The earlier snapshot completes after the later one is saved.
    const slow = Promise.withResolvers<Subscription | null>()
    const asked = Promise.withResolvers<void>()
    const before = await payments.findSubscription(customerId)
    const findSubscription = () => {
      asked.resolve()
      return slow.promise
    }
    const late = syncSubscription({ ...services, payments: { ...payments, findSubscription } }, organizationId)
    await asked.promise
    await owner.billing.cancel({ requestId: randomUUID() })
    slow.resolve(before)
    await late
    expect(await state()).toMatchObject({ cancelAtPeriodEnd: true })
  })

  test('after a trial ended without a card, the subscription is canceled, and the organization can subscribe again', async () => {
    now = new Date('2026-03-18T12:00:00Z')
    await advanceSandbox(services)
    expect(await countSyncJobs()).toBeGreaterThan(0)
    await syncSubscription(services, organizationId)
    expect(await state()).toBeNull()
    const row = world.db.selectFrom('organizations').selectAll().where('id', '=', organizationId)
    expect(await row.executeTakeFirst()).toMatchObject({ subscription_plan: 'free', subscription_status: 'canceled' })
    await addTestCard(owner)
    await owner.billing.subscribe({ priceId: await priceOf(owner, 'basic'), requestId: randomUUID() })
    expect(await state()).toMatchObject({ status: 'active' })
    expect(await row.executeTakeFirst()).toMatchObject({ subscription_plan: 'basic', subscription_status: 'active' })
    const again = owner.billing.subscribe({ priceId: await priceOf(owner, 'basic'), requestId: randomUUID() })
    await expect(again).rejects.toMatchObject({ code: 'subscription_exists' })
  })

  test('a billing snapshot is taken when a change fails because of a state that no event reported', async () => {
    await payments.setCancelAtPeriodEnd({ customerId, cancel: true, idempotencyKey: randomUUID() })
    now = new Date('2026-03-18T12:00:00Z')
    await payments.advance()
    expect(await state()).toMatchObject({ status: 'trialing' })
    await expect(owner.billing.cancel({ requestId: randomUUID() })).rejects.toMatchObject({
      code: 'subscription_missing',
    })
    expect(await state()).toBeNull()
    await addTestCard(owner)
    const priceId = await priceOf(owner, 'basic')
    await payments.subscribe({ customerId, priceId, idempotencyKey: randomUUID() })
    expect(await state()).toBeNull()
    const again = owner.billing.subscribe({ priceId, requestId: randomUUID() })
    await expect(again).rejects.toMatchObject({ code: 'subscription_exists' })
    expect(await state()).toMatchObject({ status: 'active', priceId })
  })

  test('a billing snapshot shows a failed renewal as past due', async () => {
    await addTestCard(owner, '4000000000000341')
    now = new Date('2026-03-18T12:00:00Z')
    await advanceSandbox(services)
    await syncSubscription(services, organizationId)
    expect(await state()).toMatchObject({ status: 'past_due' })
    const row = world.db.selectFrom('organizations').selectAll().where('id', '=', organizationId)
    expect(await row.executeTakeFirst()).toMatchObject({ subscription_plan: 'pro', subscription_status: 'active' })
  })

  test('a billing snapshot is taken at once when the user returns from the checkout page', async () => {
    await changeAtProvider(true)
    expect(await state()).toMatchObject({ cancelAtPeriodEnd: false })
    expect((await owner.billing.refresh()).subscription).toMatchObject({ cancelAtPeriodEnd: true })
    expect(await state()).toMatchObject({ cancelAtPeriodEnd: true })
  })

  test('billing snapshots are taken every night in case events were lost, and old event ids are deleted', async () => {
    await changeAtProvider(true)
    await world.db
      .insertInto('payment_events')
      .values({ id: 'evt_old', type: 'x', received_at: new Date('2025-11-01T00:00:00Z') })
      .execute()
    expect(await state()).toMatchObject({ cancelAtPeriodEnd: false })
    await reconcile(services)
    expect(await state()).toMatchObject({ cancelAtPeriodEnd: true })
    const old = world.db.selectFrom('payment_events').selectAll().where('id', '=', 'evt_old')
    expect(await old.executeTakeFirst()).toBeUndefined()
  })

  test('the nightly job syncs the other organizations when the provider fails for one', async () => {
    await changeAtProvider(true)
    const findSubscription = (id: string) =>
      id === customerId ? payments.findSubscription(id) : Promise.reject(new Error('no response'))
    await buildAnotherOrganization()
    await reconcile({ ...services, payments: { ...payments, findSubscription } })
    expect(await state()).toMatchObject({ cancelAtPeriodEnd: true })
  })
})

async function buildAnotherOrganization() {
  const { id, ownerId } = await buildOrganization(world)
  await beginBilling(services, id, ownerId)
}

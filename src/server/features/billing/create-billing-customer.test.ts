import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type Logger, pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Subscription } from '#shared/contract/billing.ts'
import type { Services } from '#server/context.ts'
import { createFakeMailer } from '#server/providers/mail/fake.ts'
import { PaymentFailure, type Payments } from '#server/providers/payments/port.ts'
import { priceOf } from '#test/billing.ts'
import { buildMember, buildOrganization, buildUser } from '#test/build.ts'
import { mailedSecret } from '#test/invitations.ts'
import { createWorkerWorld } from '#test/jobs.ts'
import type { World } from '#test/world.ts'
import { createBillingCustomer } from './create-billing-customer.ts'
import { syncSubscription } from './sync-subscription.ts'
import { reconcile } from './reconcile.ts'

const mail = createFakeMailer()
let world: World
let services: Services
let close: () => Promise<void>

beforeAll(async () => {
  ;({ world, services, close } = await createWorkerWorld({ providers: { mail } }))
})
afterAll(() => close())

const subscription: Subscription = {
  id: 'sub_1',
  status: 'active',
  productId: 'prod_1',
  priceId: 'price_1',
  productName: 'Basic',
  amount: 2900,
  currency: 'usd',
  interval: 'month',
  currentPeriodStart: '2026-03-10T12:00:00Z',
  currentPeriodEnd: '2026-04-10T12:00:00Z',
  trialEnd: null,
  cancelAtPeriodEnd: false,
}

async function enqueuedTasks(userId: string): Promise<{ organizationId: string; userId: string }[]> {
  const { rows } = await sql<{ data: { organizationId: string; userId: string } }>`
    select data from pgboss.job where name = 'billing.create_customer' and data->>'userId' = ${userId}`.execute(
    world.db,
  )
  return rows.map(({ data }) => data)
}

/** Services with a recorded log and replaced provider methods. */
function withRecordedLog(payments: Partial<Payments> = {}) {
  const lines: { level: number; msg: string }[] = []
  const log: Logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  return { lines, services: { ...services, log, payments: { ...services.payments, ...payments } } }
}

/** Writes an audit event of a user account, which has no organization. */
async function writeAccountEvent(userId: string, action: string): Promise<void> {
  await world.db.transaction().execute(async (db) => {
    await sql`select set_config('app.user_id', ${userId}, true)`.execute(db)
    await db.insertInto('audit_events').values({ action, resource_type: 'account', details: '{}' }).execute()
  })
}

const customerOf = (organizationId: string) =>
  world.db.selectFrom('billing_customers').selectAll().where('organization_id', '=', organizationId).executeTakeFirst()

describe('sign-up', () => {
  test('sign-up enqueues the trial once, when the organization is created', async () => {
    const userId = await buildUser(world, { firstName: '', lastName: '' })
    const api = await world.as(userId)
    await api.accounts.update({ firstName: 'Robin' })
    expect(await enqueuedTasks(userId)).toEqual([])
    const { organization } = await api.accounts.update({ lastName: 'Hale' })
    const [task] = await enqueuedTasks(userId)
    expect(task).toMatchObject({ organizationId: organization?.id, userId })
    await api.accounts.update({ clinicName: 'Harbour Clinic' })
    expect(await enqueuedTasks(userId)).toHaveLength(1)
    if (!task) throw new Error('no trial was enqueued')
    await createBillingCustomer(services, task)
    expect((await api.billing.state()).subscription).toMatchObject({ status: 'trialing', productName: 'Professional' })
  })

  test('sign-up enqueues no trial for an invited member', async () => {
    const { id, ownerId } = await buildOrganization(world)
    const email = `${randomUUID()}@example.test`
    await (await world.as(ownerId)).invitations.send({ email, role: 'therapist' })
    const url = `${world.url}/api/invitations/accept`
    const name = { firstName: 'Ada', lastName: 'Moss', timeZone: 'Europe/Berlin' }
    const body = { secret: mailedSecret(mail, email), password: 'violet harbour 41 kites', ...name }
    const headers = { origin: world.url, 'content-type': 'application/json' }
    expect((await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).status).toBe(200)
    const guest = await world.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()
    await (await world.as(guest.id)).accounts.update({ clinicName: 'Mine' })
    expect([await enqueuedTasks(guest.id), await customerOf(id)]).toEqual([[], undefined])
  })
})

describe('createBillingCustomer', () => {
  test('createBillingCustomer creates one customer and one trial when called repeatedly and concurrently', async () => {
    const { id: organizationId, ownerId: userId } = await buildOrganization(world)
    await Promise.all(Array.from({ length: 4 }, () => createBillingCustomer(services, { organizationId, userId })))
    await createBillingCustomer(services, { organizationId, userId })
    const { rows } = await sql<{ kind: string; n: number }>`select kind, count(*)::int as n from test_payments.objects
      where customer_id in (select customer_id from test_payments.objects where data->>'organizationId' = ${organizationId})
        and kind in ('customer', 'subscription') group by kind order by kind`.execute(world.db)
    expect(rows).toEqual([
      { kind: 'customer', n: 1 },
      { kind: 'subscription', n: 1 },
    ])
    const events = await world.db
      .selectFrom('audit_events')
      .select('action')
      .where('organization_id', '=', organizationId)
      .execute()
    expect(events.map(({ action }) => action).toSorted()).toEqual([
      'billing.account_made',
      'billing.subscription_changed',
      'billing.trial_started',
    ])
  })

  test('createBillingCustomer audits customer and trial in the trail of their organization, also if the user acts in another one', async () => {
    const { id: organizationId, ownerId: userId } = await buildOrganization(world)
    const other = await buildOrganization(world)
    await buildMember(world, { organizationId: other.id, userId })
    await (await world.as(userId)).organizations.switch({ organizationId: other.id })
    await createBillingCustomer(services, { organizationId, userId })
    const events = await world.db
      .selectFrom('audit_events')
      .select(['action', 'organization_id'])
      .where('chain', '=', userId)
      .where('action', 'like', 'billing.%')
      .execute()
    expect(events.toSorted((a, b) => a.action.localeCompare(b.action))).toEqual([
      { action: 'billing.account_made', organization_id: organizationId },
      { action: 'billing.trial_started', organization_id: organizationId },
    ])
  })

  test('createBillingCustomer starts and audits no trial for a customer with a paid subscription', async () => {
    const { id: organizationId, ownerId: userId } = await buildOrganization(world)
    const trials: unknown[] = []
    const recorded = withRecordedLog({
      findSubscription: async () => subscription,
      startTrial: async (trial) => {
        trials.push(trial)
        return subscription
      },
    })
    await createBillingCustomer(recorded.services, { organizationId, userId })
    const events = world.db.selectFrom('audit_events').select('action').where('organization_id', '=', organizationId)
    const actions = (await events.execute()).map(({ action }) => action)
    expect(trials).toEqual([])
    expect(actions).toContain('billing.account_made')
    expect(actions).not.toContain('billing.trial_started')
    expect(await customerOf(organizationId)).toMatchObject({ trial_started_at: expect.any(Date) })
  })

  test('createBillingCustomer tries three times, half a second apart', async () => {
    const { id: organizationId, ownerId: userId } = await buildOrganization(world)
    const calls: number[] = []
    const createCustomer: Payments['createCustomer'] = (details) => {
      calls.push(performance.now())
      return calls.length < 3 ? Promise.reject(new Error('no response')) : services.payments.createCustomer(details)
    }
    const recorded = withRecordedLog({ createCustomer })
    await createBillingCustomer(recorded.services, { organizationId, userId })
    expect((await customerOf(organizationId))?.customer_id).toEqual(expect.any(String))
    const [first = 0, second = 0, third = 0] = calls
    expect(Math.min(second - first, third - second)).toBeGreaterThanOrEqual(490)
    expect(recorded.lines).toEqual([])
  })

  test('createBillingCustomer retries the provider’s own error with new idempotency keys', async () => {
    const { id: organizationId, ownerId: userId } = await buildOrganization(world)
    const failed = new Set<string>()
    const failOnce = (key: string) => {
      const [first = ''] = key.split(':')
      if ([...failed].some((known) => known.startsWith(first)) && !failed.has(key)) return
      failed.add(key)
      throw new PaymentFailure('payments_failed')
    }
    const recorded = withRecordedLog({
      createCustomer: async (details) => {
        failOnce(details.idempotencyKey)
        return await services.payments.createCustomer(details)
      },
      startTrial: async (trial) => {
        failOnce(trial.idempotencyKey)
        return await services.payments.startTrial(trial)
      },
    })
    await createBillingCustomer(recorded.services, { organizationId, userId })
    expect([failed.size, recorded.lines]).toEqual([2, []])
    expect(await customerOf(organizationId)).toMatchObject({ trial_started_at: expect.any(Date) })
  })

  test('createBillingCustomer holds the lease while starting the trial, so that a concurrent subscription fails', async () => {
    const { id: organizationId, ownerId: userId } = await buildOrganization(world)
    const owner = await world.as(userId)
    const subscribe = async () =>
      owner.billing.subscribe({ priceId: await priceOf(owner, 'basic'), requestId: randomUUID() })
    const recorded = withRecordedLog({
      startTrial: async (trial) => {
        await expect(subscribe()).rejects.toMatchObject({ code: 'billing_busy' })
        return await services.payments.startTrial(trial)
      },
    })
    await createBillingCustomer(recorded.services, { organizationId, userId })
    expect([recorded.lines, await customerOf(organizationId)]).toMatchObject([[], { leased_until: null, lease: null }])
    expect((await owner.billing.state()).subscription).toMatchObject({ status: 'trialing' })
    await expect(subscribe()).rejects.toMatchObject({ code: 'subscription_exists' })
  })

  test('createBillingCustomer starts no trial while another change holds the lease, and starts it after the lease expired', async () => {
    const { id: organizationId, ownerId: userId } = await buildOrganization(world)
    const details = { organizationId, email: 'a@example.test', name: 'A', idempotencyKey: randomUUID() }
    const { customerId } = await services.payments.createCustomer(details)
    const [leased_until, lease] = [new Date(Date.now() + 60_000), randomUUID()]
    const account = { organization_id: organizationId, user_id: userId, customer_id: customerId, leased_until, lease }
    await world.db.insertInto('billing_customers').values(account).execute()
    const recorded = withRecordedLog()
    await createBillingCustomer(recorded.services, { organizationId, userId })
    expect(recorded.lines).toMatchObject([
      { level: 40, msg: 'an organization could not be created at the payment provider' },
    ])
    expect(await customerOf(organizationId)).toMatchObject({ trial_started_at: null, leased_until, lease })
    await world.db
      .updateTable('billing_customers')
      .set({ leased_until: new Date() })
      .where('organization_id', '=', organizationId)
      .execute()
    await createBillingCustomer(services, { organizationId, userId })
    expect(await customerOf(organizationId)).toMatchObject({ trial_started_at: expect.any(Date), lease: null })
  })

  test('createBillingCustomer blocks other changes while the trial’s outcome is unknown, and retries the trial', async () => {
    const { id: organizationId, ownerId: userId } = await buildOrganization(world)
    const recorded = withRecordedLog({ startTrial: () => Promise.reject(new PaymentFailure('payments_unreachable')) })
    await createBillingCustomer(recorded.services, { organizationId, userId })
    const owner = await world.as(userId)
    const priceId = await priceOf(owner, 'basic')
    const subscribed = owner.billing.subscribe({ priceId, requestId: randomUUID() })
    await expect(subscribed).rejects.toMatchObject({ code: 'billing_busy' })
    await createBillingCustomer(services, { organizationId, userId })
    expect((await owner.billing.state()).subscription).toMatchObject({ status: 'trialing' })
  })

  test('createBillingCustomer logs a failure, and the nightly job tries again', async () => {
    const { id: organizationId, ownerId: userId } = await buildOrganization(world)
    const recorded = withRecordedLog({ createCustomer: () => Promise.reject(new Error('no response')) })
    await createBillingCustomer(recorded.services, { organizationId, userId })
    expect(recorded.lines).toMatchObject([
      { level: 40, msg: 'an organization could not be created at the payment provider' },
    ])
    expect(await customerOf(organizationId)).toMatchObject({ customer_id: null, trial_started_at: null })
    await reconcile(services)
    expect(await enqueuedTasks(userId)).toMatchObject([{ organizationId, userId }])
  })

  test('the nightly job creates customers for older organizations after their owner or an admin was active', async () => {
    const withActiveOwner = await buildOrganization(world)
    const withActiveTherapist = await buildOrganization(world)
    const withActiveAdmin = await buildOrganization(world)
    const { userId: adminId } = await buildMember(world, { organizationId: withActiveAdmin.id, role: 'admin' })
    const { userId: therapistId } = await buildMember(world, { organizationId: withActiveTherapist.id })
    const demo = await buildOrganization(world)
    await world.db.insertInto('demo_practice').values({ organization_id: demo.id, owner_id: demo.ownerId }).execute()
    for (const id of [withActiveOwner.ownerId, adminId, therapistId, demo.ownerId])
      await (await world.as(id)).accounts.update({ licenseType: 'Masters' })
    expect(await enqueuedTasks(withActiveOwner.ownerId)).toEqual([])
    await reconcile(services)
    expect(await enqueuedTasks(withActiveOwner.ownerId)).toMatchObject([
      { organizationId: withActiveOwner.id, userId: withActiveOwner.ownerId },
    ])
    expect(await enqueuedTasks(adminId)).toMatchObject([{ organizationId: withActiveAdmin.id, userId: adminId }])
    for (const id of [withActiveTherapist.ownerId, therapistId, withActiveAdmin.ownerId, demo.ownerId])
      expect(await enqueuedTasks(id)).toEqual([])
    const missed = await buildOrganization(world)
    await (await world.as(missed.ownerId)).accounts.update({ licenseType: 'Masters' })
    await reconcile({ ...services, clock: () => new Date(Date.now() + 3 * 86_400_000) })
    for (const id of [withActiveTherapist.ownerId, withActiveAdmin.ownerId, missed.ownerId])
      expect(await enqueuedTasks(id)).toEqual([])
    await createBillingCustomer(services, { organizationId: withActiveOwner.id, userId: withActiveOwner.ownerId })
    expect((await customerOf(withActiveOwner.id))?.trial_started_at).toEqual(expect.any(Date))
    await world.db.deleteFrom('demo_practice').execute()
  })

  test('the nightly job ignores activity in another organization and failed sign-ins', async () => {
    const [ownOrganization, currentOrganization] = [await buildOrganization(world), await buildOrganization(world)]
    await buildMember(world, { organizationId: currentOrganization.id, userId: ownOrganization.ownerId, role: 'admin' })
    const withFailedSignIn = await buildOrganization(world)
    const withSignIn = await buildOrganization(world)
    await world.db
      .updateTable('users')
      .set({ current_organization_id: currentOrganization.id })
      .where('id', '=', ownOrganization.ownerId)
      .execute()
    await writeAccountEvent(ownOrganization.ownerId, 'account.signed_in')
    await writeAccountEvent(withFailedSignIn.ownerId, 'account.second_factor_failed')
    await writeAccountEvent(withSignIn.ownerId, 'account.signed_in')
    await reconcile(services)
    expect(await enqueuedTasks(ownOrganization.ownerId)).toMatchObject([
      { organizationId: currentOrganization.id, userId: ownOrganization.ownerId },
    ])
    expect(await enqueuedTasks(withFailedSignIn.ownerId)).toEqual([])
    expect(await enqueuedTasks(withSignIn.ownerId)).toMatchObject([
      { organizationId: withSignIn.id, userId: withSignIn.ownerId },
    ])
  })

  test.each(['no customer', 'an unknown customer'])(
    'an organization with %s gets one in the night after the member who began it has left',
    async (kind) => {
      const { id: organizationId, ownerId } = await buildOrganization(world)
      const { userId } = await buildMember(world, { organizationId, role: 'admin' })
      const failing = withRecordedLog({ createCustomer: () => Promise.reject(new Error('no response')) })
      await createBillingCustomer(kind === 'no customer' ? failing.services : services, { organizationId, userId })
      await (await world.as(ownerId)).members.remove({ userId })
      await world.db
        .updateTable('billing_customers')
        .set({ customer_id: kind === 'no customer' ? null : 'cus_of_another_provider' })
        .where('organization_id', '=', organizationId)
        .execute()
      await reconcile(services)
      const [task] = await enqueuedTasks(ownerId)
      if (!task) throw new Error('no customer was enqueued')
      await createBillingCustomer(services, task)
      expect(await customerOf(organizationId)).toMatchObject({
        customer_id: expect.not.stringMatching('cus_of_another_provider'),
        trial_started_at: expect.any(Date),
      })
      expect(await enqueuedTasks(userId)).toEqual([])
    },
  )

  test('createBillingCustomer reports a deactivated user with the specified message', async () => {
    const { id: organizationId, ownerId: userId } = await buildOrganization(world)
    await world.db.updateTable('users').set({ is_active: false }).where('id', '=', userId).execute()
    const recorded = withRecordedLog()
    await createBillingCustomer(recorded.services, { organizationId, userId })
    expect(recorded.lines).toMatchObject([{ level: 50, msg: 'No valid session found for Stripe customer creation' }])
    expect(await customerOf(organizationId)).toBeUndefined()
  })

  test('createBillingCustomer restores the archived customer after the provider’s former keys are restored', async () => {
    const { id: organizationId, ownerId: userId } = await buildOrganization(world)
    await createBillingCustomer(services, { organizationId, userId })
    const first = (await customerOf(organizationId))?.customer_id ?? ''
    // Simulates another account at the provider, without any of our customers.
    const others = new Set<string>()
    const elsewhere = withRecordedLog({
      createCustomer: async () => {
        const customerId = `cus_elsewhere_${others.size}`
        others.add(customerId)
        return { customerId }
      },
      findSubscription: (id) =>
        others.has(id) ? Promise.resolve(null) : Promise.reject(new PaymentFailure('customer_missing')),
      listPaymentMethods: (id) =>
        others.has(id) ? Promise.resolve([]) : Promise.reject(new PaymentFailure('customer_missing')),
      startTrial: (trial) => Promise.reject(new Error(`no trial for ${trial.customerId}`)),
    })
    await syncSubscription(elsewhere.services, organizationId)
    await createBillingCustomer(elsewhere.services, { organizationId, userId })
    expect((await customerOf(organizationId))?.customer_id).toBe('cus_elsewhere_0')
    await syncSubscription(services, organizationId)
    await createBillingCustomer(services, { organizationId, userId })
    expect((await customerOf(organizationId))?.customer_id).toBe(first)
    expect((await (await world.as(userId)).billing.state()).subscription).toMatchObject({ status: 'trialing' })
  })

  test('createBillingCustomer creates no customer for the demo practice or for a non-member', async () => {
    const { id: organizationId, ownerId: userId } = await buildOrganization(world)
    const { userId: strangerId } = await buildMember(world)
    await expect(createBillingCustomer(services, { organizationId, userId: strangerId })).resolves.toBeUndefined()
    expect((await customerOf(organizationId))?.customer_id ?? null).toBeNull()
    await world.db.insertInto('demo_practice').values({ organization_id: organizationId, owner_id: userId }).execute()
    await createBillingCustomer(services, { organizationId, userId })
    expect((await customerOf(organizationId))?.customer_id ?? null).toBeNull()
    const owner = await world.as(userId)
    expect(await owner.billing.state()).toMatchObject({ mayManage: false, isDemo: true })
    await expect(owner.billing.subscribe({ priceId: 'x', requestId: randomUUID() })).rejects.toMatchObject({
      code: 'demo_fixed',
    })
    await world.db.deleteFrom('demo_practice').execute()
  })
})

// This test must be last, because its worker runs the jobs that the other tests count.
test('the worker starts the trial of a new organization', async () => {
  await world.worker()
  const userId = await buildUser(world, { firstName: '', lastName: '' })
  const api = await world.as(userId)
  await api.accounts.update({ firstName: 'Robin', lastName: 'Hale' })
  await expect.poll(async () => (await api.billing.state()).subscription?.status, { timeout: 20_000 }).toBe('trialing')
}, 30_000)

import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PaymentFailure, type SandboxPayments } from '#server/providers/payments/port.ts'
import { type BillingHarness, openBillingHarness } from '#test/billing-harness.ts'
import { addTestCard, priceOf } from '#test/billing.ts'
import { buildMember } from '#test/build.ts'
import { type Api, type World } from '#test/world.ts'

let harness: BillingHarness
let world: World
let payments: SandboxPayments
let organizationId: string
let ownerId: string
let adminId: string
let owner: Api
let admin: Api

beforeAll(async () => {
  harness = await openBillingHarness()
  ;({ world, payments } = harness)
})
afterAll(() => harness.close())
beforeEach(async () => {
  ;({ organizationId, ownerId, adminId, owner, admin } = await harness.newPractice())
})

const newRequest = () => ({ requestId: randomUUID() })

async function countSyncJobs(): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from pgboss.job
    where name = 'billing.sync' and data->>'organizationId' = ${organizationId}`.execute(world.db)
  return rows[0]?.n ?? 0
}

describe('changeWithLease', () => {
  test('changeWithLease charges once when the same request is repeated', async () => {
    await addTestCard(owner)
    harness.setNow('2026-03-18T12:00:00Z')
    await payments.advance()
    const request = { priceId: await priceOf(owner, 'enterprise'), ...newRequest() }
    await owner.billing.changePlan(request)
    const before = (await owner.billing.invoices({})).items.length
    await owner.billing.changePlan(request)
    expect((await owner.billing.invoices({})).items).toHaveLength(before)
  })

  test('changeWithLease rejects a second change while another change is running', async () => {
    await addTestCard(owner)
    const held = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    harness.replace({
      setCancelAtPeriodEnd: async (input) => {
        begun.resolve()
        await held.promise
        return payments.setCancelAtPeriodEnd(input)
      },
    })
    const first = owner.billing.cancel(newRequest())
    await begun.promise
    await expect(admin.billing.reactivate(newRequest())).rejects.toMatchObject({ code: 'billing_busy' })
    held.resolve()
    expect((await first).subscription).toMatchObject({ cancelAtPeriodEnd: true })
    expect((await admin.billing.reactivate(newRequest())).subscription).toMatchObject({ cancelAtPeriodEnd: false })
  })

  test('changeWithLease holds its lease longer than a change can take, and never releases another change’s lease', async () => {
    const held = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const
    const begun = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const
    let calls = 0
    harness.replace({
      setCancelAtPeriodEnd: async (input) => {
        const index = calls++ === 0 ? 0 : 1
        begun[index].resolve()
        await held[index].promise
        return payments.setCancelAtPeriodEnd(input)
      },
    })
    const slow = owner.billing.cancel(newRequest())
    await begun[0].promise
    const row = sql<{ isLong: boolean }>`update billing_customers set leased_until = now()
      where organization_id = ${organizationId} and leased_until > clock_timestamp() + interval '6 minutes' returning true as "isLong"`
    expect((await row.execute(world.db)).rows).toEqual([{ isLong: true }])
    const next = admin.billing.cancel(newRequest())
    await begun[1].promise
    held[0].resolve()
    await slow
    await expect(owner.billing.cancel(newRequest())).rejects.toMatchObject({ code: 'billing_busy' })
    held[1].resolve()
    await next
    expect((await owner.billing.reactivate(newRequest())).subscription).toMatchObject({ cancelAtPeriodEnd: false })
  })

  test('changeWithLease returns the provider’s error, and allows the next change', async () => {
    for (const code of ['card_declined', 'payment_processing'] as const) {
      harness.replace({ setCancelAtPeriodEnd: () => Promise.reject(new PaymentFailure(code)) })
      await expect(owner.billing.cancel(newRequest())).rejects.toMatchObject({ code })
    }
    harness.replace({})
    expect((await owner.billing.cancel(newRequest())).subscription).toMatchObject({ cancelAtPeriodEnd: true })
  })

  test.each([
    ['without a response', () => new PaymentFailure('payments_unreachable'), 'payments_unreachable'],
    ['with an error of our own', () => new TypeError('ours'), 'unexpected'],
  ])('after a billing change %s, only the same request may be repeated', async (_, failure, code) => {
    const request = newRequest()
    let reached = 0
    harness.replace({
      setCancelAtPeriodEnd: async (input) => {
        reached += 1
        await payments.setCancelAtPeriodEnd(input)
        throw failure()
      },
    })
    await expect(owner.billing.cancel(request)).rejects.toMatchObject({ code })
    const others = [() => owner.billing.cancel(newRequest()), () => admin.billing.reactivate(newRequest())]
    for (const other of others) await expect(other()).rejects.toMatchObject({ code: 'billing_busy' })
    await expect(owner.billing.cancel(request)).rejects.toMatchObject({ code })
    expect([reached, await countSyncJobs()]).toEqual([2, 2])
    harness.replace({})
    expect((await owner.billing.cancel(request)).subscription).toMatchObject({ cancelAtPeriodEnd: true })
    expect((await admin.billing.reactivate(newRequest())).subscription).toMatchObject({ cancelAtPeriodEnd: false })
  })

  test.each([
    ['a lost response blocks other billing changes for two minutes', 'payments_unreachable', 120],
    ['a provider error blocks other billing changes for half a minute', 'payments_failed', 30],
  ] as const)('%s', async (_, code, seconds) => {
    harness.replace({ setCancelAtPeriodEnd: () => Promise.reject(new PaymentFailure(code)) })
    await expect(owner.billing.cancel(newRequest())).rejects.toMatchObject({ code })
    await expect(admin.billing.cancel(newRequest())).rejects.toMatchObject({ code: 'billing_busy' })
    const waited = sql<{ seconds: number }>`update billing_customers set leased_until = now()
      where organization_id = ${organizationId} returning extract(epoch from (select leased_until from billing_customers
        where organization_id = ${organizationId}) - clock_timestamp())::int as seconds`
    expect((await waited.execute(world.db)).rows[0]?.seconds).toBeCloseTo(seconds, -1)
    harness.replace({})
    expect((await owner.billing.cancel(newRequest())).subscription).toMatchObject({ cancelAtPeriodEnd: true })
  })

  test('changeWithLease takes a snapshot after a provider error, because the change may have happened', async () => {
    harness.replace({
      setCancelAtPeriodEnd: async (input) => {
        await payments.setCancelAtPeriodEnd(input)
        throw new PaymentFailure('payments_failed')
      },
    })
    await expect(owner.billing.cancel(newRequest())).rejects.toMatchObject({ code: 'payments_failed' })
    expect((await owner.billing.state()).subscription).toMatchObject({ cancelAtPeriodEnd: true })
  })

  test('changeWithLease rejects a repeated request with billing_overtaken if another change replaced its result', async () => {
    await addTestCard(owner)
    const [cancel, change] = [newRequest(), { priceId: await priceOf(owner, 'basic'), ...newRequest() }]
    await owner.billing.cancel(cancel)
    await admin.billing.reactivate(newRequest())
    await expect(owner.billing.cancel(cancel)).rejects.toMatchObject({ code: 'billing_overtaken' })
    await owner.billing.changePlan(change)
    await admin.billing.changePlan({ priceId: await priceOf(owner, 'enterprise'), ...newRequest() })
    await expect(owner.billing.changePlan(change)).rejects.toMatchObject({ code: 'billing_overtaken' })
    expect((await owner.billing.state()).subscription).toMatchObject({
      productName: 'Enterprise',
      cancelAtPeriodEnd: false,
    })
    expect((await owner.billing.cancel(newRequest())).subscription).toMatchObject({ cancelAtPeriodEnd: true })
  })

  test('payOpen fails with billing_overtaken if the snapshot does not show the payment', async () => {
    const respondWith = (status: 'past_due' | 'active') =>
      harness.replace({
        payOpen: async (input) => {
          const { subscription, paid } = await payments.payOpen(input)
          return { subscription: { ...subscription, status }, paid }
        },
      })
    respondWith('past_due')
    expect((await owner.billing.payOpen(newRequest())).subscription).toMatchObject({ status: 'trialing' })
    respondWith('active')
    await expect(owner.billing.payOpen(newRequest())).rejects.toMatchObject({ code: 'billing_overtaken' })
  })

  test('a plan change is rejected if another amount is due than the user confirmed', async () => {
    await addTestCard(owner)
    harness.setNow('2026-03-18T12:00:00Z')
    await payments.advance()
    const priceId = await priceOf(owner, 'enterprise')
    const { dueNow } = await owner.billing.preview({ priceId })
    harness.setNow('2026-04-01T12:00:00Z')
    const before = (await owner.billing.invoices({})).items.length
    const change = owner.billing.changePlan({ priceId, dueNow, ...newRequest() })
    await expect(change).rejects.toMatchObject({ code: 'amount_changed' })
    expect((await owner.billing.state()).subscription).toMatchObject({ productName: 'Professional' })
    expect((await owner.billing.invoices({})).items).toHaveLength(before)
    const after = await owner.billing.preview({ priceId })
    const changed = await owner.billing.changePlan({ priceId, dueNow: after.dueNow, ...newRequest() })
    expect(changed.subscription).toMatchObject({ productName: 'Enterprise' })
  })

  test('the audit event of a change names the caller, or has no user if the sign-in has ended meanwhile', async () => {
    const changedBy = async () =>
      await world.db
        .selectFrom('audit_events')
        .where('organization_id', '=', organizationId)
        .where('action', '=', 'billing.subscription_changed')
        .orderBy('at', 'desc')
        .select('actor_id')
        .executeTakeFirst()
    await admin.billing.cancel(newRequest())
    expect(await changedBy()).toEqual({ actor_id: adminId })
    harness.replace({
      setCancelAtPeriodEnd: async (input) => {
        await sql`delete from auth_sessions where user_id = ${adminId}`.execute(world.db)
        return payments.setCancelAtPeriodEnd(input)
      },
    })
    await expect(admin.billing.reactivate(newRequest())).rejects.toMatchObject({ code: 'not_signed_in' })
    harness.replace({})
    expect((await owner.billing.state()).subscription).toMatchObject({ cancelAtPeriodEnd: false })
    expect(await changedBy()).toEqual({ actor_id: null })
  })

  test.each(['demoted', 'removed'] as const)(
    'the result of a change is saved, and the lease released, if the caller is %s meanwhile',
    async (fate) => {
      harness.replace({
        setCancelAtPeriodEnd: async (input) => {
          const change =
            fate === 'demoted'
              ? sql`update organization_members set role = 'therapist'`
              : sql`delete from organization_members`
          await sql`${change} where organization_id = ${organizationId} and user_id = ${adminId}`.execute(world.db)
          return payments.setCancelAtPeriodEnd(input)
        },
      })
      const answer = admin.billing.cancel(newRequest())
      const outcome = await answer.catch((error: unknown) => error)
      expect(outcome).toMatchObject(fate === 'demoted' ? { mayManage: false } : { code: 'not_allowed' })
      harness.replace({})
      expect((await owner.billing.state()).subscription).toMatchObject({ cancelAtPeriodEnd: true })
      expect((await owner.billing.reactivate(newRequest())).subscription).toMatchObject({ cancelAtPeriodEnd: false })
    },
  )

  test('the response to a change is about its organization, also if the user has switched to another one', async () => {
    const { subscription } = await owner.billing.state()
    const { organizationId: other } = await buildMember(world, { userId: ownerId })
    let isFailing = false
    harness.replace({
      setCancelAtPeriodEnd: async (input) => {
        await owner.organizations.switch({ organizationId: other })
        if (isFailing) throw new PaymentFailure('customer_missing')
        return payments.setCancelAtPeriodEnd(input)
      },
    })
    expect(await owner.billing.cancel(newRequest())).toMatchObject({
      mayManage: true,
      subscription: { id: subscription?.id, cancelAtPeriodEnd: true },
    })
    await owner.organizations.switch({ organizationId })
    isFailing = true
    await expect(owner.billing.reactivate(newRequest())).rejects.toMatchObject({ code: 'billing_account_incomplete' })
    expect(await countSyncJobs()).toBe(1)
  })

  test('changeWithLease enqueues a sync if the snapshot after a change fails', async () => {
    harness.replace({ findSubscription: () => Promise.reject(new PaymentFailure('payments_unreachable')) })
    expect((await owner.billing.cancel(newRequest())).subscription).toMatchObject({ cancelAtPeriodEnd: false })
    expect(await countSyncJobs()).toBe(1)
  })

  test('changeWithLease holds no database connection during the provider call', async () => {
    const busy = async () => {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
        where usename like 'app_web%' and datname = current_database() and state like 'idle in transaction%'`.execute(
        world.db,
      )
      return rows[0]?.n
    }
    let seen: number | undefined
    harness.replace({
      setCancelAtPeriodEnd: async (input) => {
        seen = await busy()
        return payments.setCancelAtPeriodEnd(input)
      },
    })
    await owner.billing.cancel(newRequest())
    expect(seen).toBe(0)
  })
})

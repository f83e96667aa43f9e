import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PaymentFailure, type SandboxPayments } from '#server/providers/payments/port.ts'
import { type BillingDesk, openBillingDesk } from '#test/billing-desk.ts'
import { addTestCard, priceOf } from '#test/billing.ts'
import { type Api, type World } from '#test/world.ts'

let desk: BillingDesk
let world: World
let payments: SandboxPayments
let organizationId: string
let owner: Api
let admin: Api

beforeAll(async () => {
  desk = await openBillingDesk()
  ;({ world, payments } = desk)
})
afterAll(() => desk.close())
beforeEach(async () => {
  ;({ organizationId, owner, admin } = await desk.newPractice())
})

const once = () => ({ requestId: randomUUID() })

async function mirrors(): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from pgboss.job
    where name = 'billing.mirror' and data->>'organizationId' = ${organizationId}`.execute(world.db)
  return rows[0]?.n ?? 0
}

describe('a change', () => {
  test('repeated with the same request moves money once', async () => {
    await addTestCard(owner)
    desk.setNow('2026-03-18T12:00:00Z')
    await payments.advance()
    const request = { priceId: await priceOf(owner, 'enterprise'), ...once() }
    await owner.billing.changePlan(request)
    const before = (await owner.billing.invoices({})).items.length
    await owner.billing.changePlan(request)
    expect((await owner.billing.invoices({})).items).toHaveLength(before)
  })

  test('waits for no other: a second one at once is refused', async () => {
    await addTestCard(owner)
    const held = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    desk.replace({
      setCancelAtPeriodEnd: async (wish) => {
        begun.resolve()
        await held.promise
        return payments.setCancelAtPeriodEnd(wish)
      },
    })
    const first = owner.billing.cancel(once())
    await begun.promise
    await expect(admin.billing.reactivate(once())).rejects.toMatchObject({ code: 'billing_busy' })
    held.resolve()
    expect((await first).subscription).toMatchObject({ cancelAtPeriodEnd: true })
    expect((await admin.billing.reactivate(once())).subscription).toMatchObject({ cancelAtPeriodEnd: false })
  })

  test('keeps its turn longer than it can take, and gives back no other’s', async () => {
    const held = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const
    const begun = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const
    let calls = 0
    desk.replace({
      setCancelAtPeriodEnd: async (wish) => {
        const index = calls++ === 0 ? 0 : 1
        begun[index].resolve()
        await held[index].promise
        return payments.setCancelAtPeriodEnd(wish)
      },
    })
    const slow = owner.billing.cancel(once())
    await begun[0].promise
    const row = sql<{ isLong: boolean }>`update billing_customers set busy_until = now()
      where organization_id = ${organizationId} and busy_until > clock_timestamp() + interval '6 minutes' returning true as "isLong"`
    expect((await row.execute(world.db)).rows).toEqual([{ isLong: true }])
    const next = admin.billing.cancel(once())
    await begun[1].promise
    held[0].resolve()
    await slow
    await expect(owner.billing.cancel(once())).rejects.toMatchObject({ code: 'billing_busy' })
    held[1].resolve()
    await next
    expect((await owner.billing.reactivate(once())).subscription).toMatchObject({ cancelAtPeriodEnd: false })
  })

  test('that the provider refuses says why, and the next one may be made', async () => {
    for (const code of ['card_declined', 'payment_processing'] as const) {
      desk.replace({ setCancelAtPeriodEnd: () => Promise.reject(new PaymentFailure(code)) })
      await expect(owner.billing.cancel(once())).rejects.toMatchObject({ code })
    }
    desk.replace({})
    expect((await owner.billing.cancel(once())).subscription).toMatchObject({ cancelAtPeriodEnd: true })
  })

  test.each([
    ['has no answer', () => new PaymentFailure('payments_unreachable'), 'payments_unreachable'],
    ['fails within', () => new TypeError('ours'), 'unexpected'],
  ])('that %s may be sent again, and nothing else until it is sure', async (_, failure, code) => {
    const request = once()
    let reached = 0
    desk.replace({
      setCancelAtPeriodEnd: async (wish) => {
        reached += 1
        await payments.setCancelAtPeriodEnd(wish)
        throw failure()
      },
    })
    await expect(owner.billing.cancel(request)).rejects.toMatchObject({ code })
    const others = [() => owner.billing.cancel(once()), () => admin.billing.reactivate(once())]
    for (const other of others) await expect(other()).rejects.toMatchObject({ code: 'billing_busy' })
    await expect(owner.billing.cancel(request)).rejects.toMatchObject({ code })
    expect([reached, await mirrors()]).toEqual([2, 2])
    desk.replace({})
    expect((await owner.billing.cancel(request)).subscription).toMatchObject({ cancelAtPeriodEnd: true })
    expect((await admin.billing.reactivate(once())).subscription).toMatchObject({ cancelAtPeriodEnd: false })
  })

  test.each([
    ['is never sent again keeps others waiting for two minutes', 'payments_unreachable', 120],
    ['failed at the provider keeps others waiting for half a minute', 'payments_failed', 30],
  ] as const)('that %s', async (_, code, seconds) => {
    desk.replace({ setCancelAtPeriodEnd: () => Promise.reject(new PaymentFailure(code)) })
    await expect(owner.billing.cancel(once())).rejects.toMatchObject({ code })
    await expect(admin.billing.cancel(once())).rejects.toMatchObject({ code: 'billing_busy' })
    const waited = sql<{ seconds: number }>`update billing_customers set busy_until = now()
      where organization_id = ${organizationId} returning extract(epoch from (select busy_until from billing_customers
        where organization_id = ${organizationId}) - clock_timestamp())::int as seconds`
    expect((await waited.execute(world.db)).rows[0]?.seconds).toBeCloseTo(seconds, -1)
    desk.replace({})
    expect((await owner.billing.cancel(once())).subscription).toMatchObject({ cancelAtPeriodEnd: true })
  })

  test('that failed at the provider may have happened: what there is now is read before the next one', async () => {
    desk.replace({
      setCancelAtPeriodEnd: async (wish) => {
        await payments.setCancelAtPeriodEnd(wish)
        throw new PaymentFailure('payments_failed')
      },
    })
    await expect(owner.billing.cancel(once())).rejects.toMatchObject({ code: 'payments_failed' })
    expect((await owner.billing.state()).subscription).toMatchObject({ cancelAtPeriodEnd: true })
  })

  test('that is sent again after another one is no success: it is answered as it was then', async () => {
    await addTestCard(owner)
    const [cancel, change] = [once(), { priceId: await priceOf(owner, 'basic'), ...once() }]
    await owner.billing.cancel(cancel)
    await admin.billing.reactivate(once())
    await expect(owner.billing.cancel(cancel)).rejects.toMatchObject({ code: 'billing_overtaken' })
    await owner.billing.changePlan(change)
    await admin.billing.changePlan({ priceId: await priceOf(owner, 'enterprise'), ...once() })
    await expect(owner.billing.changePlan(change)).rejects.toMatchObject({ code: 'billing_overtaken' })
    expect((await owner.billing.state()).subscription).toMatchObject({
      productName: 'Enterprise',
      cancelAtPeriodEnd: false,
    })
    expect((await owner.billing.cancel(once())).subscription).toMatchObject({ cancelAtPeriodEnd: true })
  })

  test('that pays is answered with what there is now, and is no success where it is not paid any more', async () => {
    const answeredWith = (status: 'past_due' | 'active') =>
      desk.replace({ payOpen: async (wish) => ({ ...(await payments.payOpen(wish)), status }) })
    answeredWith('past_due')
    expect((await owner.billing.payOpen(once())).subscription).toMatchObject({ status: 'trialing' })
    answeredWith('active')
    await expect(owner.billing.payOpen(once())).rejects.toMatchObject({ code: 'billing_overtaken' })
  })

  test('that cannot be read afterwards has happened, and is read by a job', async () => {
    desk.replace({ findSubscription: () => Promise.reject(new PaymentFailure('payments_unreachable')) })
    expect((await owner.billing.cancel(once())).subscription).toMatchObject({ cancelAtPeriodEnd: false })
    expect(await mirrors()).toBe(1)
  })

  test('holds no connection to the database while the provider thinks', async () => {
    const busy = async () => {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
        where usename like 'app_web%' and datname = current_database() and state like 'idle in transaction%'`.execute(
        world.db,
      )
      return rows[0]?.n
    }
    let seen: number | undefined
    desk.replace({
      setCancelAtPeriodEnd: async (wish) => {
        seen = await busy()
        return payments.setCancelAtPeriodEnd(wish)
      },
    })
    await owner.billing.cancel(once())
    expect(seen).toBe(0)
  })
})

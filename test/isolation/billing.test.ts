import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildPersonas, type Personas, type Person } from '#test/authorization/personas.ts'
import { buildSession } from '#test/build.ts'
import type { World } from '#test/world.ts'
import { createRoleWorld, refused, type RoleConnection } from './as-role.ts'

let world: World
let personas: Personas
let web: RoleConnection
let worker: RoleConnection
let auth: RoleConnection
let close: () => Promise<void>

const members = ['therapist', 'colleague', 'supervisor', 'otherSupervisor', 'admin', 'owner'] as const
const strangers = ['otherOwner', 'noOrganization', 'platformAdmin', 'verifiedAdmin'] as const
const ownerAndAdmin: ReadonlySet<Person> = new Set(['admin', 'owner'])

const snapshot = JSON.stringify({
  status: 'active',
  subscription_id: 'sub_1',
  product_id: 'prod_1',
  price_id: 'price_1',
  product_name: 'Basic',
  amount: 2900,
  currency: 'usd',
  interval: 'month',
  current_period_start: '2026-03-01T00:00:00Z',
  current_period_end: '2026-04-01T00:00:00Z',
  cancel_at_period_end: false,
  plan_id: 'basic',
  session_limit: 20,
})

beforeAll(async () => {
  ;({ world, web, worker, auth, close } = await createRoleWorld())
  personas = await buildPersonas(world)
  await world.db
    .insertInto('billing_customers')
    .values({ organization_id: personas.organizationId, user_id: personas.ids.owner, customer_id: 'cus_1' })
    .execute()
  await sql`select app.save_subscription(${personas.organizationId}, 1, ${snapshot}::jsonb)`.execute(world.db)
})
afterAll(() => close())

describe('a subscription', () => {
  test('a subscription is visible to members of its organization only', async () => {
    const select = 'select from subscriptions'
    for (const person of members)
      expect([person, (await web.as(personas.ids[person], select)).rowCount]).toEqual([person, 1])
    for (const person of strangers)
      expect([person, (await web.as(personas.ids[person], select)).rowCount]).toEqual([person, 0])
    expect((await web.as(null, select)).rowCount).toBe(0)
    expect(await auth.outcome(null, select)).toBe(refused)
  })

  test('web and worker cannot write subscriptions directly', async () => {
    for (const connection of [web, worker]) {
      for (const change of [
        `update subscriptions set status = 'active'`,
        'delete from subscriptions',
        `insert into subscriptions (organization_id, status, snapshot_number) values ('${personas.otherOrganizationId}', 'none', 1)`,
      ])
        expect([change, await connection.outcome(personas.ids.owner, change)]).toEqual([change, refused])
    }
  })

  test('only owner and admins save a snapshot of their subscription', async () => {
    const save = ['select app.save_own_subscription($1, 2, $2)', [personas.organizationId, snapshot]] as const
    for (const person of [...members, ...strangers]) {
      const expected = ownerAndAdmin.has(person) ? 'done' : refused
      expect([person, await web.outcome(personas.ids[person], save)]).toEqual([person, expected])
    }
    expect(await web.outcome(null, save)).toBe(refused)
    expect(
      await web.outcome(personas.ids.owner, [
        'select app.save_subscription($1, 2, $2)',
        [personas.organizationId, snapshot],
      ]),
    ).toBe(refused)
  })

  test('an older snapshot never replaces a newer one', async () => {
    const earlier = ['select app.save_subscription($1, 1, null)', [personas.organizationId]] as const
    const later = ['select app.save_subscription($1, 2, null)', [personas.organizationId]] as const
    const read = 'select status from subscriptions'
    expect((await worker.as(null, earlier, read)).rows).toEqual([{ status: 'active' }])
    expect((await worker.as(null, later, read)).rows).toEqual([{ status: 'canceled' }])
    const shown = `select subscription_plan, subscription_status from organizations where id = '${personas.organizationId}'`
    expect((await web.as(personas.ids.owner, shown)).rows).toEqual([
      { subscription_plan: 'basic', subscription_status: 'active' },
    ])
  })
})

describe('customers and events', () => {
  test('web and auth cannot access customers and payment events, and the worker cannot change their organization or user', async () => {
    for (const table of ['billing_customers', 'payment_events'])
      for (const verb of ['select from', 'delete from'])
        expect([table, await web.outcome(personas.ids.owner, `${verb} ${table}`)]).toEqual([table, refused])
    expect(await auth.outcome(null, 'select from billing_customers')).toBe(refused)
    expect(await worker.outcome(null, `update billing_customers set organization_id = organization_id`)).toBe(refused)
    expect(await worker.outcome(null, `update billing_customers set user_id = user_id`)).toBe(refused)
    expect(await worker.outcome(null, 'delete from billing_customers')).toBe(refused)
    expect(await worker.outcome(null, `insert into payment_events (id, type) values ('evt_1', 'x')`)).toBe(refused)
  })

  test('a job that acts as a user sees only customers and subscriptions of their organizations', async () => {
    for (const [person, count] of [
      ['therapist', 1],
      ['otherOwner', 0],
      ['noOrganization', 0],
    ] as const)
      for (const table of ['billing_customers', 'subscriptions'])
        expect([person, (await worker.as(personas.ids[person], `select from ${table}`)).rowCount]).toEqual([
          person,
          count,
        ])
    const planted = `insert into billing_customers (organization_id, user_id) values ($1, $2)`
    const values = [personas.otherOrganizationId, personas.ids.owner]
    expect(await worker.outcome(personas.ids.owner, [planted, values])).toBe(refused)
  })

  test('only owner and admins get the provider’s customer id', async () => {
    const ask = ['select refusal, customer, had_trial from app.billing_account($1)', [personas.organizationId]] as const
    for (const person of [...members, ...strangers]) {
      const expected = ownerAndAdmin.has(person)
        ? { refusal: null, customer: 'cus_1', had_trial: false }
        : { refusal: 'not_allowed', customer: null, had_trial: false }
      expect([person, (await web.as(personas.ids[person], ask)).rows]).toEqual([person, [expected]])
    }
    expect((await web.as(null, ask)).rows).toEqual([{ refusal: 'not_allowed', customer: null, had_trial: false }])
  })

  test('only owner and admin lease the customer, for one change at a time, and only the holder releases it', async () => {
    const lease = ['select refusal from app.lease_own_customer($1, $2)', [personas.organizationId, 'a']] as const
    const release = (unknown: string | null) =>
      [
        `select app.release_own_customer($1, (select lease from app.lease_own_customer($1, 'a')), $2, false, null, null)`,
        [personas.organizationId, unknown],
      ] as const
    const releaseOther = [
      'select app.release_own_customer($1, gen_random_uuid(), null, false, 2, $2) as "wasHeld"',
      [personas.organizationId, snapshot],
    ] as const
    for (const person of [...members, ...strangers]) {
      const refusal = ownerAndAdmin.has(person) ? null : 'not_allowed'
      expect([person, (await web.as(personas.ids[person], lease)).rows]).toEqual([person, [{ refusal }]])
      expect([person, (await web.as(personas.ids[person], releaseOther)).rows]).toEqual([person, [{ wasHeld: false }]])
    }
    const read = 'select snapshot_number::int as number from subscriptions'
    expect((await web.as(personas.ids.owner, lease, releaseOther, read)).rows).toEqual([{ number: 1 }])
    const [leased, busy] = [[{ refusal: null }], [{ refusal: 'billing_busy' }]]
    expect((await web.as(personas.ids.owner, lease, lease)).rows).toEqual(busy)
    expect((await web.as(personas.ids.owner, lease, releaseOther, lease)).rows).toEqual(busy)
    expect((await web.as(personas.ids.owner, release(null), lease)).rows).toEqual(leased)
    expect((await web.as(personas.ids.owner, release('a'), lease)).rows).toEqual(leased)
    expect((await web.as(personas.ids.owner, release('b'), lease)).rows).toEqual(busy)
    const other = [lease[0], [personas.otherOrganizationId, 'a']] as const
    expect((await web.as(personas.ids.otherOwner, other)).rows).toEqual([{ refusal: 'billing_account_incomplete' }])
  })

  test('a process of the previous version releases a lease of the caller’s organization', async () => {
    const lease = ['select refusal from app.lease_own_customer($1, $2)', [personas.organizationId, 'b']] as const
    const release = [
      `select app.release_own_customer($1, (select lease from app.lease_own_customer($1, 'a')), null, false)`,
      [personas.organizationId],
    ] as const
    expect((await web.as(personas.ids.owner, release, lease)).rows).toEqual([{ refusal: null }])
    expect(await web.outcome(personas.ids.therapist, release)).toBe(refused)
  })

  test('only jobs lease a customer without a check of the caller', async () => {
    const lease = [
      'select app.lease_customer($1, $2) is not null as leased',
      [personas.organizationId, 'trial'],
    ] as const
    expect(await web.outcome(personas.ids.owner, lease)).toBe(refused)
    expect(
      await web.outcome(personas.ids.owner, ['select app.release_customer($1, null, null)', [personas.organizationId]]),
    ).toBe(refused)
    expect((await worker.as(null, lease, lease)).rows).toEqual([{ leased: false }])
  })

  test('only owner and admins start to add a card', async () => {
    const begin = ['select app.count_card_attempt($1) as refusal', [personas.organizationId]] as const
    for (const person of [...members, ...strangers]) {
      const refusal = ownerAndAdmin.has(person) ? null : 'not_allowed'
      expect([person, (await web.as(personas.ids[person], begin)).rows]).toEqual([person, [{ refusal }]])
    }
  })

  test('a payment event is recorded once and returns its organization', async () => {
    const record = (customer: string | null) =>
      [`select * from app.record_payment_event('evt_1', 'x', $1)`, [customer]] as const
    expect((await web.as(null, record('cus_1'))).rows).toEqual([{ organization_id: personas.organizationId }])
    expect((await web.as(null, record('cus_1'), record('cus_1'))).rows).toEqual([])
    for (const customer of ['cus_2', null])
      expect((await worker.as(null, record(customer))).rows).toEqual([{ organization_id: null }])
  })
})

describe('usage', () => {
  test('app.count_sessions counts for members and for jobs, and returns 0 to others', async () => {
    const { organizationId, date } = { organizationId: personas.organizationId, date: '2026-03-05' }
    const client = { therapist_id: personas.ids.therapist, organization_id: organizationId }
    const { id } = await world.db
      .insertInto('clients')
      .values({ ...client, first_name: 'Sam', last_name: 'Okoro' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await buildSession(world, { clientId: id, date })
    const count = [`select app.count_sessions($1, '2026-03-01', '2026-04-01') as held`, [organizationId]] as const
    for (const person of members)
      expect([person, (await web.as(personas.ids[person], count)).rows]).toEqual([person, [{ held: 1 }]])
    for (const person of strangers)
      expect([person, (await web.as(personas.ids[person], count)).rows]).toEqual([person, [{ held: 0 }]])
    expect((await web.as(null, count)).rows).toEqual([{ held: 0 }])
    expect((await worker.as(null, count)).rows).toEqual([{ held: 1 }])
  })
})

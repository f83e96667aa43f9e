import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Services } from '#server/context.ts'
import { PaymentFailure, type SandboxPayments } from '#server/providers/payments/port.ts'
import { type BillingHarness, openBillingHarness } from '#test/billing-harness.ts'
import { addTestCard, beginBilling, priceOf } from '#test/billing.ts'
import { buildClient, buildOrganization, buildSession } from '#test/build.ts'
import { viewAs } from '#test/viewing.ts'
import { type Api, type World } from '#test/world.ts'
import { syncSubscription } from './sync-subscription.ts'

let harness: BillingHarness
let world: World
let services: Services
let payments: SandboxPayments
let organizationId: string
let ownerId: string
let adminId: string
let therapistId: string
let owner: Api
let admin: Api
let therapist: Api
let stranger: Api

beforeAll(async () => {
  harness = await openBillingHarness()
  ;({ world, services, payments } = harness)
})
afterAll(() => harness.close())
beforeEach(async () => {
  ;({ organizationId, ownerId, adminId, therapistId, owner, admin, therapist, stranger } = await harness.newPractice())
})

const newRequest = () => ({ requestId: randomUUID() })

const organization = () =>
  world.db.selectFrom('organizations').selectAll().where('id', '=', organizationId).executeTakeFirstOrThrow()

async function actions(): Promise<string[]> {
  const rows = await world.db
    .selectFrom('audit_events')
    .select('action')
    .where('organization_id', '=', organizationId)
    .where('action', 'like', 'billing.%')
    .orderBy('at')
    .execute()
  return rows.map(({ action }) => action)
}

describe('organizations', () => {
  test('organizations start with a trial of seven days that every member sees', async () => {
    for (const api of [owner, admin, therapist]) {
      const { subscription, provider, publishableKey } = await api.billing.state()
      expect({ provider, publishableKey }).toEqual({ provider: 'test', publishableKey: null })
      expect(subscription).toMatchObject({
        status: 'trialing',
        trialEnd: '2026-03-17T12:00:00.000Z',
        cancelAtPeriodEnd: false,
      })
      expect((await api.billing.plans()).items.map(({ id }) => id)).toEqual(['basic', 'professional', 'enterprise'])
    }
    const may = await Promise.all([owner, admin, therapist].map(async (api) => (await api.billing.state()).mayManage))
    expect(may).toEqual([true, true, false])
    expect(await organization()).toMatchObject({ subscription_plan: 'pro', subscription_status: 'trial' })
  })

  test('owner and admin can change, cancel and reactivate the plan', async () => {
    await addTestCard(owner)
    const enterprise = await priceOf(owner, 'enterprise')
    const preview = await admin.billing.preview({ priceId: enterprise })
    expect(preview.newPlan.amount).toBe(14_900)
    const changed = await admin.billing.changePlan({ priceId: enterprise, ...newRequest() })
    expect(changed.subscription).toMatchObject({ priceId: enterprise })
    expect(changed.usage.limit).toBeNull()
    expect(await organization()).toMatchObject({ subscription_plan: 'enterprise' })
    expect((await owner.billing.cancel(newRequest())).subscription).toMatchObject({ cancelAtPeriodEnd: true })
    expect((await admin.billing.reactivate(newRequest())).subscription).toMatchObject({ cancelAtPeriodEnd: false })
    expect(await actions()).toEqual([
      'billing.account_made',
      'billing.trial_started',
      'billing.subscription_changed',
      'billing.card_begun',
      'billing.card_filled',
      'billing.card_asked',
      'billing.card_added',
      'billing.plan_change_asked',
      'billing.subscription_changed',
      'billing.cancel_asked',
      'billing.subscription_changed',
      'billing.reactivate_asked',
      'billing.subscription_changed',
    ])
  })

  test('an open invoice can be paid at once after another card is added', async () => {
    await addTestCard(owner, '4000000000000341')
    harness.setNow('2026-03-17T12:00:00Z')
    await syncSubscription(services, organizationId)
    expect((await owner.billing.state()).subscription).toMatchObject({ status: 'past_due' })
    await expect(owner.billing.payOpen(newRequest())).rejects.toMatchObject({ code: 'card_declined' })
    const [, good] = await addTestCard(owner)
    await owner.billing.setDefaultCard({ paymentMethodId: good?.id ?? '' })
    expect(await admin.billing.payOpen(newRequest())).toMatchObject({
      subscription: { status: 'active' },
      paidInvoices: 1,
    })
    expect((await owner.billing.invoices({})).items).toMatchObject([{ amount: 6900, status: 'paid' }])
    expect(await actions()).toContain('billing.payment_asked')
  })

  test('after a plan ended, every member sees which plan it was', async () => {
    expect(await therapist.billing.state()).toMatchObject({ ended: null })
    harness.setNow('2026-03-17T12:00:00Z')
    await syncSubscription(services, organizationId)
    const trial = { productName: 'Professional', wasTrial: true }
    expect(await therapist.billing.state()).toMatchObject({ subscription: null, ended: trial })
    await addTestCard(owner)
    await owner.billing.subscribe({ priceId: await priceOf(owner, 'basic'), ...newRequest() })
    expect(await owner.billing.state()).toMatchObject({ subscription: { status: 'active' }, ended: null })
    await owner.billing.cancel(newRequest())
    harness.setNow('2026-04-17T12:00:00Z')
    await syncSubscription(services, organizationId)
    const plan = { productName: 'Basic', wasTrial: false }
    expect(await owner.billing.state()).toMatchObject({ subscription: null, ended: plan })
  })

  test('organizations cannot use the cards and forms of another organization', async () => {
    const [card] = await addTestCard(owner)
    const paymentMethodId = card?.id ?? ''
    expect((await stranger.billing.paymentMethods()).items).toEqual([])
    for (const change of ['removeCard', 'setDefaultCard'] as const)
      await expect(stranger.billing[change]({ paymentMethodId })).rejects.toMatchObject({
        code: 'payment_method_missing',
      })
    const { id: setupId } = await owner.billing.beginCard(newRequest())
    const filled = { setupId, number: '4242424242424242', expMonth: 12, expYear: 2090, cvc: '123' }
    await expect(stranger.billing.fillTestCard(filled)).rejects.toMatchObject({ code: 'setup_unsuccessful' })
    await expect(stranger.billing.finishCard({ setupId })).rejects.toMatchObject({ code: 'setup_unsuccessful' })
    expect((await owner.billing.paymentMethods()).items).toHaveLength(1)
  })

  test('for an organization without a billing customer, the creation is enqueued once, and changes are rejected until then', async () => {
    const fresh = await buildOrganization(world)
    const api = await world.as(fresh.ownerId)
    expect(await api.billing.state()).toMatchObject({ subscription: null, usage: { used: 0, limit: null } })
    const incomplete = { code: 'billing_account_incomplete' }
    await expect(api.billing.subscribe({ priceId: 'x', ...newRequest() })).rejects.toMatchObject(incomplete)
    await expect(api.billing.paymentMethods()).rejects.toMatchObject(incomplete)
    const { rows } = await sql<{ data: object }>`
      select data from pgboss.job where name = 'billing.create_customer' and data->>'organizationId' = ${fresh.id}`.execute(
      world.db,
    )
    expect(rows.map(({ data }) => data)).toMatchObject([{ organizationId: fresh.id, userId: fresh.ownerId }])
    await beginBilling(services, fresh.id, fresh.ownerId)
    expect((await api.billing.paymentMethods()).items).toEqual([])
  })

  test('for an organization whose trial did not start, a billing call enqueues another try once', async () => {
    const enqueued = async () => {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from pgboss.job
        where name = 'billing.create_customer' and data->>'organizationId' = ${organizationId}`.execute(world.db)
      return rows[0]?.n
    }
    await owner.billing.paymentMethods()
    expect(await enqueued()).toBe(0)
    const customer = world.db.updateTable('billing_customers').set({ trial_started_at: null })
    await customer.where('organization_id', '=', organizationId).execute()
    for (let call = 0; call < 2; call++) expect((await owner.billing.paymentMethods()).items).toEqual([])
    expect(await enqueued()).toBe(1)
  })
})

describe('therapists', () => {
  test('therapists cannot change billing or see cards and invoices', async () => {
    const priceId = await priceOf(owner, 'basic')
    const [card] = await addTestCard(owner)
    const paymentMethodId = card?.id ?? ''
    const calls = [
      () => therapist.billing.refresh(),
      () => therapist.billing.subscribe({ priceId, ...newRequest() }),
      () => therapist.billing.preview({ priceId }),
      () => therapist.billing.changePlan({ priceId, ...newRequest() }),
      () => therapist.billing.cancel(newRequest()),
      () => therapist.billing.reactivate(newRequest()),
      () => therapist.billing.payOpen(newRequest()),
      () => therapist.billing.paymentMethods(),
      () => therapist.billing.beginCard(newRequest()),
      () => therapist.billing.finishCard({ setupId: 'x' }),
      () => therapist.billing.setDefaultCard({ paymentMethodId }),
      () => therapist.billing.removeCard({ paymentMethodId }),
      () => therapist.billing.invoices({}),
    ]
    for (const call of calls) await expect(call()).rejects.toMatchObject({ code: 'not_allowed' })
    expect((await owner.billing.state()).subscription).toMatchObject({ cancelAtPeriodEnd: false })
  })
})

test('billing ids of an invalid length are rejected before they are audited', async () => {
  const before = await actions()
  for (const id of ['', 'x'.repeat(256), 'x'.repeat(5000)])
    for (const ask of [
      () => owner.billing.subscribe({ priceId: id, ...newRequest() }),
      () => owner.billing.preview({ priceId: id }),
      () => owner.billing.changePlan({ priceId: id, ...newRequest() }),
      () => owner.billing.invoices({ startingAfter: id }),
    ])
      await expect(ask()).rejects.toMatchObject({ code: 'input_invalid' })
  const long = 'x'.repeat(256)
  for (const ask of [
    () => owner.billing.finishCard({ setupId: long }),
    () => owner.billing.setDefaultCard({ paymentMethodId: long }),
    () => owner.billing.removeCard({ paymentMethodId: long }),
  ])
    await expect(ask()).rejects.toMatchObject({ code: 'input_invalid' })
  expect(await actions()).toEqual(before)
})

describe('viewing as an admin', () => {
  test('an owner who views as an admin sees plans and the subscription, but no cards, invoices or previews', async () => {
    const viewer = await viewAs(world, ownerId, adminId)
    expect((await viewer.billing.state()).subscription).toMatchObject({ status: 'trialing' })
    expect((await viewer.billing.plans()).items).toHaveLength(3)
    for (const ask of [
      () => viewer.billing.paymentMethods(),
      () => viewer.billing.invoices({}),
      () => viewer.billing.preview({ priceId: 'x' }),
      () => viewer.billing.cancel(newRequest()),
    ])
      await expect(ask()).rejects.toMatchObject({ code: 'viewing_read_only' })
  })
})

describe('cards', () => {
  test('cards are added, made the default and removed; the first card is the default', async () => {
    expect(await addTestCard(owner)).toMatchObject([{ isDefault: true, card: { brand: 'visa', last4: '4242' } }])
    const [, second] = await addTestCard(admin, '5555555555554444')
    const paymentMethodId = second?.id ?? ''
    const { items } = await owner.billing.setDefaultCard({ paymentMethodId })
    expect(items.map(({ card }) => card.last4)).toEqual(['4444', '4242'])
    const left = (await owner.billing.removeCard({ paymentMethodId })).items
    expect(left).toMatchObject([{ isDefault: true, card: { last4: '4242' } }])
    const events = await world.db
      .selectFrom('audit_events')
      .select(['action', 'details'])
      .where('organization_id', '=', organizationId)
      .where('action', 'in', ['billing.card_added', 'billing.default_asked', 'billing.removal_asked'])
      .orderBy('at')
      .execute()
    expect(events.map(({ action, details }) => [action, details])).toEqual([
      ['billing.card_added', { paymentMethodId: left[0]?.id }],
      ['billing.card_added', { paymentMethodId }],
      ['billing.default_asked', { paymentMethodId }],
      ['billing.removal_asked', { paymentMethodId }],
    ])
  })

  test.each([
    ['4000000000000002', 'card_declined'],
    ['4000000000000069', 'card_expired'],
    ['4000000000000127', 'card_cvc'],
    ['4111111111111111', 'card_unknown'],
  ])('card %s is rejected with %s', async (number, code) => {
    await expect(addTestCard(owner, number)).rejects.toMatchObject({ code })
    expect((await owner.billing.paymentMethods()).items).toEqual([])
  })

  test('card setups are limited to ten per hour', async () => {
    for (let card = 0; card < 10; card++) await (card % 2 ? owner : admin).billing.beginCard(newRequest())
    for (const api of [owner, admin])
      await expect(api.billing.beginCard(newRequest())).rejects.toMatchObject({ code: 'cards_too_many' })
    expect((await actions()).filter((action) => action === 'billing.card_begun')).toHaveLength(10)
    await stranger.billing.beginCard(newRequest())
    const later = sql`update billing_customers set card_attempts =
      (select array_agg(at - interval '50 minutes' order by at desc) from unnest(card_attempts) at) where organization_id = ${organizationId}`
    await later.execute(world.db)
    await expect(owner.billing.beginCard(newRequest())).rejects.toMatchObject({
      code: 'cards_too_many',
      message: 'Too many cards have been added in the past hour. Try again in 10 minutes.',
    })
    await sql`update billing_customers set card_attempts[10] = now() - interval '61 minutes' where organization_id = ${organizationId}`.execute(
      world.db,
    )
    expect(await owner.billing.beginCard(newRequest())).toMatchObject({ id: expect.any(String) })
    await expect(owner.billing.beginCard(newRequest())).rejects.toMatchObject({ code: 'cards_too_many' })
  })

  test('the database stores no card number', async () => {
    await addTestCard(owner)
    for (const table of ['audit_events', 'billing_customers', 'subscriptions', 'payment_events', 'pgboss.job']) {
      const { rows } = await sql<{ text: string }>`select t::text as text from ${sql.table(table)} t`.execute(world.db)
      expect(JSON.stringify(rows)).not.toContain('4242424242')
    }
  })
})

describe('invoices', () => {
  test('invoices are listed and downloaded as PDF by owner and admin', async () => {
    await addTestCard(owner)
    harness.setNow('2026-03-18T12:00:00Z')
    await payments.advance()
    const { items, hasMore } = await admin.billing.invoices({})
    expect({ first: items[0], hasMore }).toMatchObject({ first: { status: 'paid', amount: 6900 }, hasMore: false })
    const id = items[0]?.id ?? ''
    const get = async (userId: string, name = id) =>
      fetch(`${world.url}/api/billing/invoices/${name}/file`, { headers: await world.headersOf(userId) })
    const file = await get(ownerId)
    expect(file.headers.get('content-disposition')).toBe(`attachment; filename="invoice-${id}.pdf"`)
    expect(file.headers.get('content-type')).toBe('application/pdf')
    expect(
      Buffer.from(await file.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
    expect(await (await get(therapistId)).json()).toMatchObject({ code: 'not_allowed' })
    expect(await (await get(ownerId, 'in_nothing')).json()).toMatchObject({ code: 'invoice_missing' })
    expect(await (await get(ownerId, '..%2f..')).json()).toMatchObject({ code: 'invoice_missing' })
    const other = await stranger.accounts.me()
    expect(await (await get(other.id)).json()).toMatchObject({ code: 'invoice_missing' })
    const anonymous = await fetch(`${world.url}/api/billing/invoices/${id}/file`)
    expect(anonymous.status).toBe(401)
    expect((await actions()).filter((action) => action === 'billing.invoice_read').length).toBeGreaterThan(0)
  })

  test('a failed invoice download returns an HTML page with the reason', async () => {
    const accept = 'text/html,application/xhtml+xml,*/*;q=0.8'
    const open = async (headers: Record<string, string>) => {
      const response = await fetch(`${world.url}/api/billing/invoices/in_nothing/file`, { headers })
      return [response.status, response.headers.get('content-type'), await response.text()]
    }
    const html = 'text/html; charset=utf-8'
    const headers = { ...(await world.headersOf(ownerId)), accept }
    const missing = 'Invoice download not available. Please contact support.'
    expect(await open(headers)).toEqual([404, html, expect.stringContaining(`<h1>${missing}</h1>`)])
    harness.replace({ invoiceFile: () => Promise.reject(new PaymentFailure('payments_unreachable')) })
    expect(await open(headers)).toEqual([503, html, expect.stringContaining('<h1>Download error: Connection failed.')])
    expect(await open({ accept })).toEqual([401, html, expect.stringContaining('<h1>Download error: ')])
  })

  test('invoices cannot be downloaded while viewing as another user', async () => {
    const headers = await world.headersOf(ownerId)
    const json = { ...headers, 'content-type': 'application/json' }
    const body = JSON.stringify({ userId: adminId })
    await fetch(`${world.url}/api/viewing`, { method: 'POST', headers: json, body })
    const response = await fetch(`${world.url}/api/billing/invoices/in_1/file`, { headers })
    expect(await response.json()).toMatchObject({ code: 'viewing_read_only' })
  })
})

describe('usage', () => {
  test('usage counts the sessions of the whole organization in the period, for every member', async () => {
    const { id: clientId } = await buildClient(world, { therapistId, organizationId })
    const colleague = await buildClient(world, { therapistId: adminId, organizationId })
    await buildSession(world, { clientId, date: '2026-03-10' })
    await buildSession(world, { clientId, date: '2026-03-16', status: 'failed' })
    await buildSession(world, { clientId: colleague.id, date: '2026-03-12', status: 'processing' })
    for (const date of ['2026-03-09', '2026-03-17']) await buildSession(world, { clientId, date })
    for (const status of ['scheduled', 'cancelled'] as const) {
      const { id } = await buildSession(world, { clientId, date: '2026-03-11' })
      await world.db.updateTable('sessions').set({ status }).where('id', '=', id).execute()
    }
    for (const api of [owner, therapist]) expect((await api.billing.state()).usage).toEqual({ used: 3, limit: null })
    expect((await stranger.billing.state()).usage.used).toBe(0)
  })
})

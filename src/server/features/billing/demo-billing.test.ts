import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildMember, buildOrganization } from '#test/build.ts'
import { viewAs } from '#test/viewing.ts'
import { type Api, createWorld, type World } from '#test/world.ts'

let world: World
let organizationId: string
let ownerId: string
let owner: Api

beforeAll(async () => {
  world = await createWorld({ providers: { clock: () => new Date('2026-01-31T23:30:00Z') } })
  ;({ id: organizationId, ownerId } = await buildOrganization(world))
  await world.db.insertInto('demo_practice').values({ organization_id: organizationId, owner_id: ownerId }).execute()
  owner = await world.as(ownerId)
})
afterAll(() => world.close())

test('the demo practice shows an invented plan, cards and invoices of the last three months', async () => {
  expect(await owner.billing.state()).toMatchObject({
    isDemo: true,
    mayManage: false,
    subscription: {
      productName: 'Enterprise',
      status: 'active',
      currentPeriodStart: '2026-01-01T12:00:00.000Z',
      currentPeriodEnd: '2026-02-01T12:00:00.000Z',
    },
    usage: { used: 0, limit: null },
  })
  const { items: cards } = await owner.billing.paymentMethods()
  expect(cards.map(({ isDefault, card }) => [card.brand, isDefault])).toEqual([
    ['visa', true],
    ['mastercard', false],
  ])
  const { items, hasMore } = await owner.billing.invoices({})
  expect(items.map(({ date, number, status }) => [date.slice(0, 10), number, status])).toEqual([
    ['2026-01-01', 'DEMO-0003', 'paid'],
    ['2025-12-01', 'DEMO-0002', 'paid'],
    ['2025-11-01', 'DEMO-0001', 'paid'],
  ])
  expect(hasMore).toBe(false)
})

test('the demo practice lists invented invitations that cannot be used', async () => {
  const invitations = await owner.invitations.list()
  expect(invitations.map(({ id, role, status }) => [id, role, status])).toEqual([
    [null, 'therapist', 'sent'],
    [null, 'supervisor', 'pending'],
  ])
  expect(invitations.every(({ email }) => email.endsWith('.example'))).toBe(true)
})

test('invented billing is not stored and cannot be changed; only owner and admin see cards and invoices', async () => {
  const requestId = randomUUID()
  for (const change of [
    () => owner.billing.subscribe({ priceId: 'x', requestId }),
    () => owner.billing.changePlan({ priceId: 'x', requestId }),
    () => owner.billing.cancel({ requestId }),
    () => owner.billing.beginCard({ requestId }),
    () => owner.billing.setDefaultCard({ paymentMethodId: 'demo_card_2' }),
    () => owner.billing.removeCard({ paymentMethodId: 'demo_card_1' }),
    () => owner.billing.refresh(),
    () => owner.invitations.send({ email: 'a@example.test', role: 'therapist', therapistIds: [] }),
  ]) {
    await expect(change()).rejects.toMatchObject({ code: 'demo_fixed' })
  }
  for (const table of ['billing_customers', 'subscriptions', 'invitations'] as const) {
    expect(await world.db.selectFrom(table).selectAll().execute()).toEqual([])
  }
  const { userId } = await buildMember(world, { organizationId })
  const therapist = await world.as(userId)
  expect(await therapist.billing.state()).toMatchObject({ isDemo: true })
  const viewer = await viewAs(world, ownerId, userId)
  for (const [api, code] of [
    [therapist, 'not_allowed'],
    [viewer, 'viewing_read_only'],
  ] as const) {
    await expect(api.billing.paymentMethods()).rejects.toMatchObject({ code })
    await expect(api.billing.invoices({})).rejects.toMatchObject({ code })
  }
})

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Services } from '#server/context.ts'
import { addTestCard, beginBilling, priceOf } from '#test/billing.ts'
import { buildOrganization } from '#test/build.ts'
import { createWorkerWorld } from '#test/jobs.ts'
import type { World } from '#test/world.ts'
import { syncSubscription } from './sync-subscription.ts'

let world: World
let services: Services
let close: () => Promise<void>

beforeAll(async () => {
  ;({ world, services, close } = await createWorkerWorld())
})
afterAll(() => close())

async function enqueuedJobNames(organizationId: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from pgboss.job where data->>'organizationId' = ${organizationId} order by created_on`.execute(world.db)
  return rows.map(({ name }) => name)
}

test('an organization whose customer the provider does not know gets a new customer', async () => {
  const { id, ownerId } = await buildOrganization(world)
  await beginBilling(services, id, ownerId)
  const owner = await world.as(ownerId)
  await addTestCard(owner)
  await world.db
    .updateTable('billing_customers')
    .set({ customer_id: 'cus_of_another_provider' })
    .where('organization_id', '=', id)
    .execute()

  const incomplete = { code: 'billing_account_incomplete' }
  await expect(owner.billing.paymentMethods()).rejects.toMatchObject(incomplete)
  await expect(owner.billing.invoices({})).rejects.toMatchObject(incomplete)
  const priceId = await priceOf(owner, 'basic')
  await expect(owner.billing.changePlan({ priceId, requestId: randomUUID() })).rejects.toMatchObject(incomplete)
  expect(new Set(await enqueuedJobNames(id))).toEqual(new Set(['billing.sync']))

  await Promise.all([syncSubscription(services, id), syncSubscription(services, id)])
  expect((await owner.billing.state()).subscription).toBeNull()
  expect((await enqueuedJobNames(id)).filter((name) => name === 'billing.create_customer')).toHaveLength(1)
  await beginBilling(services, id, ownerId)
  expect((await owner.billing.state()).subscription).toMatchObject({ status: 'trialing' })
  expect((await owner.billing.paymentMethods()).items).toEqual([])
})

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addTestCard, beginBilling, priceOf } from '#test/billing.ts'
import { buildOrganization } from '#test/build.ts'
import { openWorkerServices } from '#test/jobs.ts'
import { createWorld, type World } from '#test/world.ts'
import { syncSubscription } from './sync-subscription.ts'

let world: World
let opened: Awaited<ReturnType<typeof openWorkerServices>>

beforeAll(async () => {
  world = await createWorld()
  opened = await openWorkerServices(world)
})
afterAll(async () => {
  await opened.close()
  await world.close()
})

async function enqueued(organizationId: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from pgboss.job where data->>'organizationId' = ${organizationId} order by created_on`.execute(world.db)
  return rows.map(({ name }) => name)
}

test('an organization whose customer the provider does not know gets a new customer', async () => {
  const { id, ownerId } = await buildOrganization(world)
  await beginBilling(opened.services, id, ownerId)
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
  expect(new Set(await enqueued(id))).toEqual(new Set(['billing.sync']))

  await Promise.all([syncSubscription(opened.services, id), syncSubscription(opened.services, id)])
  expect((await owner.billing.state()).subscription).toBeNull()
  expect((await enqueued(id)).filter((name) => name === 'billing.create_customer')).toHaveLength(1)
  await beginBilling(opened.services, id, ownerId)
  expect((await owner.billing.state()).subscription).toMatchObject({ status: 'trialing' })
  expect((await owner.billing.paymentMethods()).items).toHaveLength(1)
})

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addTestCard, beginBilling, priceOf } from '#test/billing.ts'
import { buildOrganization } from '#test/build.ts'
import { openWorkerServices } from '#test/jobs.ts'
import { createWorld, type World } from '#test/world.ts'
import { mirrorAccount } from './mirror-account.ts'

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

async function waiting(organizationId: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from pgboss.job where data->>'organizationId' = ${organizationId} order by created_on`.execute(world.db)
  return rows.map(({ name }) => name)
}

test('an organization that the provider does not know begins anew: it was another one before', async () => {
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
  expect(new Set(await waiting(id))).toEqual(new Set(['billing.mirror']))

  await Promise.all([mirrorAccount(opened.services, id), mirrorAccount(opened.services, id)])
  expect((await owner.billing.state()).subscription).toBeNull()
  expect((await waiting(id)).filter((name) => name === 'billing.begin')).toHaveLength(1)
  await beginBilling(opened.services, id, ownerId)
  expect((await owner.billing.state()).subscription).toMatchObject({ status: 'trialing' })
  expect((await owner.billing.paymentMethods()).items).toHaveLength(1)
})

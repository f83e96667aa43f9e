import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildClient, buildMember, buildOrganization } from '#test/build.ts'
import type { World } from '#test/world.ts'
import { createRoleWorld, refused, type RoleConnection } from './as-role.ts'

let world: World
let web: RoleConnection
let worker: RoleConnection
let close: () => Promise<void>
let organizationId: string
let ownerId: string
let from: string
let to: string
let clientId: string

beforeAll(async () => {
  ;({ world, web, worker, close } = await createRoleWorld())
  ;({ id: organizationId, ownerId } = await buildOrganization(world))
  from = (await buildMember(world, { organizationId })).userId
  to = (await buildMember(world, { organizationId })).userId
  ;({ id: clientId } = await buildClient(world, { therapistId: from, organizationId }))
  await (await world.as(ownerId)).clients.transfer({ clientId, therapistId: to })
})
afterAll(() => close())

describe('notices', () => {
  test('only the receiver reads and updates a notice, as web and as worker', async () => {
    const stranger = (await buildOrganization(world)).ownerId
    for (const [person, count] of [
      [to, 1],
      [from, 1],
      [ownerId, 0],
      [stranger, 0],
      [null, 0],
    ] as const) {
      expect((await web.as(person, 'select from notices')).rowCount).toBe(count)
      expect((await web.as(person, 'update notices set read_at = now()')).rowCount).toBe(count)
      expect((await worker.as(person, 'update notices set mailed_at = now()')).rowCount).toBe(count)
    }
  })

  test('web and worker cannot insert, delete or reassign notices', async () => {
    const insert = `insert into notices (user_id, organization_id, kind, client_id, client_initials, actor_id)
      values ($1, $2, 'client_received', $3, 'S.O.', $1)`
    for (const connection of [web, worker]) {
      expect(await connection.outcome(to, [insert, [to, organizationId, clientId]])).toBe(refused)
      for (const column of ['id', 'user_id', 'organization_id', 'kind', 'client_id', 'client_initials', 'actor_id'])
        expect(await connection.outcome(to, `update notices set ${column} = ${column}`)).toBe(refused)
      expect(await connection.outcome(to, 'delete from notices')).toBe(refused)
    }
  })

  test('only owner and admins create transfer notices, about clients of their organization', async () => {
    const call = 'select * from app.notify_transfer($1, $2, $3)'
    for (const person of [from, to, (await buildOrganization(world)).ownerId])
      expect(await web.outcome(person, [call, [organizationId, clientId, from]])).toBe(refused)
    const other = await buildClient(world)
    expect((await web.as(ownerId, [call, [organizationId, other.id, from]])).rowCount).toBe(0)
    expect((await web.as(ownerId, [call, [organizationId, clientId, to]])).rowCount).toBe(0)
    expect(await worker.outcome(ownerId, [call, [organizationId, clientId, from]])).toBe(refused)
    const unchecked = 'select * from app.notify_therapists($1, $2, $3, null)'
    for (const connection of [web, worker])
      expect(await connection.outcome(ownerId, [unchecked, [organizationId, clientId, from]])).toBe(refused)
  })
})

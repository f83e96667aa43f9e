import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountHeader, notViewing, organizationHeader, viewingHeader } from '#shared/rules/viewing.ts'
import { buildClient, buildMember } from '#test/build.ts'
import { exchange } from '#test/browser.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
let owner: string
let client: { id: string; organizationId: string | null }

beforeAll(async () => {
  world = await createWorld({
    // A document whose first data is the API's response for the same path.
    pages: async (request, response, readFirst) => {
      const read = await readFirst(`/api${request.url}`)
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(read ?? null))
    },
  })
  owner = (await buildMember(world)).userId
  client = await buildClient(world, { therapistId: owner })
})
afterAll(() => world.close())

const document = async (path: string, headers: Record<string, string>) =>
  (await exchange(world.url + path, 'GET', headers)).body

const auditOf = (actor: string) =>
  world.db
    .selectFrom('audit_events')
    .select(['action', 'resource_id', 'ip_address', 'user_agent'])
    .where('actor_id', '=', actor)
    .orderBy('seq')
    .execute()

describe('the first data of a document', () => {
  test('first data contains the API response and the account, viewing and organization headers', async () => {
    const headers = await world.headersOf(owner)
    const path = `/clients/${client.id}`
    const asked = await exchange(`${world.url}/api${path}`, 'GET', headers)
    expect(await document(path, headers)).toEqual({
      address: `/api${path}`,
      status: 200,
      headers: {
        [accountHeader]: owner,
        [viewingHeader]: notViewing,
        [organizationHeader]: client.organizationId,
      },
      body: asked.body,
    })
  })

  test('first data is audited like the API request that it replaces', async () => {
    const headers = { ...(await world.headersOf(owner)), 'user-agent': 'Browser' }
    const path = `/clients/${client.id}`
    const start = (await auditOf(owner)).length
    await exchange(`${world.url}/api${path}`, 'GET', headers)
    await document(path, headers)
    const [asked, ...others] = (await auditOf(owner)).slice(start)
    expect(others).toEqual([asked])
    expect(asked).toMatchObject({ resource_id: client.id, user_agent: 'Browser' })
  })

  test.each([
    ['a colleague', () => buildMember(world, { organizationId: client.organizationId ?? '' })],
    ['a member of another organization', () => buildMember(world)],
  ])('first data about a client is refused to %s', async (_, build) => {
    const { userId } = await build()
    const read = await document(`/clients/${client.id}`, await world.headersOf(userId))
    expect(read).toMatchObject({ status: 404, body: { code: 'client_missing' } })
    expect(JSON.stringify(read)).not.toContain('Okoro')
  })

  test('first data about a client is available to the supervisor', async () => {
    const organizationId = client.organizationId ?? ''
    const supervisor = await buildMember(world, { organizationId, role: 'supervisor' })
    const managed = await buildMember(world, { organizationId, managedBy: supervisor.userId })
    const theirs = await buildClient(world, { therapistId: managed.userId })
    const headers = await world.headersOf(supervisor.userId)
    expect(await document(`/clients/${theirs.id}`, headers)).toMatchObject({ status: 200 })
  })

  test('first data is refused without a sign-in, and with an invalid cookie', async () => {
    for (const headers of [{}, { cookie: 'attend.session_token=a.b' }])
      expect(await document('/me', headers)).toMatchObject({ status: 401, body: { code: 'not_signed_in' } })
  })

  test('there is no first data for an address that does not exist', async () => {
    expect(await document('/nothing', await world.headersOf(owner))).toEqual({})
  })
})

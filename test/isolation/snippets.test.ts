import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildPersonas, type Personas, principals } from '#test/authorization/personas.ts'
import type { World } from '#test/world.ts'
import { connectAs, createRoleWorld, refused, type RoleConnection } from './as-role.ts'

let world: World
let personas: Personas
let web: RoleConnection
let close: () => Promise<void>
/** Snippets of a therapist. */
const ids = { own: '', shared: '' }

beforeAll(async () => {
  ;({ world, web, close } = await createRoleWorld())
  personas = await buildPersonas(world)
  for (const kind of ['own', 'shared'] as const) {
    const organization_id = kind === 'shared' ? personas.organizationId : null
    const values = { owner_id: personas.ids.therapist, organization_id, trigger: 'mse', body: 'Alert.' }
    ids[kind] = (await world.db.insertInto('snippets').values(values).returning('id').executeTakeFirstOrThrow()).id
  }
})
afterAll(() => close())

const members: ReadonlySet<string> = new Set(['colleague', 'supervisor', 'otherSupervisor'])
const admins: ReadonlySet<string> = new Set(['owner', 'admin'])

test.each(principals.filter((principal) => principal !== 'deactivated'))(
  '%s has exactly the expected access to own and shared snippets',
  async (principal) => {
    const userId = principal === 'anonymous' ? null : personas.ids[principal]
    const rows = async (text: string, id: string) => (await web.as(userId, [text, [id]])).rowCount
    const isOwner = principal === 'therapist'
    for (const kind of ['own', 'shared'] as const) {
      const isShared = kind === 'shared'
      const changes = Number(isOwner || (isShared && admins.has(principal)))
      const reads = Number(changes === 1 || (isShared && members.has(principal)))
      expect([kind, await rows('select from snippets where id = $1', ids[kind])]).toEqual([kind, reads])
      expect([kind, await rows(`update snippets set body = 'B' where id = $1`, ids[kind])]).toEqual([kind, changes])
      expect([kind, await rows('delete from snippets where id = $1', ids[kind])]).toEqual([kind, changes])
    }
  },
)

test('users can add snippets only in their name and organization, and cannot change either', async () => {
  const { therapist, colleague } = personas.ids
  const add = (owner: string, organization: string | null) =>
    web.outcome(therapist, [
      `insert into snippets (owner_id, organization_id, trigger, body) values ($1, $2, 'plan', 'A')`,
      [owner, organization],
    ])
  expect(await add(therapist, null)).toBe('done')
  expect(await add(therapist, personas.organizationId)).toBe('done')
  expect(await add(colleague, personas.organizationId)).toBe(refused)
  expect(await add(therapist, personas.otherOrganizationId)).toBe(refused)
  for (const column of ['id', 'owner_id', 'organization_id', 'created_at'])
    expect(await web.outcome(therapist, `update snippets set ${column} = ${column}`)).toBe(refused)
})

test.each(['app_worker', 'app_auth', 'app_admin'] as const)('%s has no right to snippets', async (role) => {
  const connection = await connectAs(world, role)
  for (const text of ['select from snippets', 'delete from snippets'])
    expect(await connection.outcome(null, text)).toBe(refused)
  await connection.close()
})

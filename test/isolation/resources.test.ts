import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildPersonas, type Personas, type Person, principals } from '#test/authorization/personas.ts'
import type { World } from '#test/world.ts'
import { createRoleWorld, refused, type RoleConnection } from './as-role.ts'

let world: World
let personas: Personas
let web: RoleConnection
let worker: RoleConnection
let auth: RoleConnection
let close: () => Promise<void>
/** Links shared by a therapist: active, deleted 29 days ago, and deleted 31 days ago. */
const ids = { active: '', deleted: '', old: '' }

beforeAll(async () => {
  ;({ world, web, worker, auth, close } = await createRoleWorld())
  personas = await buildPersonas(world)
  const deletedAgo = { active: null, deleted: 29, old: 31 }
  for (const state of ['active', 'deleted', 'old'] as const) {
    const days = deletedAgo[state]
    const values = {
      organization_id: personas.organizationId,
      created_by: personas.ids.therapist,
      title: state,
      url: 'https://example.org/',
      deleted_at: days === null ? null : new Date(Date.now() - days * 86_400_000),
    }
    ids[state] = (await world.db.insertInto('resources').values(values).returning('id').executeTakeFirstOrThrow()).id
  }
})
afterAll(() => close())

const members: ReadonlySet<Person> = new Set([
  'therapist',
  'colleague',
  'supervisor',
  'otherSupervisor',
  'admin',
  'owner',
])
const insert = 'insert into resources (organization_id, created_by, title, url) values ($1, $2, $3, $4)'

describe('links of an organization', () => {
  test.each(principals.filter((principal) => principal !== 'deactivated'))(
    '%s reads, changes and erases links only as a member',
    async (principal) => {
      const userId = principal === 'anonymous' ? null : personas.ids[principal]
      const reached = principal !== 'anonymous' && members.has(principal) ? 3 : 0
      const all = [Object.values(ids)] as const
      const rows = async (text: string) => (await web.as(userId, [text, [...all]])).rowCount
      expect(await rows('select from resources where id = any ($1)')).toBe(reached)
      expect(await rows(`update resources set title = 'Changed' where id = any ($1)`)).toBe(reached)
      // Only links that were deleted more than 30 days ago may be erased.
      expect(await rows('delete from resources where id = any ($1)')).toBe(Math.min(1, reached))
      expect(await rows('delete from resources where id = any ($1) and deleted_at is null')).toBe(0)
      for (const connection of [worker, auth]) {
        const outcome = await connection.outcome(connection === auth ? null : userId, 'select from resources')
        expect(outcome).toBe(refused)
      }
    },
  )

  test('users can add links only to their organization and in their name', async () => {
    const { therapist, colleague, noOrganization } = personas.ids
    const add = (person: string, ...whose: string[]) =>
      web.outcome(person, [insert, [...whose, 'Diary', 'https://example.org/']])
    expect(await add(therapist, personas.organizationId, therapist)).toBe('done')
    expect(await add(therapist, personas.organizationId, colleague)).toBe(refused)
    expect(await add(therapist, personas.otherOrganizationId, therapist)).toBe(refused)
    expect(await add(noOrganization, personas.organizationId, noOrganization)).toBe(refused)
    for (const column of ['id', 'organization_id', 'created_by', 'created_at']) {
      expect(await web.outcome(therapist, `update resources set ${column} = ${column}`)).toBe(refused)
    }
  })

  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://example.org/',
    'https://user:secret@example.org/',
    'https://user@example.org',
    'https:///x',
    'https://',
    'HTTPS://example.org/',
    'https://example.org/a b',
    'https://example.org/\nx',
    'https://example.org\\x',
    '',
  ])('the database rejects the address %j', async (url) => {
    const { therapist } = personas.ids
    expect(await web.outcome(therapist, [insert, [personas.organizationId, therapist, 'Diary', url]])).toBe('23514')
    expect(await web.outcome(therapist, ['update resources set url = $1', [url]])).toBe('23514')
  })
})

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from 'kysely'
import { buildPersonas, type Personas, principals } from '#test/authorization/personas.ts'
import type { World } from '#test/world.ts'
import { connectAs, createRoleWorld, refused, type RoleConnection } from './as-role.ts'

let world: World
let personas: Personas
let web: RoleConnection
let close: () => Promise<void>
/** A template of the therapist and a template of the organization, each with an example of the therapist. */
const templates = { own: '', shared: '' }

beforeAll(async () => {
  ;({ world, web, close } = await createRoleWorld())
  personas = await buildPersonas(world)
})
afterAll(() => close())
beforeEach(async () => {
  const template = { name: 'Weekly', base_type: 'SOAP', sections: '[]' }
  const { therapist } = personas.ids
  for (const kind of ['own', 'shared'] as const) {
    const holder = kind === 'own' ? { owner_id: therapist } : { organization_id: personas.organizationId }
    const insert = world.db.insertInto('note_templates').values({ ...template, ...holder })
    const { id } = await insert.returning('id').executeTakeFirstOrThrow()
    const row = { template_id: id, author_id: therapist, sealed: Buffer.alloc(40), characters: 8 }
    await world.db.insertInto('template_examples').values(row).execute()
    templates[kind] = id
  }
})

const add = (templateId: string, authorId: string) =>
  [
    `insert into public.template_examples (template_id, author_id, sealed, characters) values ($1, $2, $3, 8)`,
    [templateId, authorId, Buffer.alloc(40)],
  ] as const

test.each(principals.filter((principal) => principal !== 'deactivated'))(
  '%s can read and delete example notes only as their author',
  async (principal) => {
    const userId = principal === 'anonymous' ? null : personas.ids[principal]
    for (const id of [templates.own, templates.shared]) {
      const rows = async (text: string) => (await web.as(userId, [text, [id]])).rowCount
      const reached = Number(principal === 'therapist')
      expect(await rows('select from template_examples where template_id = $1')).toBe(reached)
      expect(await rows('delete from template_examples where template_id = $1')).toBe(reached)
    }
  },
)

test('users can add example notes only in their name, to templates that they may change, and cannot change them', async () => {
  const { therapist, owner, admin, colleague, otherOwner } = personas.ids
  expect(await web.outcome(therapist, add(templates.own, therapist))).toBe('done')
  expect(await web.outcome(therapist, add(templates.own, colleague))).toBe(refused)
  expect(await web.outcome(therapist, add(templates.shared, therapist))).toBe(refused)
  expect(await web.outcome(colleague, add(templates.own, colleague))).toBe(refused)
  expect(await web.outcome(otherOwner, add(templates.shared, otherOwner))).toBe(refused)
  for (const id of [owner, admin]) expect(await web.outcome(id, add(templates.shared, id))).toBe('done')
  for (const column of ['id', 'template_id', 'author_id', 'sealed', 'characters', 'created_at'])
    expect(await web.outcome(therapist, `update template_examples set ${column} = ${column}`)).toBe(refused)
})

test('a viewer of the author’s data cannot read example notes', async () => {
  const { therapist, owner } = personas.ids
  const viewing = `select set_config('app.viewer_id', '${owner}', true)`
  expect((await web.as(therapist, viewing, 'select from template_examples')).rowCount).toBe(0)
  expect(await web.outcome(therapist, viewing, 'delete from template_examples')).toBe('25006')
})

test('a former member cannot read their example notes of the organization’s templates', async () => {
  const { therapist } = personas.ids
  const rows = async () => (await web.as(therapist, 'select from template_examples')).rowCount
  const before = await rows()
  const membership = world.db.selectFrom('organization_members').where('user_id', '=', therapist)
  const kept = await membership.selectAll().executeTakeFirstOrThrow()
  await world.db.deleteFrom('organization_members').where('user_id', '=', therapist).execute()
  expect(await rows()).toBe((before ?? 0) / 2)
  await world.db.insertInto('organization_members').values(kept).execute()
})

test.each(['app_worker', 'app_auth', 'app_admin', 'app_payments'] as const)(
  '%s has no right to example notes',
  async (role) => {
    const connection = await connectAs(world, role)
    const { therapist } = personas.ids
    const attempts = [
      'select from public.template_examples',
      'delete from public.template_examples',
      add(templates.own, therapist),
    ]
    for (const attempt of attempts)
      expect(await connection.outcome(role === 'app_worker' ? therapist : null, attempt)).toBe(refused)
    await connection.close()
  },
)

test('no function of the database names the table of example notes', async () => {
  const { rows } = await sql<{ name: string }>`select proname as name from pg_proc
    where pronamespace = 'app'::regnamespace and prosrc ~* 'template_examples'`.execute(world.db)
  expect(rows).toEqual([])
})

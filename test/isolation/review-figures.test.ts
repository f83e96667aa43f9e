import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildPersonas, type Personas, principals } from '#test/authorization/personas.ts'
import { buildRecord, type ClientRecord } from '#test/authorization/records.ts'
import { viewAs } from '#test/viewing.ts'
import type { World } from '#test/world.ts'
import { connectAs, createRoleWorld, refused, type RoleConnection } from './as-role.ts'

let world: World
let personas: Personas
let web: RoleConnection
let close: () => Promise<void>
/** A record of the therapist, with figures of their work. */
let record: ClientRecord

beforeAll(async () => {
  ;({ world, web, close } = await createRoleWorld())
  personas = await buildPersonas(world)
  const { organizationId, ids } = personas
  record = await buildRecord(world, { therapistId: ids.therapist, organizationId })
  await world.db
    .insertInto('review_figures')
    .values({ session_id: record.sessionId, user_id: ids.therapist, organization_id: organizationId, active_ms: 4000 })
    .execute()
})
afterAll(() => close())

const add = 'insert into review_figures (session_id, user_id, organization_id) values ($1, $2, $3)'

describe('the figures of a review', () => {
  test.each(principals.filter((principal) => principal !== 'deactivated'))(
    '%s can read and change the figures of a review only as the user whose work they measure',
    async (principal) => {
      const userId = principal === 'anonymous' ? null : personas.ids[principal]
      const reached = principal === 'therapist' ? 1 : 0
      const rows = async (text: string) => (await web.as(userId, [text, [record.sessionId]])).rowCount
      expect(await rows('select from review_figures where session_id = $1')).toBe(reached)
      expect(await rows('update review_figures set active_ms = 0 where session_id = $1')).toBe(reached)
      // The setting that the function for averages uses gives the application access to no other figures.
      const opened = ['select set_config($1, $2, true)', ['app.averages_org', personas.organizationId]] as const
      const read = await web.as(userId, opened, 'select from review_figures')
      expect(read.rowCount).toBe(reached)
    },
  )

  test.each(['app_worker', 'app_auth', 'app_admin'] as const)(
    '%s has no right to the figures of a review',
    async (role) => {
      const connection = await connectAs(world, role)
      for (const attempt of ['select from public.review_figures', 'update public.review_figures set active_ms = 0'])
        expect(await connection.outcome(null, attempt)).toBe(refused)
      await connection.close()
    },
  )

  test('users can add figures of a review only in their name and for their sessions, and cannot delete them', async () => {
    const { therapist, colleague, owner } = personas.ids
    const { organizationId } = personas
    const outcome = (userId: string, ...values: (string | null)[]) =>
      web.outcome(userId, [add, [record.sessionId, ...values]])
    expect(await outcome(owner, owner, organizationId)).toBe(refused)
    expect(await outcome(owner, therapist, organizationId)).toBe(refused)
    expect(await outcome(colleague, colleague, organizationId)).toBe(refused)
    expect(await outcome(therapist, colleague, organizationId)).toBe(refused)
    expect(await outcome(therapist, therapist, null)).toBe(refused)
    expect(await web.outcome(therapist, 'delete from review_figures')).toBe(refused)
    for (const column of ['session_id', 'user_id', 'organization_id'])
      expect(await web.outcome(therapist, `update review_figures set ${column} = ${column}`)).toBe(refused)
  })

  test('the figures of a review are not shown to an owner who views data as the therapist', async () => {
    const { owner, therapist } = personas.ids
    const viewer = await viewAs(world, owner, therapist)
    await world.db.updateTable('review_figures').set({ ready_at: new Date(), signed_at: new Date() }).execute()
    expect((await (await world.as(therapist)).workQueue.get()).figures).toMatchObject({ minutesToSign: 0 })
    expect((await viewer.workQueue.get()).figures).toBeNull()
    expect((await viewer.signatures.get({ sessionId: record.sessionId })).figures).toBeNull()
  })
})

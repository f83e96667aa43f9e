import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Services } from '#server/context.ts'
import { createFakeMailer } from '#server/providers/mail/fake.ts'
import { buildMember, buildOrganization, buildUser } from '#test/build.ts'
import { createWorkerWorld } from '#test/jobs.ts'
import { type Api, createWorld, type World } from '#test/world.ts'
import { mailSuggestion } from './mail-suggestion.ts'

const mail = createFakeMailer()
let world: World
let services: Services
let close: () => Promise<void>
let userId: string
let api: Api

beforeAll(async () => {
  ;({ world, services, close } = await createWorkerWorld({
    settings: { OPERATOR_EMAIL: 'operator@example.test' },
    providers: { mail },
  }))
})
afterAll(() => close())
beforeEach(async () => {
  mail.sent.length = 0
  userId = await buildUser(world, { firstName: 'Lena', lastName: 'Brandt', email: `lena-${Date.now()}@example.test` })
  const { id: organizationId } = await buildOrganization(world, { name: 'Southside Clinic' })
  await buildMember(world, { organizationId, userId })
  api = await world.as(userId)
})

const rowOf = (id: string) =>
  world.db.selectFrom('suggestions').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

async function jobsAbout(suggestionId: string): Promise<unknown[]> {
  const { rows } = await sql<{ data: unknown }>`
    select data from pgboss.job where name = 'feedback.mail' and data->>'suggestionId' = ${suggestionId}`.execute(
    world.db,
  )
  return rows.map(({ data }) => data)
}

describe('feature suggestion', () => {
  test('a feature suggestion is stored with sender and time', async () => {
    const before = Date.now()
    const { id } = await api.feedback.suggest({ content: '  Notes as PDF.\nPlease. ' })
    const row = await rowOf(id)
    expect(row).toMatchObject({ user_id: userId, content: 'Notes as PDF.\nPlease.', mailed_at: null })
    expect(row.organization_id).not.toBeNull()
    expect(row.created_at.getTime()).toBeGreaterThanOrEqual(before - 1000)
  })

  test('a feature suggestion is accepted from a user without organization', async () => {
    const alone = await world.as(await buildUser(world))
    const { id } = await alone.feedback.suggest({ content: 'An app.' })
    expect(await rowOf(id)).toMatchObject({ organization_id: null })
  })

  test('a feature suggestion requires 1 to 2000 characters', async () => {
    for (const content of ['', ' \n ', 'x'.repeat(2001), '\0']) {
      await expect(api.feedback.suggest({ content })).rejects.toMatchObject({ code: 'input_invalid', status: 422 })
    }
    await expect(api.feedback.suggest({ content: 'x'.repeat(2000) })).resolves.toMatchObject({ id: expect.any(String) })
  })

  test('a user can send five feature suggestions a minute', async () => {
    for (let n = 0; n < 5; n++) await api.feedback.suggest({ content: 'Again.' })
    await expect(api.feedback.suggest({ content: 'Again.' })).rejects.toMatchObject({ code: 'too_many_requests' })
  })

  test('a feature suggestion from an anonymous caller is rejected', async () => {
    await expect(world.anonymous.feedback.suggest({ content: 'Hello.' })).rejects.toMatchObject({
      code: 'not_signed_in',
    })
  })
})

describe('suggestion mail to the operator', () => {
  test('a suggestion mail is queued with ids only', async () => {
    const { id } = await api.feedback.suggest({ content: 'Notes as PDF.' })
    expect(await jobsAbout(id)).toEqual([{ suggestionId: id, userId, requestId: expect.any(String) }])
  })

  test('a suggestion mail contains text, sender and time, and is sent only once if the job runs twice', async () => {
    const { id: suggestionId } = await api.feedback.suggest({ content: 'Notes as PDF.' })
    await mailSuggestion(services, { suggestionId, userId })
    await mailSuggestion(services, { suggestionId, userId })
    expect(mail.sent).toHaveLength(1)
    expect(mail.sent[0]).toMatchObject({ to: 'operator@example.test', subject: 'A feature suggestion for Attend' })
    expect(mail.sent[0]?.text).toMatch(
      /^Notes as PDF\.\n\nLena Brandt, Southside Clinic <lena-\d+@example\.test>\n20\d\d-.* UTC\n$/,
    )
    expect((await rowOf(suggestionId)).mailed_at).not.toBeNull()
  })

  test('the job of a suggestion mail fails while the mail server is down, and sends the mail at the next try', async () => {
    const { id: suggestionId } = await api.feedback.suggest({ content: 'Notes as PDF.' })
    const down = { ...services, mail: { send: () => Promise.reject(new Error('connection refused')) } }
    await expect(mailSuggestion(down, { suggestionId, userId })).rejects.toThrow('connection refused')
    expect((await rowOf(suggestionId)).mailed_at).toBeNull()
    await mailSuggestion(services, { suggestionId, userId })
    expect(mail.sent).toHaveLength(1)
  })

  test('the job of a suggestion mail ends without a mail if the account of the sender was deactivated', async () => {
    const { id: suggestionId } = await api.feedback.suggest({ content: 'Notes as PDF.' })
    await world.db.updateTable('users').set({ is_active: false }).where('id', '=', userId).execute()
    await mailSuggestion(services, { suggestionId, userId })
    expect(mail.sent).toEqual([])
  })

  test('a suggestion mail is sent by the worker', async () => {
    await world.worker()
    await api.feedback.suggest({ content: 'A map of the harbour.' })
    await expect
      .poll(() => mail.sent.map(({ text }) => text), { timeout: 15_000 })
      .toContainEqual(expect.stringContaining('A map of the harbour.'))
  })

  test('a suggestion mail is not queued without an operator address', async () => {
    await using withoutOperator = await disposable(await createWorld())
    const sender = await buildUser(withoutOperator.world)
    await (await withoutOperator.world.as(sender)).feedback.suggest({ content: 'Notes as PDF.' })
    const { rows } = await sql`select from pgboss.job where name = 'feedback.mail'`.execute(withoutOperator.world.db)
    expect(rows).toEqual([])
  })
})

async function disposable(other: World) {
  return { world: other, [Symbol.asyncDispose]: () => other.close() }
}

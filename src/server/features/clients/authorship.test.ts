import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildClient, buildSession } from '#test/build.ts'
import { buildTransfer, setStatus, type Transfer } from '#test/transfer.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
let organizationId: Transfer['organizationId']
let from: Transfer['from']
let to: Transfer['to']
let owner: Transfer['owner']
let therapist: Transfer['therapist']
let nextTherapist: Transfer['nextTherapist']
let buildIdleRecord: Transfer['buildIdleRecord']

beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

beforeEach(async () => {
  ;({ organizationId, from, to, owner, therapist, nextTherapist, buildIdleRecord } = await buildTransfer(world))
})

describe('authorship after a transfer', () => {
  const sections = [{ title: 'Subjective', content: 'Slept well.' }]
  const rendererOf = async (id: string) =>
    (await world.db.selectFrom('sessions').where('id', '=', id).select('rendered_by').executeTakeFirstOrThrow())
      .rendered_by

  beforeEach(async () => {
    await world.db.updateTable('users').set({ first_name: 'Dana', last_name: 'Reyes' }).where('id', '=', from).execute()
  })

  test('the therapist who held the session stays the author; the next therapist can read but not change the note', async () => {
    const { clientId, sessionId } = await buildIdleRecord()
    await owner.clients.transfer({ clientId, therapistId: to, mayStayUnsigned: true })
    expect(await rendererOf(sessionId)).toBe(from)
    expect(await nextTherapist.notes.get({ sessionId })).toMatchObject({ canEdit: false, therapistName: 'Dana Reyes' })
    const listed = (await nextTherapist.notes.list({ search: '' })).items.find((note) => note.sessionId === sessionId)
    expect(listed?.therapistName).toBe('Dana Reyes')
    const refused = {
      code: 'note_of_other',
      message:
        'This session was held by Dana Reyes. You can read its note, but only the therapist who held the session can change it.',
    }
    await expect(
      nextTherapist.notes.save({ sessionId, baseVersion: 2, noteType: 'SOAP', sections }),
    ).rejects.toMatchObject(refused)
    await expect(nextTherapist.notes.changeType({ sessionId, noteType: 'DAP' })).rejects.toMatchObject(refused)
    await expect(nextTherapist.notes.enhance({ sessionId, instructions: 'Shorter.' })).rejects.toMatchObject(refused)
    await expect(nextTherapist.notes.restore({ sessionId, version: 1, baseVersion: 2 })).rejects.toMatchObject(refused)
    await expect(therapist.notes.save({ sessionId, baseVersion: 2, noteType: 'SOAP', sections })).rejects.toMatchObject(
      {
        code: 'session_missing',
      },
    )
    expect(await nextTherapist.notes.get({ sessionId })).toMatchObject({ note: { version: 2 } })
  })

  test('the error names “a former member” if the next therapist cannot read the author’s name', async () => {
    const { clientId, sessionId } = await buildIdleRecord()
    await owner.clients.transfer({ clientId, therapistId: to, mayStayUnsigned: true })
    await owner.members.remove({ userId: from, mayStayUnsigned: true })
    await expect(
      nextTherapist.notes.save({ sessionId, baseVersion: 2, noteType: 'SOAP', sections }),
    ).rejects.toMatchObject({
      message: expect.stringMatching(/^This session was held by a former member\. /),
    })
  })

  test('the database rejects changes of a note by the next therapist, too', async () => {
    const { clientId, sessionId } = await buildIdleRecord()
    await owner.clients.transfer({ clientId, therapistId: to, mayStayUnsigned: true })
    const writer = new pg.Client({ connectionString: world.urls.app_web })
    await writer.connect()
    try {
      const token = randomUUID()
      const expires_at = new Date(Date.now() + 60_000)
      await world.db.insertInto('auth_sessions').values({ user_id: to, token, expires_at }).execute()
      for (const statement of [
        `update notes set sections = '[]' where session_id = '${sessionId}'`,
        `update notes set note_type = 'DAP' where session_id = '${sessionId}'`,
        `insert into note_versions (session_id, version, organization_id, therapist_id, note_type, reason, sections, drafter)
         values ('${sessionId}', 3, '${organizationId}', '${to}', 'SOAP', 'edited', '[]', 'none')`,
        `update sessions set rendered_by = '${to}' where id = '${sessionId}'`,
      ]) {
        await writer.query('begin')
        await writer.query(`select app.enter_session($1, '', '')`, [token])
        await expect(writer.query(statement)).rejects.toMatchObject({ code: '42501' })
        await writer.query('rollback')
      }
    } finally {
      await writer.end()
    }
    await world.db.updateTable('sessions').set({ rendered_by: to }).where('id', '=', sessionId).execute()
    expect(await rendererOf(sessionId)).toBe(from)
  })

  test('a session that was scheduled before a transfer is attributed to the therapist who holds it', async () => {
    const { id: clientId } = await buildClient(world, { therapistId: from, organizationId })
    const { id } = await buildSession(world, { clientId, status: 'scheduled' })
    expect(await rendererOf(id)).toBeNull()
    await owner.clients.transfer({ clientId, therapistId: to, mayStayUnsigned: true })
    expect(await rendererOf(id)).toBeNull()
    await setStatus(world, id, 'recording')
    expect(await rendererOf(id)).toBe(to)
    await setStatus(world, id, 'completed')
    await owner.clients.transfer({ clientId, therapistId: from, mayStayUnsigned: true })
    expect(await rendererOf(id)).toBe(to)
  })
})

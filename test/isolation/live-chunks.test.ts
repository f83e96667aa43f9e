import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildPersonas, type Personas, type Person } from '#test/authorization/personas.ts'
import { buildClient } from '#test/build.ts'
import { startLive } from '#test/live.ts'
import { sender } from '#test/upload.ts'
import { createWorld, type World } from '#test/world.ts'

// Chunks of many recordings in one transaction, each in the scope of its own caller (decision 0097).

let world: World
let personas: Personas
let web: pg.Client
/** A new live recording of the therapist, and of another therapist of the same organization. */
let ownSession = ''
let colleagueSession = ''

beforeAll(async () => {
  world = await createWorld()
  personas = await buildPersonas(world)
  web = new pg.Client({ connectionString: world.urls.app_web })
  await web.connect()
})
afterAll(async () => {
  await web.end()
  await world.close()
})
beforeEach(async () => {
  ownSession = await startRecording('therapist')
  colleagueSession = await startRecording('colleague')
})

async function startRecording(person: Person): Promise<string> {
  const values = { therapistId: personas.ids[person], organizationId: personas.organizationId }
  const client = await buildClient(world, values)
  return (await startLive(await sender(world, personas.ids[person]), client.id)).sessionId
}

/** A batch is processed in order of tokens, so `first` sets the position of this sender. */
async function signIn(userId: string, first = 'm'): Promise<string> {
  const token = first + randomBytes(12).toString('hex')
  const expires = new Date(Date.now() + 3_600_000)
  await world.db.insertInto('auth_sessions').values({ user_id: userId, token, expires_at: expires }).execute()
  return token
}

async function startViewing(viewer: Person, first: string): Promise<string> {
  const token = await signIn(personas.ids[viewer], first)
  await web.query('begin')
  await web.query(`select app.enter_session($1, '', '')`, [token])
  await web.query('select app.start_viewing($1, $2)', [personas.ids.therapist, personas.organizationId])
  await web.query('commit')
  return token
}

/** Appends the first chunk of each session as the sign-in, in one batch. Returns the positions that were appended. */
async function append(...chunks: readonly (readonly [token: string, session: string])[]): Promise<number[]> {
  const chunk = {
    ip: '',
    agent: '',
    n: 0,
    count: 1,
    segment: 0,
    ends_ms: 500,
    can_begin: true,
    media_type: 'audio/webm',
  }
  const rows = chunks.map(([token, session_id], item) => ({
    ...chunk,
    item,
    token,
    session_id,
    start: 1 + item * 65,
    size: 1,
  }))
  const contents = Buffer.alloc(chunks.length * 65)
  const { rows: kept } = await web.query<{ item: number }>(
    'select item from app.append_live_chunks($1, $2, now(), 1000) order by item',
    [JSON.stringify(rows), contents],
  )
  return kept.map(({ item }) => item)
}

async function chunksOf(session: string): Promise<number> {
  return (await world.db.selectFrom('live_chunks').where('session_id', '=', session).select('n').execute()).length
}

describe('a batch of chunks', () => {
  test('a batch appends to the recording of each caller', async () => {
    const callers = [
      [await signIn(personas.ids.therapist), ownSession],
      [await signIn(personas.ids.colleague), colleagueSession],
    ] as const
    expect(await append(...callers)).toEqual([0, 1])
    expect([await chunksOf(ownSession), await chunksOf(colleagueSession)]).toEqual([1, 1])
  })

  test.each(['owner', 'admin', 'supervisor', 'colleague', 'otherOwner', 'platformAdmin'] as const)(
    'a batch does not append to a recording of another therapist as %s, in any order',
    async (person) => {
      for (const first of ['a', 'z']) {
        const therapist = await signIn(personas.ids.therapist)
        const other = await signIn(personas.ids[person], first)
        const session = await startRecording('therapist')
        expect(await append([other, session], [therapist, ownSession])).toEqual([1])
        expect(await chunksOf(session)).toBe(0)
        ownSession = await startRecording('therapist')
      }
    },
  )

  test('a batch appends nothing while viewing, and does not make the next caller a viewer', async () => {
    for (const first of ['a', 'z']) {
      const viewer = await startViewing('owner', first)
      const therapist = await signIn(personas.ids.therapist)
      const session = await startRecording('therapist')
      expect(await append([viewer, session], [therapist, ownSession])).toEqual([1])
      expect(await chunksOf(session)).toBe(0)
      ownSession = await startRecording('therapist')
    }
  })

  test('a batch skips chunks of unknown or ended sign-ins and appends the rest', async () => {
    const ended = await signIn(personas.ids.therapist, 'a')
    await world.db
      .updateTable('auth_sessions')
      .set({ expires_at: new Date(0) })
      .where('token', '=', ended)
      .execute()
    const therapist = await signIn(personas.ids.therapist)
    expect(
      await append([ended, ownSession], ['b unknown', ownSession], ['', ownSession], [therapist, ownSession]),
    ).toEqual([3])
  })

  test('the scope of a caller ends with the batch', async () => {
    await append([await signIn(personas.ids.therapist), ownSession])
    expect((await web.query('select count(*)::int as n from live_recordings')).rows).toEqual([{ n: 0 }])
  })

  test('a batch appends a chunk once', async () => {
    const therapist = await signIn(personas.ids.therapist)
    expect(await append([therapist, ownSession], [therapist, ownSession])).toHaveLength(1)
    expect(await append([therapist, ownSession])).toEqual([])
    expect(await chunksOf(ownSession)).toBe(1)
  })
})

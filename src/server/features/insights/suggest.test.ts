import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { LiveUtterance } from '#shared/contract/insights.ts'
import { Failure } from '#server/fail.ts'
import { createFakeAnalyst } from '#server/providers/analyst/fake.ts'
import type { Analyst } from '#server/providers/analyst/port.ts'
import { buildClient, buildDraftedNote, buildSession } from '#test/build.ts'
import { buildClinic, type Clinic, otherReaders, strangers } from '#test/clinic.ts'
import { createWorld, type World } from '#test/world.ts'

const fake = createFakeAnalyst()
/** An additional action that runs while suggestions are made. */
let meanwhile: ((signal: AbortSignal) => Promise<unknown>) | null = null
const analyst: Analyst = {
  analyze: (request) => fake.analyze(request),
  async suggest(request) {
    await meanwhile?.(request.signal)
    return await fake.suggest(request)
  },
}

let world: World
let clinic: Clinic
beforeAll(async () => {
  world = await createWorld({ providers: { analyst } })
  clinic = await buildClinic(world)
})
afterAll(() => world.close())

let sessionId = ''
let clientId = ''
beforeEach(async () => {
  meanwhile = null
  clientId = (await buildClient(world, { therapistId: clinic.therapistId, firstName: 'Sam' })).id
  sessionId = (await buildSession(world, { clientId })).id
  await world.db.updateTable('sessions').set({ status: 'recording' }).where('id', '=', sessionId).execute()
})

const utterances: LiveUtterance[] = [{ id: 'l1', start: 0, end: 5, text: 'I could not sleep at all.' }]
const suggest = () => clinic.therapist.insights.suggest({ sessionId, utterances })

test('suggestions use the live text and the client’s latest notes, and reading the notes is audited', async () => {
  const before = await buildSession(world, { clientId, date: '2026-02-23' })
  await buildDraftedNote(world, { sessionId: before.id })
  const { suggestions } = await suggest()
  expect(suggestions.map(({ sources }) => sources)).toEqual([
    [{ quote: 'I could not sleep at all.', utteranceId: 'l1', date: null }],
    [{ quote: 'Client reports: “I wake up at three.”', utteranceId: null, date: '2026-02-23' }],
  ])
  expect(fake.suggestionRequests.at(-1)).toMatchObject({
    clientFirstName: 'Sam',
    history: [{ date: '2026-02-23', kind: 'focus', text: 'Client reports: “I wake up at three.”' }],
  })
  const events = await world.db
    .selectFrom('audit_events')
    .where('resource_id', '=', sessionId)
    .select('action')
    .execute()
  expect(events).toEqual([{ action: 'suggestions.made' }])
})

test('suggestions never use another client’s notes', async () => {
  const other = await buildSession(world, {
    clientId: (await buildClient(world, { therapistId: clinic.therapistId })).id,
  })
  await buildDraftedNote(world, { sessionId: other.id })
  await suggest()
  expect(fake.suggestionRequests.at(-1)?.history).toEqual([])
})

test('passages that were dismissed as without risk of the client are not open concerns', async () => {
  const before = await buildSession(world, { clientId, date: '2026-02-23' })
  await buildDraftedNote(world, { sessionId: before.id })
  const passage = (quote: string) => ({ topic: 'harm to others', utteranceId: 'u2', quote }) as const
  const quotes = ['I could have killed my boss.', 'My uncle hits his son.', 'I want to hit him.', 'I hit her.']
  const [figure, other, documented] = quotes.map(passage)
  const safety = quotes.map((quote) => ({ ...passage(quote), finding: 'stated', exchange: ['u2'], inNote: false }))
  const dismissals = [
    { ...figure, reason: 'figure of speech' },
    { ...other, reason: 'not about this client' },
    { ...documented, reason: 'already documented' },
  ]
  await world.db
    .updateTable('notes')
    .set({ safety: JSON.stringify(safety), safety_dismissals: JSON.stringify(dismissals) })
    .where('session_id', '=', before.id)
    .execute()
  await suggest()
  const history = fake.suggestionRequests.at(-1)?.history ?? []
  expect(history.filter(({ kind }) => kind === 'concern').map(({ text }) => text)).toEqual([
    'I want to hit him.',
    'I hit her.',
  ])
})

test('the live text of suggestions is not stored', async () => {
  await suggest()
  const rows = await world.db.selectFrom('insights').where('session_id', '=', sessionId).selectAll().execute()
  const events = await world.db.selectFrom('audit_events').where('resource_id', '=', sessionId).selectAll().execute()
  expect(rows).toEqual([])
  expect(JSON.stringify(events)).not.toContain('sleep at all')
})

test('no database connection is held while the analyst makes suggestions', async () => {
  let open = -1
  meanwhile = async () => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'`.execute(world.db)
    open = rows[0]?.count ?? -1
  }
  await suggest()
  expect(open).toBe(0)
})

describe('suggestions that fail', () => {
  test('suggestions that fail show the reason that the analyst returns', async () => {
    fake.failNext('The language model could not be reached.', true)
    await expect(suggest()).rejects.toMatchObject({
      code: 'insights_failed',
      message: 'Error: The language model could not be reached.',
    })
    expect((await suggest()).suggestions).toHaveLength(1)
  })

  test('suggestions that fail unexpectedly show an error number', async () => {
    meanwhile = () => Promise.reject(new Error('a fault of ours'))
    await expect(suggest()).rejects.toMatchObject({
      code: 'insights_failed',
      message: expect.stringMatching(/^Error: An unexpected error occurred\. .* number \w{8}\.$/),
    })
  })

  test('suggestions are rejected as busy while all threads are busy', async () => {
    meanwhile = () => Promise.reject(new Failure('busy'))
    await expect(suggest()).rejects.toMatchObject({ code: 'busy' })
  })

  test('suggestions are rejected while other suggestions are made for the session', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    meanwhile = () => {
      begun.resolve()
      return promise
    }
    const first = suggest()
    await begun.promise
    await expect(suggest()).rejects.toMatchObject({ code: 'insights_failed' })
    resolve()
    expect((await first).suggestions).toHaveLength(1)
  })

  test('suggestions stop when the browser disconnects', async () => {
    const aborted = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    meanwhile = (signal) => {
      signal.addEventListener('abort', () => aborted.resolve())
      begun.resolve()
      return aborted.promise.then(() => Promise.reject(signal.reason))
    }
    const controller = new AbortController()
    const asked = clinic.therapist.insights.suggest({ sessionId, utterances }, { signal: controller.signal })
    await begun.promise
    controller.abort()
    await expect(asked).rejects.toMatchObject({ name: 'AbortError' })
    await aborted.promise
  })

  test('suggestions are rejected for a session that is not being recorded', async () => {
    await world.db.updateTable('sessions').set({ status: 'processing' }).where('id', '=', sessionId).execute()
    await expect(suggest()).rejects.toMatchObject({ code: 'recording_ended' })
  })
})

describe('access to suggestions', () => {
  test.each(otherReaders)('suggestions are rejected for the %s, who sees the session', async (person) => {
    await expect(clinic[person].insights.suggest({ sessionId, utterances })).rejects.toMatchObject({
      code: 'not_allowed',
    })
  })

  test.each(strangers)('a request of the %s for suggestions reports a missing session', async (person) => {
    const asked = clinic[person].insights.suggest({ sessionId, utterances })
    await expect(asked).rejects.toMatchObject({ code: 'session_missing' })
  })
})

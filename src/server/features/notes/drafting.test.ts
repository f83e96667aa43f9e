import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { NoteType } from '#shared/contract/notes.ts'
import { sectionsOf } from '#shared/rules/note-types.ts'
import type { Services } from '#server/context.ts'
import { createFakeDrafter, type FakeDrafter } from '#server/providers/drafter/fake.ts'
import { DrafterError, type NoteDrafter } from '#server/providers/drafter/port.ts'
import { buildClient, buildDraftedNote, buildSession, buildTranscript } from '#test/build.ts'
import { buildClinic, type Clinic, onlookers, strangers } from '#test/clinic.ts'
import { jobsOf, openWorkerServices } from '#test/jobs.ts'
import { importTranscript } from '#test/transcript.ts'
import { type Api, createWorld, type World } from '#test/world.ts'
import { noteJobs } from './jobs.ts'

let world: World
let clinic: Clinic
let api: Api
let drafter: FakeDrafter
let worker: Awaited<ReturnType<typeof openWorkerServices>>
beforeAll(async () => {
  drafter = createFakeDrafter()
  world = await createWorld({ providers: { drafter } })
  clinic = await buildClinic(world)
  api = clinic.therapist
  worker = await openWorkerServices(world)
})
afterAll(async () => {
  await worker.close()
  await world.close()
})

let clientId = ''
let sessionId = ''
beforeEach(async () => {
  clientId = (await buildClient(world, { therapistId: clinic.therapistId, firstName: 'Ada' })).id
  sessionId = (await buildSession(world, { clientId })).id
  await buildTranscript(world, { sessionId })
  drafter.requests.length = 0
})

/** Runs the job as a worker does. */
async function run(changes: Partial<Services> & { isLastTry?: boolean; signal?: AbortSignal } = {}) {
  const { isLastTry = false, signal = new AbortController().signal, ...services } = changes
  const task = { sessionId, userId: clinic.therapistId }
  await noteJobs({ ...worker.services, ...services })['notes.draft'](task, { signal, isLastTry })
}

/** The drafter, and what else happens while it drafts. */
function meanwhile(happens: () => Promise<unknown>): { drafter: NoteDrafter } {
  return {
    drafter: {
      async draft(request) {
        await happens()
        return await drafter.draft(request)
      },
    },
  }
}

const note = async () => (await api.notes.get({ sessionId })).note
const requests = () =>
  world.db.selectFrom('note_requests').selectAll().where('session_id', '=', sessionId).orderBy('created_at').execute()
const queued = async () => (await jobsOf(world, sessionId)).length
const progressNow = () =>
  world.db.selectFrom('session_progress').selectAll().where('session_id', '=', sessionId).executeTakeFirstOrThrow()
const firstSection = async (content: string) =>
  (await note()).sections.map(({ title }, at) => ({ title, content: at === 0 ? content : '' }))

describe('the first draft', () => {
  test('is asked for with all that the drafter needs', async () => {
    await api.notes.generate({ sessionId })
    expect(await note()).toMatchObject({ state: 'generating', version: 0 })
    expect(await progressNow()).toMatchObject({ stage: 'processing', percent: 60 })
    await run()
    expect(drafter.requests).toMatchObject([
      {
        noteType: 'SOAP',
        sectionTitles: sectionsOf.SOAP,
        clientFirstName: 'Ada',
        session: { date: '2026-03-02', durationMinutes: 50, settingType: 'telehealth' },
      },
    ])
    expect(drafter.requests[0]).not.toHaveProperty('enhancement')
    expect(await note()).toMatchObject({ state: 'ready', version: 1, coverage: { utterances: 8, read: 8, unread: [] } })
    expect(await progressNow()).toMatchObject({ stage: 'complete', percent: 100 })
    expect((await api.notes.versions({ sessionId })).items).toMatchObject([{ reason: 'drafted', author: 'Attend' }])
  })

  test('comes by itself after an import', async () => {
    sessionId = await importTranscript(api, clientId)
    await run()
    expect(await note()).toMatchObject({ state: 'ready', version: 1 })
    expect(await requests()).toMatchObject([{ kind: 'draft', state: 'done' }])
  })

  test('carries the safety passages of the transcript', async () => {
    sessionId = (await buildSession(world, { clientId })).id
    const answer = 'No, I would never do that, but on some nights I have thought about killing myself and it scares me.'
    const filler = 'We went through the whole week again and looked at what had helped her a little on the better days.'
    await buildTranscript(world, { sessionId, texts: ['How dark do the nights get?', answer, filler, filler] })
    await api.notes.generate({ sessionId })
    await run()
    expect((await note()).safety).toMatchObject([{ topic: 'suicide', finding: 'stated', utteranceId: 'u2' }])
  })

  test('has the safety passages before it is written, when it fails, and as speakers are corrected', async () => {
    sessionId = await importTranscript(
      api,
      clientId,
      'Ann: I want to kill myself.\nBea: How long have you felt like that?',
    )
    const findings = async () => (await note()).safety.map(({ topic, finding }) => [topic, finding])
    expect(await findings()).toEqual([['suicide', 'stated']])
    await run()
    expect(await note()).toMatchObject({ state: 'failed', version: 0 })
    expect(await findings()).toEqual([['suicide', 'stated']])
    await api.transcripts.relabel({ sessionId, label: 'Ann', speaker: 'therapist' })
    expect(await findings()).toEqual([])
    await api.notes.save({ sessionId, baseVersion: 0, sections: await firstSection('By hand.') })
    expect(await findings()).toEqual([])
    await api.transcripts.relabel({ sessionId, label: 'Ann', speaker: 'client' })
    expect(await findings()).toEqual([['suicide', 'stated']])
  })

  test('that was asked for by twenty tabs at once is one job', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => api.notes.generate({ sessionId })))
    expect(answers.every(({ state }) => state === 'generating')).toBe(true)
    expect([await requests(), await queued()]).toMatchObject([[{ state: 'open' }], 1])
  })

  test('that an import has asked for is not asked for again', async () => {
    sessionId = await importTranscript(api, clientId)
    await api.notes.generate({ sessionId })
    expect(await queued()).toBe(1)
  })

  test('once there stays as it is', async () => {
    await buildDraftedNote(world, { sessionId })
    expect(await api.notes.generate({ sessionId })).toMatchObject({ state: 'ready', version: 1 })
    expect(await queued()).toBe(0)
  })

  test('whose job was lost is taken up again', async () => {
    await api.notes.generate({ sessionId })
    await sql`delete from pgboss.job where data->>'sessionId' = ${sessionId}`.execute(world.db)
    await api.notes.generate({ sessionId })
    expect([await requests(), await queued()]).toMatchObject([[{ state: 'open' }], 1])
  })

  test('needs a transcript', async () => {
    sessionId = (await buildSession(world, { clientId })).id
    await expect(api.notes.generate({ sessionId })).rejects.toMatchObject({
      code: 'transcript_missing',
      message: 'No transcript found',
    })
    await run()
    expect(await note()).toMatchObject({ state: 'waiting' })
  })

  test('needs forty words of speech; the transcript stays', async () => {
    sessionId = await importTranscript(
      api,
      clientId,
      'Therapist: How are you today?\nClient: Fine. [long music] Goodbye.',
    )
    await run()
    const sentence = 'The recording holds too little speech for a note. Fewer than 40 words were heard.'
    expect(await note()).toMatchObject({ state: 'failed', version: 0, error: sentence })
    expect(await progressNow()).toMatchObject({ stage: 'failed', error_code: 'too_little_speech', error: sentence })
    expect(await api.sessions.get({ sessionId })).toMatchObject({ status: 'failed' })
    expect((await api.transcripts.get({ sessionId })).utterances).toHaveLength(2)
    expect(drafter.requests).toEqual([])
  })

  test('leaves on top what the therapist wrote before it came', async () => {
    await api.notes.generate({ sessionId })
    const sections = await firstSection('Written by hand.')
    await run(meanwhile(() => api.notes.save({ sessionId, baseVersion: 0, sections })))
    expect(await note()).toMatchObject({
      state: 'ready',
      version: 3,
      drafter: 'none',
      sections: [{ content: 'Written by hand.' }, {}, {}, {}],
    })
    const { items } = await api.notes.versions({ sessionId })
    expect(items.map(({ reason }) => reason)).toEqual(['edited', 'drafted', 'edited'])
    await run()
    expect(await note()).toMatchObject({ version: 3 })
  })
})

describe('another note type', () => {
  beforeEach(() => buildDraftedNote(world, { sessionId }))
  const types: readonly NoteType[] = ['BIRP', 'EMDR', 'Intake']

  test('twice, and not a third time', async () => {
    for (const [at, noteType] of types.slice(0, 2).entries()) {
      expect(await api.notes.changeType({ sessionId, noteType })).toMatchObject({
        state: 'generating',
        typeChangesRemaining: 2 - at,
      })
      await run()
      expect(await note()).toMatchObject({
        noteType,
        version: at + 2,
        typeChangesRemaining: 1 - at,
        enhancementsRemaining: 2,
      })
      expect((await note()).sections.map(({ title }) => title)).toEqual(sectionsOf[noteType])
    }
    await expect(api.notes.changeType({ sessionId, noteType: 'Intake' })).rejects.toMatchObject({
      code: 'type_changes_used_up',
      status: 409,
      message: 'You have reached the maximum number of note type changes for this session.',
    })
    const { items } = await api.notes.versions({ sessionId })
    expect(items.map(({ reason, noteType }) => [reason, noteType])).toEqual([
      ['type changed', 'EMDR'],
      ['type changed', 'BIRP'],
      ['drafted', 'SOAP'],
    ])
  })

  test('that it has already costs nothing', async () => {
    expect(await api.notes.changeType({ sessionId, noteType: 'SOAP' })).toMatchObject({ state: 'ready', version: 1 })
    expect(await queued()).toBe(0)
  })

  test('while one is under way is refused', async () => {
    await api.notes.changeType({ sessionId, noteType: 'BIRP' })
    for (const attempt of [
      api.notes.changeType({ sessionId, noteType: 'EMDR' }),
      api.notes.enhance({ sessionId, instructions: 'Shorter.' }),
    ]) {
      await expect(attempt).rejects.toMatchObject({
        code: 'note_busy',
        status: 409,
        message: 'This note is being generated. Wait until it is ready.',
      })
    }
  })

  test('asked for by twenty at once, again and again, happens exactly as often as allowed', async () => {
    const choices: readonly NoteType[] = ['BIRP', 'DAP', 'GIRP', 'SIRP', 'PIRP']
    const session = sessionId
    const refusals: string[] = []
    async function insist(start: number) {
      for (let at = start; ; at++) {
        try {
          await api.notes.changeType({ sessionId: session, noteType: choices[at % choices.length] ?? 'DAP' })
        } catch (error) {
          const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
          if (code !== 'note_busy') return void refusals.push(code)
        }
        await run()
      }
    }
    await Promise.all(Array.from({ length: 20 }, (_, at) => insist(at)))
    expect(refusals).toEqual(Array(20).fill('type_changes_used_up'))
    expect(await note()).toMatchObject({ version: 3, typeChangesRemaining: 0 })
    expect((await requests()).filter(({ kind }) => kind === 'type change')).toHaveLength(2)
  })

  test('keeps what the therapist saved meanwhile as the version before', async () => {
    await api.notes.changeType({ sessionId, noteType: 'DAP' })
    const sections = await firstSection('Edited while it was drafted.')
    await run(meanwhile(() => api.notes.save({ sessionId, baseVersion: 1, sections })))
    expect(await note()).toMatchObject({ version: 3, noteType: 'DAP', state: 'ready' })
    const before = await api.notes.version({ sessionId, version: 2 })
    expect(before).toMatchObject({
      reason: 'edited',
      noteType: 'SOAP',
      sections: [{ content: 'Edited while it was drafted.' }, {}, {}, {}],
    })
  })

  test('has as many changes as the settings allow', async () => {
    const own = await createWorld({ settings: { NOTE_TYPE_CHANGES: '0', NOTE_ENHANCEMENTS: '0' } })
    const session = await buildSession(own)
    await buildTranscript(own, { sessionId: session.id })
    await buildDraftedNote(own, { sessionId: session.id })
    const therapist = await own.as(session.therapistId)
    expect((await therapist.notes.get({ sessionId: session.id })).note).toMatchObject({
      typeChangesRemaining: 0,
      enhancementsRemaining: 0,
    })
    await expect(therapist.notes.changeType({ sessionId: session.id, noteType: 'DAP' })).rejects.toMatchObject({
      code: 'type_changes_used_up',
    })
    await expect(therapist.notes.enhance({ sessionId: session.id, instructions: 'x' })).rejects.toMatchObject({
      code: 'enhancements_used_up',
    })
    await own.close()
  })
})

describe('enhancing', () => {
  const instructions = 'Say more about Ada’s sister in Leeds.'
  beforeEach(() => buildDraftedNote(world, { sessionId }))

  test('gives the drafter the instructions and the note as it stands; twice, and not a third time', async () => {
    const sections = await firstSection('Edited before.')
    await api.notes.save({ sessionId, baseVersion: 1, sections })
    for (const left of [1, 0]) {
      await api.notes.enhance({ sessionId, instructions })
      await run()
      expect(await note()).toMatchObject({
        enhancementsRemaining: left,
        typeChangesRemaining: 2,
        state: 'ready',
        noteType: 'SOAP',
      })
    }
    expect(drafter.requests[0]?.enhancement).toMatchObject({
      instructions,
      current: [{ title: 'Subjective', content: 'Edited before.' }, {}, {}, {}],
    })
    await expect(api.notes.enhance({ sessionId, instructions })).rejects.toMatchObject({
      code: 'enhancements_used_up',
      status: 409,
      message: 'You have reached the maximum number of AI enhancements for this session.',
    })
  })

  test('instructions stay out of the queue, the logs and the audit trail', async () => {
    const lines: string[] = []
    const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
    await api.notes.enhance({ sessionId, instructions })
    drafter.failNext('The language model gave no usable answer, twice.')
    await run({ log })
    const { rows: jobs } = await sql<{ row: string }>`select to_jsonb(j)::text as row from pgboss.job j`.execute(
      world.db,
    )
    const { rows: events } = await sql<{ row: string }>`select to_jsonb(e)::text as row from audit_events e`.execute(
      world.db,
    )
    expect(lines).not.toEqual([])
    for (const text of [...lines, ...jobs.map(({ row }) => row), ...events.map(({ row }) => row)]) {
      expect(text).not.toMatch(/sister|Leeds|Ada|wake up|lend me/)
    }
    expect((await jobsOf(world, sessionId)).map(({ data }) => data)).toEqual([
      { sessionId, userId: clinic.therapistId },
    ])
  })

  test('needs instructions, and a note', async () => {
    for (const blank of ['', '   ', 'x'.repeat(4001)]) {
      await expect(api.notes.enhance({ sessionId, instructions: blank })).rejects.toMatchObject({
        code: 'input_invalid',
      })
    }
    sessionId = (await buildSession(world, { clientId })).id
    await expect(api.notes.enhance({ sessionId, instructions })).rejects.toMatchObject({
      code: 'note_missing',
      message: 'No note data found',
    })
  })
})

describe('a draft that fails', () => {
  test('says why, and can be asked for again', async () => {
    await api.notes.generate({ sessionId })
    drafter.failNext('The language model refused the request with status 401.')
    await run()
    const error = 'Failed to generate note: The language model refused the request with status 401.'
    expect(await note()).toMatchObject({ state: 'failed', error, version: 0 })
    expect(await progressNow()).toMatchObject({ stage: 'failed', error_code: 'note_generate_failed', error })
    expect(await api.notes.generate({ sessionId })).toMatchObject({ state: 'generating', error: null })
    await run()
    expect(await note()).toMatchObject({ state: 'ready', version: 1 })
    expect((await requests()).map(({ state }) => state)).toEqual(['failed', 'done'])
  })

  test('for a passing reason is tried again, and told about after the last try', async () => {
    await api.notes.generate({ sessionId })
    drafter.failNext('The language model could not be reached.', true)
    await expect(run()).rejects.toThrow(DrafterError)
    expect(await note()).toMatchObject({ state: 'generating' })
    drafter.failNext('The language model could not be reached.', true)
    await expect(run({ isLastTry: true })).rejects.toThrow(DrafterError)
    expect(await note()).toMatchObject({ state: 'failed' })
  })

  test('costs nothing, keeps the note, and is tried again as it was asked for', async () => {
    await buildDraftedNote(world, { sessionId })
    const before = await note()
    await api.notes.enhance({ sessionId, instructions: 'Shorter.' })
    drafter.failNext('The language model wrote no statement.')
    await run()
    expect(await note()).toMatchObject({
      state: 'failed',
      version: 1,
      sections: before.sections,
      enhancementsRemaining: 2,
    })
    expect(await api.sessions.get({ sessionId })).toMatchObject({ status: 'completed' })
    await api.notes.generate({ sessionId })
    await run()
    expect(await note()).toMatchObject({ state: 'ready', version: 2, enhancementsRemaining: 1 })
    expect(drafter.requests.at(-1)?.enhancement?.instructions).toBe('Shorter.')
  })

  test('is forgotten once the therapist goes on writing', async () => {
    await buildDraftedNote(world, { sessionId })
    await api.notes.changeType({ sessionId, noteType: 'DAP' })
    drafter.failNext('The language model wrote no statement.')
    await run()
    await api.notes.save({ sessionId, baseVersion: 1, sections: await firstSection('Mine.') })
    expect(await api.notes.generate({ sessionId })).toMatchObject({ state: 'ready', error: null, version: 2 })
    expect(await queued()).toBe(1)
  })

  test('without a word says so', async () => {
    await api.notes.generate({ sessionId })
    const empty: NoteDrafter = {
      draft: async ({ sectionTitles }) => ({
        sections: sectionTitles.map((title) => ({ title, content: ' ', statements: [] })),
        coverage: { utterances: 8, read: 8, unread: [] },
        drafter: 'language-model',
      }),
    }
    await run({ drafter: empty })
    expect(await note()).toMatchObject({ state: 'failed', error: 'No content generated' })
  })

  test('for a reason nobody foresaw tells a number', async () => {
    await api.notes.generate({ sessionId })
    const log = pino({ level: 'silent' })
    await expect(run({ ...meanwhile(() => Promise.reject(new Error('odd'))), log, isLastTry: true })).rejects.toThrow(
      'odd',
    )
    expect((await note()).error).toMatch(/^An unexpected error occurred\. If it happens again, report number \w{8}\.$/)
  })
})

describe('a job that stops', () => {
  test('between draft and save is run again, and saves once', async () => {
    await api.notes.generate({ sessionId })
    const stop = new AbortController()
    const dying: NoteDrafter = {
      async draft(request) {
        const draft = await drafter.draft(request)
        stop.abort(new Error('killed'))
        return draft
      },
    }
    await expect(run({ drafter: dying, signal: stop.signal, isLastTry: true })).rejects.toThrow('killed')
    expect(await note()).toMatchObject({ state: 'generating', version: 0 })
    await run()
    await run()
    expect(await note()).toMatchObject({ state: 'ready', version: 1 })
    expect((await api.notes.versions({ sessionId })).items).toHaveLength(1)
  })

  test('and was taken over by another saves nothing when it wakes up', async () => {
    await buildDraftedNote(world, { sessionId })
    await api.notes.changeType({ sessionId, noteType: 'DAP' })
    await run(meanwhile(() => run()))
    expect(drafter.requests).toHaveLength(2)
    expect(await note()).toMatchObject({ version: 2, typeChangesRemaining: 1 })
  })

  test('and was taken over fails for itself only', async () => {
    await api.notes.generate({ sessionId })
    const late = async () => {
      await run()
      throw new DrafterError('too late')
    }
    await run(meanwhile(late))
    expect(await note()).toMatchObject({ state: 'ready', version: 1, error: null })
  })

  test('for a session that is gone is no failure', async () => {
    sessionId = '00000000-0000-4000-8000-000000000000'
    await expect(run()).resolves.toBeUndefined()
  })
})

test('drafts are for the therapist to ask for', async () => {
  await buildDraftedNote(world, { sessionId })
  const attempts = [
    (by: Api) => by.notes.generate({ sessionId }),
    (by: Api) => by.notes.changeType({ sessionId, noteType: 'DAP' }),
    (by: Api) => by.notes.enhance({ sessionId, instructions: 'Shorter.' }),
  ]
  for (const attempt of attempts) {
    for (const role of onlookers)
      await expect(attempt(clinic[role])).rejects.toMatchObject({ code: 'not_allowed', status: 403 })
    for (const role of strangers)
      await expect(attempt(clinic[role])).rejects.toMatchObject({ code: 'session_missing', status: 404 })
    await expect(attempt(clinic.nobody)).rejects.toMatchObject({ code: 'not_signed_in' })
  }
  expect(await queued()).toBe(0)
})

test('asking, drafting and failing are in the audit trail', async () => {
  await api.notes.generate({ sessionId })
  drafter.failNext('The language model wrote no statement.')
  await run()
  await api.notes.generate({ sessionId })
  await run()
  await api.notes.changeType({ sessionId, noteType: 'DAP' })
  await run()
  const events = await world.db
    .selectFrom('audit_events')
    .selectAll()
    .where('resource_id', '=', sessionId)
    .orderBy('at')
    .execute()
  expect(events.map(({ action, details }) => [action, details])).toEqual([
    ['note.draft_requested', { kind: 'draft', noteType: 'SOAP' }],
    ['note.draft_failed', { code: 'note_generate_failed' }],
    ['note.draft_requested', { kind: 'draft', noteType: 'SOAP' }],
    ['note.drafted', { version: 1, noteType: 'SOAP' }],
    ['note.draft_requested', { kind: 'type change', noteType: 'DAP' }],
    ['note.type_changed', { version: 2, noteType: 'DAP' }],
  ])
  expect(events.every(({ actor_id, client_id }) => actor_id === clinic.therapistId && client_id === clientId)).toBe(
    true,
  )
})

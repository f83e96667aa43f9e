import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { noInsights } from '#shared/contract/insights.ts'
import type { Services } from '#server/context.ts'
import { createFakeAnalyst } from '#server/providers/analyst/fake.ts'
import { asUser } from '#server/use-case/as-user.ts'
import { pipelineJobs } from '#server/session-pipeline/jobs.ts'
import { buildClient, buildSession, buildTranscript } from '#test/build.ts'
import { setRole } from '#test/transcript.ts'
import { buildClinic, type Clinic, otherReaders, strangers } from '#test/clinic.ts'
import { createWorkerWorld, jobsOf, type RunChanges } from '#test/jobs.ts'
import type { World } from '#test/world.ts'
import { getInsights } from './get-insights.ts'

const analyst = createFakeAnalyst()
let world: World
let clinic: Clinic
let services: Services
let close: () => Promise<void>
beforeAll(async () => {
  ;({ world, services, close } = await createWorkerWorld({ providers: { analyst } }))
  clinic = await buildClinic(world)
})
afterAll(() => close())

let sessionId = ''
beforeEach(async () => {
  const { id: clientId } = await buildClient(world, { therapistId: clinic.therapistId, firstName: 'Sam' })
  sessionId = (await buildSession(world, { clientId })).id
  await buildTranscript(world, { sessionId })
})

/** Runs the job of the session as a worker does. */
async function run(changes: RunChanges = {}) {
  const { isLastTry = false, signal = new AbortController().signal, ...changed } = changes
  const task = { sessionId, userId: clinic.therapistId }
  await pipelineJobs({ ...services, ...changed })['insights.analyze'](task, {
    signal,
    isLastTry: () => isLastTry,
  })
}
const analyze = () => clinic.therapist.insights.analyze({ sessionId })
const get = () => clinic.therapist.insights.get({ sessionId })
const deleteJobs = () => sql`delete from pgboss.job where data->>'sessionId' = ${sessionId}`.execute(world.db)
const eventsOf = async () =>
  (
    await world.db
      .selectFrom('audit_events')
      .where('resource_id', '=', sessionId)
      .select(['action', 'details'])
      .orderBy('seq')
      .execute()
  ).map(({ action }) => action)

describe('an analysis', () => {
  test('an analysis is enqueued once, run by a job, and shown with its evidence', async () => {
    expect(await get()).toMatchObject({ state: 'none', insights: noInsights, canAnalyze: true, updatedAt: null })
    expect(await analyze()).toMatchObject({ state: 'analyzing', canAnalyze: false })
    expect(await analyze()).toMatchObject({ state: 'analyzing' })
    expect(await jobsOf(world, sessionId)).toHaveLength(1)
    await run()
    await deleteJobs()
    expect(await get()).toMatchObject({
      state: 'ready',
      error: null,
      analyst: 'extractive',
      canAnalyze: false,
      insights: { mainThemes: [{ check: 'supported', evidence: [{ utteranceId: 'u2' }] }] },
    })
    expect(analyst.requests.at(-1)).toMatchObject({ clientFirstName: 'Sam', transcript: { engine: 'test' } })
    expect(await eventsOf()).toEqual(['insights.requested', 'insights.requested', 'insights.found', 'insights.read'])
  })

  test.each(['before', 'after'])(
    'insights about a turn that a language model marked %s the analysis need confirmation',
    async (moment) => {
      await clinic.therapist.notes.generate({ sessionId })
      const safety_reading = JSON.stringify({ state: 'made', marks: [{ topic: 'abuse', utteranceId: 'u2' }] })
      const mark = () =>
        world.db.updateTable('notes').set({ safety_reading }).where('session_id', '=', sessionId).execute()
      if (moment === 'before') await mark()
      await analyze()
      await run()
      if (moment === 'after') await mark()
      expect((await get()).insights.mainThemes).toMatchObject([
        { check: 'confirm', reason: expect.stringContaining('possibly about abuse and neglect') },
      ])
    },
  )

  test('concurrent requests enqueue one analysis', async () => {
    await Promise.all([analyze(), analyze(), analyze()])
    expect(await jobsOf(world, sessionId)).toHaveLength(1)
  })

  test('an analysis is not enqueued or run again if the insights are current', async () => {
    await analyze()
    await run()
    await deleteJobs()
    const count = analyst.requests.length
    await analyze()
    await run()
    expect(await jobsOf(world, sessionId)).toEqual([])
    expect(analyst.requests).toHaveLength(count)
  })

  test('an analysis can be repeated after the transcript was corrected', async () => {
    await analyze()
    await run()
    await deleteJobs()
    await setRole(clinic.therapist, { sessionId, label: 'Speaker 2', speaker: 'other' })
    expect(await get()).toMatchObject({ state: 'ready', isBehindTranscript: true, canAnalyze: true })
    const ofSupervisor = await clinic.supervisor.insights.get({ sessionId })
    expect(ofSupervisor).toMatchObject({ state: 'ready', isBehindTranscript: true, canAnalyze: false })
    expect(await analyze()).toMatchObject({ state: 'analyzing' })
    await run()
    expect(await get()).toMatchObject({ state: 'ready', isBehindTranscript: false, canAnalyze: false })
  })

  test('an analysis is repeated if the transcript is corrected while it runs', async () => {
    await analyze()
    await deleteJobs()
    const correctingAnalyst = {
      ...analyst,
      analyze: async (request: Parameters<typeof analyst.analyze>[0]) => {
        await setRole(clinic.therapist, { sessionId, label: 'Speaker 2', speaker: 'other' })
        return await analyst.analyze(request)
      },
    }
    await run({ analyst: correctingAnalyst })
    expect(await get()).toMatchObject({ state: 'analyzing' })
    expect(await jobsOf(world, sessionId)).toMatchObject([{ name: 'insights.analyze' }])
    await run()
    expect(await get()).toMatchObject({ state: 'ready' })
  })

  test('an analysis can be repeated if a correction of the transcript was committed after it', async () => {
    await analyze()
    await deleteJobs()
    await world.db.transaction().execute(async (correction) => {
      const words = sql<string>`replace(utterances::text, '"u2"', '"u3"')::jsonb`
      await correction
        .updateTable('transcripts')
        .set({ utterances: words })
        .where('session_id', '=', sessionId)
        .execute()
      await run()
    })
    expect(await get()).toMatchObject({ state: 'ready', canAnalyze: true })
  })

  test('an analysis is rejected without a transcript', async () => {
    await world.db.deleteFrom('transcripts').where('session_id', '=', sessionId).execute()
    await expect(analyze()).rejects.toMatchObject({ code: 'transcript_missing' })
    expect(await get()).toMatchObject({ state: 'none', canAnalyze: false })
    await run()
    expect(await get()).toMatchObject({ state: 'none' })
  })
})

describe('an analysis that fails', () => {
  test('a failed analysis shows the reason with empty fields, and can be tried again', async () => {
    await analyze()
    analyst.failNext('The language model refused the request with status 401.')
    await run()
    await deleteJobs()
    expect(await get()).toMatchObject({
      state: 'failed',
      error: 'Error: The language model refused the request with status 401.',
      insights: noInsights,
      analyst: 'none',
      canAnalyze: true,
    })
    expect(await analyze()).toMatchObject({ state: 'analyzing', error: null })
    await run()
    expect(await get()).toMatchObject({ state: 'ready', error: null })
  })

  test('an analysis that fails for a transient reason is tried again, and is shown as failed after the last try', async () => {
    await analyze()
    analyst.failNext('The language model could not be reached.', true)
    await expect(run()).rejects.toThrow('could not be reached')
    expect(await get()).toMatchObject({ state: 'analyzing', error: null })
    analyst.failNext('The language model could not be reached.', true)
    await expect(run({ isLastTry: true })).rejects.toThrow('could not be reached')
    await deleteJobs()
    expect(await get()).toMatchObject({ state: 'failed', error: 'Error: The language model could not be reached.' })
  })

  test('an analysis that fails unexpectedly shows an error number and no words of the session', async () => {
    await analyze()
    const broken = { ...analyst, analyze: () => Promise.reject(new Error('I wake up at three')) }
    await expect(run({ analyst: broken, isLastTry: true, log: silent() })).rejects.toThrow('I wake up')
    await deleteJobs()
    expect((await get()).error).toMatch(/^Error: An unexpected error occurred\. .* report number \w{8}\.$/)
  })

  test('an analysis whose job was lost is shown as failed and can be tried again', async () => {
    await analyze()
    await deleteJobs()
    expect(await get()).toMatchObject({
      state: 'failed',
      error: 'Error: The analysis was interrupted. Try again.',
      canAnalyze: true,
    })
    await analyze()
    expect(await jobsOf(world, sessionId)).toHaveLength(1)
    expect(await get()).toMatchObject({ state: 'analyzing', error: null })
  })

  test('an analysis is shown as ready if its job ends while a request reads the state', async () => {
    await analyze()
    const endsNow = async () => {
      await run()
      return false
    }
    const jobs = { ...services.jobs, isUnderway: endsNow }
    const shown = await asUser({ ...services, jobs }, clinic.therapistId, (context) =>
      getInsights(context, { sessionId }),
    )
    expect(shown).toMatchObject({ state: 'ready', error: null })
  })

  test('an analysis whose job was aborted is run by the next worker', async () => {
    await analyze()
    const stopped = AbortSignal.abort(new Error('the worker stops'))
    await expect(run({ signal: stopped, isLastTry: true })).rejects.toThrow('the worker stops')
    expect(await get()).toMatchObject({ state: 'analyzing' })
    await run()
    expect(await get()).toMatchObject({ state: 'ready' })
  })
})

/** A silent log, because the test causes an error on purpose. */
const silent = () => services.log.child({}, { level: 'silent' })

describe('access to insights', () => {
  test.each(otherReaders)('insights are shown to the %s, who cannot start an analysis', async (person) => {
    await analyze()
    await run()
    expect(await clinic[person].insights.get({ sessionId })).toMatchObject({ state: 'ready', canAnalyze: false })
    await expect(clinic[person].insights.analyze({ sessionId })).rejects.toMatchObject({ code: 'not_allowed' })
  })

  test.each(strangers)('a request of the %s for insights reports a missing session', async (person) => {
    await expect(clinic[person].insights.get({ sessionId })).rejects.toMatchObject({ code: 'session_missing' })
    await expect(clinic[person].insights.analyze({ sessionId })).rejects.toMatchObject({ code: 'session_missing' })
  })

  test('insights are hidden from anonymous callers', async () => {
    await expect(clinic.anonymous.insights.get({ sessionId })).rejects.toMatchObject({ code: 'not_signed_in' })
  })
})

test('only the first draft of a note enqueues the analysis of the session', async () => {
  const draft = () =>
    pipelineJobs(services)['notes.draft'](
      { sessionId, userId: clinic.therapistId },
      { signal: new AbortController().signal, isLastTry: () => false },
    )
  const sentFor = async () => (await jobsOf(world, sessionId)).filter(({ name }) => name === 'insights.analyze').length
  await clinic.therapist.notes.generate({ sessionId })
  await draft()
  expect(await sentFor()).toBe(1)
  expect(await get()).toMatchObject({ state: 'analyzing', canAnalyze: false })
  await run()
  await clinic.therapist.notes.enhance({ sessionId, instructions: 'Shorter.' })
  await draft()
  expect(await sentFor()).toBe(1)
})

test('the queue and the log of an analysis contain no word of the session', async () => {
  const lines: string[] = []
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
  await analyze()
  analyst.failNext('The language model refused the request with status 401.')
  await run({ log })
  const kept = `${lines.join('')} ${JSON.stringify(await jobsOf(world, sessionId))}`
  expect(lines).toHaveLength(1)
  for (const word of ['Sam', 'sleeping', 'three', 'sister']) expect(kept).not.toContain(word)
})

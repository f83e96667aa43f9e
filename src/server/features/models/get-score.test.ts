import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildClient, buildDraftedNote, buildPlatformAdmin, buildSession, buildTranscript } from '#test/build.ts'
import { buildClinic, type Clinic } from '#test/clinic.ts'
import { type Api, createWorld, type World } from '#test/world.ts'
import type { Fault, Score, Share } from './score.ts'

const caughtOfEachFault = (count: number): Record<Fault, Share> => {
  const share = { count, of: 6 }
  return {
    unsupported: share,
    number: share,
    denial: share,
    contradicted: share,
    who: share,
    when: share,
    direction: share,
    certainty: share,
    thing: share,
    clause: share,
  }
}
const scoreOf = (model: string, caught: number): Score => ({
  model,
  drafting: { failed: { count: 0, of: 10 }, filled: { count: 40, of: 41 }, invented: { count: 3, of: 90 } },
  secondReading: { failed: { count: 0, of: 10 }, caught: caughtOfEachFault(caught), falseAlarms: { count: 2, of: 50 } },
  seconds: 61.4,
  tokens: { read: 20_000, written: 5000 },
})

let world: World
let clinic: Clinic
let admin: Api
beforeAll(async () => {
  const settings = { DRAFTER: 'openai-compatible', DRAFTER_BASE_URL: 'http://127.0.0.1:9', DRAFTER_MODEL: 'new-model' }
  world = await createWorld({ settings })
  clinic = await buildClinic(world)
  admin = (await buildPlatformAdmin(world)).api
})
afterAll(() => world.close())
beforeEach(() => world.db.deleteFrom('model_scores').execute())

async function storeScore(model: string, caught: number, measuredAt: string) {
  const result = JSON.stringify(scoreOf(model, caught))
  await world.db.insertInto('model_scores').values({ model, result, measured_at: measuredAt }).execute()
}

/** Creates a note that this model drafted, and returns its page. */
async function pageOf(model: string | null) {
  const { id: clientId } = await buildClient(world, { therapistId: clinic.therapistId })
  const { id: sessionId } = await buildSession(world, { clientId })
  await buildTranscript(world, { sessionId })
  await buildDraftedNote(world, { sessionId })
  await world.db.updateTable('notes').set({ model }).where('session_id', '=', sessionId).execute()
  return await clinic.therapist.notes.get({ sessionId })
}

describe('the score on a note', () => {
  test('a note shows whether its model passed the checks, failed them or was not scored', async () => {
    await storeScore('good', 6, '2026-01-02T00:00:00Z')
    await storeScore('bad', 2, '2026-01-02T00:00:00Z')
    expect((await pageOf('good')).model).toEqual({ name: 'good', standing: 'passed', failed: [] })
    const { model } = await pageOf('bad')
    expect(model).toMatchObject({ name: 'bad', standing: 'not passed' })
    expect(model?.failed[0]).toEqual({
      name: 'False sentences caught',
      value: '20 of 60',
      needed: 'at least 75%',
      isMet: false,
    })
    expect((await pageOf('other')).model).toEqual({ name: 'other', standing: 'not measured', failed: [] })
    expect((await pageOf(null)).model).toBeNull()
  })

  test('a score of a release with other faults is shown, and the missing fault counts as not caught', async () => {
    const stored = scoreOf('older', 6)
    const { clause, ...caught } = caughtOfEachFault(6)
    const result = JSON.stringify({
      ...stored,
      secondReading: { ...stored.secondReading, caught: { ...caught, former: clause } },
    })
    await world.db.insertInto('model_scores').values({ model: 'older', result }).execute()
    expect((await pageOf('older')).model).toMatchObject({
      standing: 'not passed',
      failed: [{ name: 'Caught: an added clause', value: '0 of 0' }],
    })
  })

  test('a note shows the latest score of its model', async () => {
    await storeScore('better', 2, '2026-01-02T00:00:00Z')
    await storeScore('better', 6, '2026-02-02T00:00:00Z')
    expect((await pageOf('better')).model).toMatchObject({ standing: 'passed' })
  })
})

describe('platform admins', () => {
  test('platform admins see the latest score of every model, and the current drafter', async () => {
    await storeScore('good', 2, '2026-01-01T00:00:00Z')
    await storeScore('good', 6, '2026-01-03T00:00:00Z')
    await storeScore('bad', 2, '2026-01-02T00:00:00Z')
    const models = await admin.admin.models()
    expect(models).toMatchObject({ drafter: 'new-model', hasSecondReading: true })
    expect(models.measured.map(({ name, standing, measuredAt }) => [name, standing, measuredAt])).toEqual([
      ['good', 'passed', '2026-01-03T00:00:00.000Z'],
      ['bad', 'not passed', '2026-01-02T00:00:00.000Z'],
    ])
    expect(models.measured[0]?.measures.at(-1)).toEqual({
      name: 'Tokens read and written',
      value: '20000 and 5000',
      needed: null,
      isMet: true,
    })
  })

  test('platform admins see how many spot checks per drafter were decided, and how many as wrong; undone decisions do not count', async () => {
    const decideSpotChecks = async (model: string | null, states: readonly string[]) => {
      const { id: clientId } = await buildClient(world, { therapistId: clinic.therapistId })
      const { id: sessionId } = await buildSession(world, { clientId })
      await buildTranscript(world, { sessionId })
      await buildDraftedNote(world, { sessionId })
      const { organization_id, therapist_id } = await world.db
        .selectFrom('notes')
        .select(['organization_id', 'therapist_id'])
        .where('session_id', '=', sessionId)
        .executeTakeFirstOrThrow()
      const rows = states.map((state, at) => ({
        session_id: sessionId,
        item_id: String(at).repeat(64),
        organization_id,
        therapist_id,
        kind: at === 9 ? 'number' : 'spot check',
        section: 'Plan',
        version: 1,
        state,
        drafter: model === null ? 'extractive' : 'language-model',
        model,
        decided_by: therapist_id,
      }))
      await world.db.insertInto('note_review_items').values(rows).execute()
    }
    expect((await admin.admin.models()).spotChecks).toEqual([])
    await decideSpotChecks('good', ['correct', 'wrong', 'open', ...Array<string>(6).fill('correct'), 'wrong'])
    await decideSpotChecks('good', ['correct'])
    await decideSpotChecks(null, ['wrong'])
    expect((await admin.admin.models()).spotChecks).toEqual([
      { model: 'good', answered: 9, wrong: 1 },
      { model: null, answered: 1, wrong: 1 },
    ])
  })

  test('rejects members of an organization who request the scores of models', async () => {
    for (const role of ['therapist', 'owner', 'admin'] as const)
      await expect(clinic[role].admin.models()).rejects.toMatchObject({ code: 'not_allowed', status: 403 })
  })
})

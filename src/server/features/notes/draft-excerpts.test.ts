import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DrafterError } from '#server/providers/drafter/port.ts'
import { sectionsOf } from '#shared/rules/note-types.ts'
import { buildClient, buildDraftedNote, buildSession, buildTranscript } from '#test/build.ts'
import { onlookers, strangers } from '#test/clinic.ts'
import { type Drafting, openDrafting } from '#test/drafting-harness.ts'
import { importTranscript } from '#test/transcript.ts'

let desk: Drafting
beforeAll(async () => {
  desk = await openDrafting({
    DRAFTER: 'openai-compatible',
    DRAFTER_BASE_URL: 'http://127.0.0.1:9',
    DRAFTER_MODEL: 'm',
  })
})
afterAll(() => desk.close())

let clientId = ''
let sessionId = ''
beforeEach(async () => {
  const { world, clinic, drafter } = desk
  clientId = (await buildClient(world, { therapistId: clinic.therapistId, firstName: 'Ada' })).id
  sessionId = (await buildSession(world, { clientId })).id
  await buildTranscript(world, { sessionId })
  drafter.requests.length = 0
})

/** Makes the language model fail, permanently or for now. */
async function fail(transient: boolean) {
  await desk.api.notes.generate({ sessionId })
  desk.drafter.failNext('The language model did not begin to answer in 60 seconds.', transient)
  const error: unknown = await desk.run(sessionId).catch((caught: unknown) => caught)
  if (error !== undefined && !(transient && error instanceof DrafterError)) throw error
  desk.drafter.requests.length = 0
}

describe('excerpts instead of a draft', () => {
  test.each([true, false])(
    'drafts excerpts when the model is down (transient: %s), without using an allowance',
    async (transient) => {
      await fail(transient)
      expect(await desk.note(sessionId)).toMatchObject({ canDraftExcerpts: true, drafter: 'none' })
      expect(await desk.api.notes.draftExcerpts({ sessionId })).toMatchObject({ state: 'generating', error: null })
      await desk.run(sessionId)
      expect(await desk.note(sessionId)).toMatchObject({
        state: 'ready',
        version: 1,
        drafter: 'extractive',
        model: null,
        secondReading: null,
        canDraftExcerpts: false,
        typeChangesRemaining: 2,
        enhancementsRemaining: 2,
      })
      expect(desk.drafter.requests).toEqual([])
      expect((await desk.requests(sessionId)).map(({ kind, state }) => [kind, state])).toEqual([
        ['draft', 'failed'],
        ['excerpts', 'done'],
      ])
      expect((await desk.api.notes.versions({ sessionId })).items).toMatchObject([{ reason: 'drafted' }])
    },
  )

  test('two clicks enqueue one draft of excerpts', async () => {
    await fail(false)
    const answers = await Promise.all([1, 2, 3].map(() => desk.api.notes.draftExcerpts({ sessionId })))
    expect(answers.map(({ state }) => state)).toEqual(['generating', 'generating', 'generating'])
    expect((await desk.requests(sessionId)).filter(({ kind }) => kind === 'excerpts')).toHaveLength(1)
  })

  test('discards the answer of a model that comes after the excerpts', async () => {
    await desk.api.notes.generate({ sessionId })
    await desk.run(
      sessionId,
      desk.meanwhile(async () => {
        await desk.api.notes.draftExcerpts({ sessionId })
        await desk.run(sessionId)
      }),
    )
    const { items } = await desk.api.notes.versions({ sessionId })
    expect([items.length, (await desk.note(sessionId)).drafter]).toEqual([1, 'extractive'])
  })

  test('uses the chosen note type, and keeps the therapist’s own text as the newest version', async () => {
    await desk.world.db.updateTable('notes').set({ type_chosen: false }).where('session_id', '=', sessionId).execute()
    await desk.api.notes.generate({ sessionId })
    await desk.api.notes.chooseType({ sessionId, noteType: 'DAP' })
    desk.drafter.failNext('The language model refused the request with status 401.')
    await desk.run(sessionId)
    const sections = sectionsOf.DAP.map((title) => ({ title, content: title === 'Data' ? 'Mine.' : '' }))
    await desk.api.notes.save({ sessionId, baseVersion: 0, noteType: 'DAP', sections })
    await desk.api.notes.draftExcerpts({ sessionId })
    await desk.run(sessionId)
    expect(await desk.note(sessionId)).toMatchObject({
      noteType: 'DAP',
      version: 3,
      sections: [{ content: 'Mine.' }, {}, {}],
    })
    expect(await desk.api.notes.version({ sessionId, version: 2 })).toMatchObject({
      reason: 'drafted',
      noteType: 'DAP',
    })
  })

  test('does not offer excerpts unless the draft failed and excerpts can succeed', async () => {
    await buildDraftedNote(desk.world, { sessionId })
    expect(await desk.note(sessionId)).toMatchObject({ canDraftExcerpts: false })
    expect(await desk.api.notes.draftExcerpts({ sessionId })).toMatchObject({ state: 'ready', version: 1 })
    expect(await desk.queued(sessionId)).toBe(0)
    sessionId = await importTranscript(desk.api, clientId, 'Therapist: How are you?\nClient: Fine. Goodbye.')
    await desk.run(sessionId)
    expect(await desk.note(sessionId)).toMatchObject({ state: 'failed', canDraftExcerpts: false })
  })

  test('after failed excerpts the next draft uses the model', async () => {
    await fail(false)
    await desk.api.notes.draftExcerpts({ sessionId })
    const broken = { draft: () => Promise.reject(new DrafterError('No excerpts.')) }
    await desk.run(sessionId, { excerpts: broken })
    expect(await desk.note(sessionId)).toMatchObject({ state: 'failed' })
    await desk.api.notes.generate({ sessionId })
    await desk.run(sessionId)
    expect(desk.drafter.requests).toHaveLength(1)
  })

  test('only the therapist of the session can request excerpts', async () => {
    await fail(false)
    for (const role of onlookers)
      await expect(desk.clinic[role].notes.draftExcerpts({ sessionId })).rejects.toMatchObject({ status: 403 })
    for (const role of strangers)
      await expect(desk.clinic[role].notes.draftExcerpts({ sessionId })).rejects.toMatchObject({ status: 404 })
    await expect(desk.clinic.anonymous.notes.draftExcerpts({ sessionId })).rejects.toMatchObject({ status: 401 })
    expect((await desk.requests(sessionId)).filter(({ kind }) => kind === 'excerpts')).toEqual([])
  })
})

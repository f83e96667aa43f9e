import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DrafterError } from '#server/providers/drafter/port.ts'
import { sectionsOf } from '#shared/rules/note-types.ts'
import { buildDraftedNote } from '#test/build.ts'
import { otherReaders, strangers } from '#test/clinic.ts'
import { type DraftingHarness, createDraftingHarness } from '#test/drafting-harness.ts'
import { importTranscript } from '#test/transcript.ts'

let harness: DraftingHarness
beforeAll(async () => {
  harness = await createDraftingHarness({
    DRAFTER: 'openai-compatible',
    DRAFTER_BASE_URL: 'http://127.0.0.1:9',
    DRAFTER_MODEL: 'm',
  })
})
afterAll(() => harness.close())

let clientId = ''
let sessionId = ''
beforeEach(async () => {
  ;({ clientId, sessionId } = await harness.newSession())
})

/** Requests a draft that fails, with a transient or permanent error of the language model. */
async function failDraft(transient: boolean) {
  await harness.api.notes.generate({ sessionId })
  harness.drafter.failNext('The language model did not begin to answer in 60 seconds.', transient)
  const error: unknown = await harness.run(sessionId).catch((caught: unknown) => caught)
  if (error !== undefined && !(transient && error instanceof DrafterError)) throw error
  harness.drafter.requests.length = 0
}

describe('excerpts instead of a draft', () => {
  test.each([true, false])(
    'excerpts can be drafted after the model failed (transient error: %s), without using an allowance',
    async (transient) => {
      await failDraft(transient)
      expect(await harness.note(sessionId)).toMatchObject({ canDraftExcerpts: true, drafter: 'none' })
      expect(await harness.api.notes.draftExcerpts({ sessionId })).toMatchObject({ state: 'generating', error: null })
      await harness.run(sessionId)
      expect(await harness.note(sessionId)).toMatchObject({
        state: 'ready',
        version: 1,
        drafter: 'extractive',
        model: null,
        secondReading: null,
        canDraftExcerpts: false,
        typeChangesRemaining: 2,
        enhancementsRemaining: 2,
      })
      expect(harness.drafter.requests).toEqual([])
      expect((await harness.requests(sessionId)).map(({ kind, state }) => [kind, state])).toEqual([
        ['draft', 'failed'],
        ['excerpts', 'done'],
      ])
      expect((await harness.api.notes.versions({ sessionId })).items).toMatchObject([{ reason: 'drafted' }])
    },
  )

  test('excerpts are requested once if three requests arrive in parallel', async () => {
    await failDraft(false)
    const results = await Promise.all([1, 2, 3].map(() => harness.api.notes.draftExcerpts({ sessionId })))
    expect(results.map(({ state }) => state)).toEqual(['generating', 'generating', 'generating'])
    expect((await harness.requests(sessionId)).filter(({ kind }) => kind === 'excerpts')).toHaveLength(1)
  })

  test('a draft of the model that finishes after the excerpts is discarded', async () => {
    await harness.api.notes.generate({ sessionId })
    await harness.run(
      sessionId,
      harness.meanwhile(async () => {
        await harness.api.notes.draftExcerpts({ sessionId })
        await harness.run(sessionId)
      }),
    )
    const { items } = await harness.api.notes.versions({ sessionId })
    expect([items.length, (await harness.note(sessionId)).drafter]).toEqual([1, 'extractive'])
  })

  test('excerpts have the chosen note type, and text that the therapist wrote before the excerpts stays the newest version', async () => {
    await harness.world.db
      .updateTable('notes')
      .set({ type_chosen: false })
      .where('session_id', '=', sessionId)
      .execute()
    await harness.api.notes.generate({ sessionId })
    await harness.api.notes.chooseType({ sessionId, noteType: 'DAP' })
    harness.drafter.failNext('The language model refused the request with status 401.')
    await harness.run(sessionId)
    const sections = sectionsOf.DAP.map((title) => ({ title, content: title === 'Data' ? 'Mine.' : '' }))
    await harness.api.notes.save({ sessionId, baseVersion: 0, noteType: 'DAP', sections })
    await harness.api.notes.draftExcerpts({ sessionId })
    await harness.run(sessionId)
    expect(await harness.note(sessionId)).toMatchObject({
      noteType: 'DAP',
      version: 3,
      sections: [{ content: 'Mine.' }, {}, {}],
    })
    expect(await harness.api.notes.version({ sessionId, version: 2 })).toMatchObject({
      reason: 'drafted',
      noteType: 'DAP',
    })
  })

  test('excerpts are offered only for a note without a draft whose transcript is long enough', async () => {
    await buildDraftedNote(harness.world, { sessionId })
    expect(await harness.note(sessionId)).toMatchObject({ canDraftExcerpts: false })
    expect(await harness.api.notes.draftExcerpts({ sessionId })).toMatchObject({ state: 'ready', version: 1 })
    expect(await harness.queued(sessionId)).toBe(0)
    sessionId = await importTranscript(harness.api, clientId, 'Therapist: How are you?\nClient: Fine. Goodbye.')
    await harness.run(sessionId)
    expect(await harness.note(sessionId)).toMatchObject({ state: 'failed', canDraftExcerpts: false })
  })

  test('a retry after failed excerpts drafts the note with the language model', async () => {
    await failDraft(false)
    await harness.api.notes.draftExcerpts({ sessionId })
    const failingExcerpts = { draft: () => Promise.reject(new DrafterError('No excerpts.')) }
    await harness.run(sessionId, { excerpts: failingExcerpts })
    expect(await harness.note(sessionId)).toMatchObject({ state: 'failed' })
    await harness.api.notes.generate({ sessionId })
    await harness.run(sessionId)
    expect(harness.drafter.requests).toHaveLength(1)
  })

  test('only the session’s therapist can request excerpts', async () => {
    await failDraft(false)
    for (const role of otherReaders)
      await expect(harness.clinic[role].notes.draftExcerpts({ sessionId })).rejects.toMatchObject({ status: 403 })
    for (const role of strangers)
      await expect(harness.clinic[role].notes.draftExcerpts({ sessionId })).rejects.toMatchObject({ status: 404 })
    await expect(harness.clinic.anonymous.notes.draftExcerpts({ sessionId })).rejects.toMatchObject({ status: 401 })
    expect((await harness.requests(sessionId)).filter(({ kind }) => kind === 'excerpts')).toEqual([])
  })
})

import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { NoteType } from '#shared/contract/notes.ts'
import { sectionsOf } from '#shared/rules/note-types.ts'
import { DrafterError } from '#server/providers/drafter/port.ts'
import { buildClient, buildSession, buildTranscript } from '#test/build.ts'
import { otherReaders, strangers } from '#test/clinic.ts'
import { type DraftingHarness, createDraftingHarness } from '#test/drafting-harness.ts'
import { watchToEnd } from '#test/transcript.ts'

let harness: DraftingHarness
beforeAll(async () => {
  harness = await createDraftingHarness()
})
afterAll(() => harness.close())

let sessionId = ''
beforeEach(async () => {
  const { world, clinic, drafter } = harness
  const { id: clientId } = await buildClient(world, { therapistId: clinic.therapistId, firstName: 'Ada' })
  sessionId = (await buildSession(world, { clientId, status: 'processing' })).id
  await world.db.updateTable('sessions').set({ source: 'recorded' }).where('id', '=', sessionId).execute()
  await world.db.updateTable('notes').set({ type_chosen: false }).where('session_id', '=', sessionId).execute()
  drafter.requests.length = 0
})

const choose = (noteType: NoteType) => harness.api.notes.chooseType({ sessionId, noteType })
const alreadyChosen = {
  code: 'note_type_chosen',
  status: 409,
  message: 'The note type was already chosen. Use Change Note Type on the note.',
}
const deleteJobs = () => sql`delete from pgboss.job where data->>'sessionId' = ${sessionId}`.execute(harness.world.db)
const versions = async () =>
  (await harness.api.notes.versions({ sessionId })).items.map(({ reason, noteType }) => [reason, noteType])

/** Adds a transcript to the session, without a draft job. */
async function addTranscript() {
  await buildTranscript(harness.world, { sessionId })
}

/** Expects a finished note in the chosen type, which used no type change and cannot be chosen again. */
async function expectNoteIn(noteType: NoteType, version: number) {
  const note = await harness.note(sessionId)
  expect(note).toMatchObject({
    noteType,
    version,
    state: 'ready',
    error: null,
    canChooseType: false,
    typeChangesRemaining: 2,
    enhancementsRemaining: 2,
  })
  expect(note.sections.map(({ title }) => title)).toEqual(sectionsOf[noteType])
  expect((await harness.requests(sessionId)).filter(({ state }) => state === 'open')).toEqual([])
  expect(await harness.progress(sessionId)).toMatchObject({ stage: 'complete' })
}

describe('the note type chosen after a recording', () => {
  test('a note type chosen before the transcript exists is the type of the draft', async () => {
    expect(await harness.note(sessionId)).toMatchObject({ state: 'waiting', canChooseType: true })
    expect(await choose('DAP')).toMatchObject({ noteType: 'DAP', state: 'waiting', canChooseType: false })
    expect(await harness.queued(sessionId)).toBe(0)
    await addTranscript()
    await harness.run(sessionId)
    await expectNoteIn('DAP', 1)
    expect(await versions()).toEqual([['drafted', 'DAP']])
  })

  test('a note type chosen while the job is queued is the type of the draft', async () => {
    await addTranscript()
    await harness.api.notes.generate({ sessionId })
    expect(await choose('BIRP')).toMatchObject({ noteType: 'BIRP', state: 'generating', version: 0 })
    await harness.run(sessionId)
    await harness.run(sessionId)
    expect(harness.drafter.requests.map(({ noteType }) => noteType)).toEqual(['BIRP'])
    await expectNoteIn('BIRP', 1)
  })

  test('a note type chosen while the first draft is being written discards that draft', async () => {
    await addTranscript()
    await harness.run(
      sessionId,
      harness.meanwhile(() => choose('EMDR')),
    )
    expect(await harness.note(sessionId)).toMatchObject({ state: 'generating', version: 0, noteType: 'EMDR' })
    expect(await harness.queued(sessionId)).toBe(1)
    await harness.run(sessionId)
    await expectNoteIn('EMDR', 1)
    expect(await versions()).toEqual([['type changed', 'EMDR']])
  })

  test('a draft in the chosen note type stays the newest version if the older draft finishes later', async () => {
    await addTranscript()
    const chooseAndDraft = async () => {
      await choose('EMDR')
      await harness.run(sessionId)
    }
    await harness.run(sessionId, harness.meanwhile(chooseAndDraft))
    expect(harness.drafter.requests.map(({ noteType }) => noteType)).toEqual(['EMDR', 'SOAP'])
    await expectNoteIn('EMDR', 1)
  })

  test.each([
    ['for good', false, false],
    ['at its last try', true, true],
    ['and is tried again', true, false],
  ])('the chosen note type is drafted even if the older draft fails %s', async (_, transient, isLastTry) => {
    await addTranscript()
    const chooseAndFail = async () => {
      await choose('GIRP')
      throw new DrafterError('The language model could not be reached.', transient)
    }
    const [run] = await Promise.allSettled([harness.run(sessionId, { ...harness.meanwhile(chooseAndFail), isLastTry })])
    expect(run.status).toBe(transient ? 'rejected' : 'fulfilled')
    expect(await harness.note(sessionId)).toMatchObject({ state: 'generating', error: null })
    await harness.run(sessionId)
    await expectNoteIn('GIRP', 1)
  })

  test('choosing the note type after the draft makes a new draft, and the first draft stays as an earlier version', async () => {
    await addTranscript()
    await harness.run(sessionId)
    expect(await harness.note(sessionId)).toMatchObject({ state: 'ready', version: 1, canChooseType: true })
    expect(await choose('PIRP')).toMatchObject({ noteType: 'SOAP', state: 'generating', version: 1 })
    await harness.run(sessionId)
    await expectNoteIn('PIRP', 2)
    expect(await versions()).toEqual([
      ['type changed', 'PIRP'],
      ['drafted', 'SOAP'],
    ])
  })

  test('choosing the note type after the draft job was lost drafts that type', async () => {
    await addTranscript()
    await harness.api.notes.generate({ sessionId })
    await deleteJobs()
    await choose('SIRP')
    expect(await harness.queued(sessionId)).toBe(1)
    await harness.run(sessionId)
    await expectNoteIn('SIRP', 1)
  })

  test('a lost or failed draft of the chosen note type is retried without using a type change', async () => {
    await addTranscript()
    await harness.run(sessionId)
    await choose('Intake')
    await deleteJobs()
    expect(await harness.api.notes.generate({ sessionId })).toMatchObject({ state: 'generating' })
    harness.drafter.failNext('The language model wrote no statement.')
    await harness.run(sessionId)
    expect(await harness.note(sessionId)).toMatchObject({ state: 'failed', noteType: 'SOAP', version: 1 })
    await harness.api.notes.generate({ sessionId })
    await harness.run(sessionId)
    await expectNoteIn('Intake', 2)
  })

  test('choosing the note type after a failed first draft drafts that type', async () => {
    await addTranscript()
    harness.drafter.failNext('The language model wrote no statement.')
    await harness.run(sessionId)
    expect(await choose('DAP')).toMatchObject({ state: 'generating', noteType: 'DAP', error: null })
    await harness.run(sessionId)
    await expectNoteIn('DAP', 1)
  })

  test('choosing the current note type only marks it as chosen', async () => {
    await addTranscript()
    await harness.run(sessionId)
    expect(await choose('SOAP')).toMatchObject({ state: 'ready', version: 1, canChooseType: false })
    expect(await harness.queued(sessionId)).toBe(0)
    await expectNoteIn('SOAP', 1)
  })

  test('text that the therapist wrote before the first draft stays the newest version', async () => {
    await addTranscript()
    await harness.api.notes.generate({ sessionId })
    await choose('DAP')
    const sections = await harness.firstSection(sessionId, 'Written by hand.')
    expect(sections.map(({ title }) => title)).toEqual(sectionsOf.DAP)
    await harness.run(
      sessionId,
      harness.meanwhile(() => harness.api.notes.save({ sessionId, baseVersion: 0, noteType: 'DAP', sections })),
    )
    await expectNoteIn('DAP', 3)
    expect((await harness.note(sessionId)).sections[0]?.content).toBe('Written by hand.')
    expect((await versions()).map(([reason]) => reason)).toEqual(['edited', 'type changed', 'edited'])
  })

  test('of twenty parallel choices of the note type, one is accepted', async () => {
    await addTranscript()
    const types: readonly NoteType[] = ['DAP', 'BIRP', 'GIRP', 'SIRP', 'PIRP']
    const meanwhile = async () => {
      const results = await Promise.allSettled(Array.from({ length: 20 }, (_, at) => choose(types[at % 5] ?? 'DAP')))
      const refusals = results.filter(({ status }) => status === 'rejected')
      expect(refusals).toHaveLength(19)
      for (const refusal of refusals) expect(refusal).toMatchObject({ reason: alreadyChosen })
    }
    await harness.run(sessionId, harness.meanwhile(meanwhile))
    await harness.run(sessionId)
    const { noteType, version } = await harness.note(sessionId)
    expect(types).toContain(noteType)
    expect(version).toBe(1)
    expect((await harness.requests(sessionId)).filter(({ kind }) => kind === 'type choice')).toHaveLength(1)
  })
})

describe('the end of the choice of a note type', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['after a choice', () => choose('DAP')],
    ['after an edit', async () => save('By hand.')],
    ['after the type was changed', () => harness.api.notes.changeType({ sessionId, noteType: 'DAP' })],
    ['after the note was enhanced', () => harness.api.notes.enhance({ sessionId, instructions: 'Shorter.' })],
    ['after a version was restored', () => restoreFirstVersion()],
  ])('rejects a choice of the note type %s', async (_, act) => {
    await addTranscript()
    await harness.run(sessionId)
    await act()
    expect((await harness.note(sessionId)).canChooseType).toBe(false)
    const before = await harness.requests(sessionId)
    for (const noteType of ['SOAP', 'DAP', 'EMDR'] as const)
      await expect(choose(noteType)).rejects.toMatchObject(alreadyChosen)
    expect(await harness.requests(sessionId)).toEqual(before)
  })

  test('rejects a choice of the note type for sessions that were not recorded in Attend', async () => {
    const { id } = await buildSession(harness.world, {
      clientId: (await buildClient(harness.world, { therapistId: harness.clinic.therapistId })).id,
    })
    sessionId = id
    expect((await harness.note(sessionId)).canChooseType).toBe(false)
    await expect(choose('DAP')).rejects.toMatchObject(alreadyChosen)
  })

  async function save(content: string) {
    const { version, noteType } = await harness.note(sessionId)
    const sections = await harness.firstSection(sessionId, content)
    await harness.api.notes.save({ sessionId, baseVersion: version, noteType, sections })
  }

  /** Restores version 1 after clearing `type_chosen`, so that only the restore can prevent the choice. */
  async function restoreFirstVersion() {
    await save('By hand.')
    const notes = harness.world.db.updateTable('notes').set({ type_chosen: false })
    await notes.where('session_id', '=', sessionId).execute()
    await harness.api.notes.restore({ sessionId, version: 1, baseVersion: 2 })
  }
})

test('rejects users other than the session’s therapist who choose the note type', async () => {
  for (const role of otherReaders)
    await expect(harness.clinic[role].notes.chooseType({ sessionId, noteType: 'DAP' })).rejects.toMatchObject({
      code: 'not_allowed',
      status: 403,
    })
  for (const role of strangers)
    await expect(harness.clinic[role].notes.chooseType({ sessionId, noteType: 'DAP' })).rejects.toMatchObject({
      code: 'session_missing',
      status: 404,
    })
  const anonymous = harness.clinic.anonymous.notes.chooseType({ sessionId, noteType: 'DAP' })
  await expect(anonymous).rejects.toMatchObject({ code: 'not_signed_in', message: 'User not authenticated' })
  await expect(harness.api.notes.chooseType({ sessionId: 'no-such-session', noteType: 'DAP' })).rejects.toMatchObject({
    code: 'session_missing',
  })
  expect(await harness.note(sessionId)).toMatchObject({ noteType: 'SOAP', canChooseType: true })
})

test('the choice of a note type is audited with the chosen type', async () => {
  await addTranscript()
  await harness.run(sessionId)
  await choose('DAP')
  await harness.run(sessionId)
  const events = await harness.world.db
    .selectFrom('audit_events')
    .selectAll()
    .where('resource_id', '=', sessionId)
    .orderBy('at')
    .execute()
  expect(events.map(({ action, details }) => [action, details])).toEqual([
    ['note.drafted', { version: 1, noteType: 'SOAP' }],
    ['note.type_chosen', { noteType: 'DAP' }],
    ['note.draft_requested', { kind: 'type choice', noteType: 'DAP' }],
    ['note.type_changed', { version: 2, noteType: 'DAP' }],
  ])
})

test('with running workers, a note type chosen at any time is the type of the finished note', async () => {
  const { world, clinic } = harness
  await world.worker()
  const types: readonly NoteType[] = ['DAP', 'BIRP', 'EMDR', 'Intake', 'PIRP', 'SIRP']
  await Promise.all(
    types.map(async (noteType, at) => {
      const { id: clientId } = await buildClient(world, { therapistId: clinic.therapistId })
      const { id } = await buildSession(world, { clientId, status: 'processing' })
      await world.db.updateTable('notes').set({ type_chosen: false }).where('session_id', '=', id).execute()
      await buildTranscript(world, { sessionId: id })
      await clinic.therapist.notes.generate({ sessionId: id })
      // The delays should range from before the start of the job to after the end of the draft.
      for (let round = 0; round < at * 3; round++) await clinic.therapist.transcripts.get({ sessionId: id })
      await clinic.therapist.notes.chooseType({ sessionId: id, noteType })
      await watchToEnd(clinic.therapist, id)
      await expect
        .poll(async () => (await clinic.therapist.notes.get({ sessionId: id })).note, { timeout: 15_000 })
        .toMatchObject({ noteType, state: 'ready', typeChangesRemaining: 2 })
    }),
  )
}, 30_000)

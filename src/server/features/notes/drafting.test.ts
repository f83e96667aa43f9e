import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sectionsOf } from '#shared/rules/note-types.ts'
import { DrafterError, type NoteDrafter } from '#server/providers/drafter/port.ts'
import { buildDraftedNote, buildSession, buildTranscript } from '#test/build.ts'
import { otherReaders, strangers } from '#test/clinic.ts'
import { type DraftingHarness, createDraftingHarness } from '#test/drafting-harness.ts'
import { importTranscript, setRole, transcriptFile } from '#test/transcript.ts'
import type { Api } from '#test/world.ts'

let harness: DraftingHarness
beforeAll(async () => {
  harness = await createDraftingHarness()
})
afterAll(() => harness.close())

let clientId = ''
let sessionId = ''
beforeEach(async () => {
  ;({ clientId, sessionId } = await harness.newSession())
})

describe('the first draft', () => {
  test('the drafter receives the note type, the client’s first name and facts of the session', async () => {
    await harness.api.notes.generate({ sessionId })
    expect(await harness.note(sessionId)).toMatchObject({ state: 'generating', version: 0 })
    expect(await harness.progress(sessionId)).toMatchObject({ stage: 'processing', percent: 60 })
    await harness.run(sessionId)
    expect(harness.drafter.requests).toMatchObject([
      {
        noteType: 'SOAP',
        sectionTitles: sectionsOf.SOAP,
        clientFirstName: 'Ada',
        session: { date: '2026-03-02', durationMinutes: 50, settingType: 'telehealth' },
      },
    ])
    expect(harness.drafter.requests[0]).not.toHaveProperty('enhancement')
    expect(await harness.note(sessionId)).toMatchObject({
      state: 'ready',
      version: 1,
      coverage: { utterances: 8, read: 8, unread: [] },
    })
    expect(await harness.progress(sessionId)).toMatchObject({ stage: 'complete', percent: 100 })
    expect((await harness.api.notes.versions({ sessionId })).items).toMatchObject([
      { reason: 'drafted', author: 'Attend' },
    ])
  })

  test('an import of a transcript requests the first draft', async () => {
    sessionId = await importTranscript(harness.api, clientId)
    await harness.run(sessionId)
    expect(await harness.note(sessionId)).toMatchObject({ state: 'ready', version: 1 })
    expect(await harness.requests(sessionId)).toMatchObject([{ kind: 'draft', state: 'done' }])
  })

  test('a draft that begins after the note was signed changes only the progress of the session', async () => {
    await buildDraftedNote(harness.world, { sessionId })
    await harness.api.corrections.delete({ sessionId, what: 'transcript', reason: 'test' })
    await harness.api.transcripts.importForSession({ sessionId, ...transcriptFile() })
    await harness.world.db.updateTable('notes').set({ status: 'signed' }).where('session_id', '=', sessionId).execute()
    await harness.run(sessionId)
    expect(harness.drafter.requests).toEqual([])
    expect(await harness.note(sessionId)).toMatchObject({ version: 1, status: 'signed' })
    expect(await harness.api.sessions.get({ sessionId })).toMatchObject({ status: 'completed' })
    expect(await harness.progress(sessionId)).toMatchObject({ stage: 'complete', percent: 100 })
  })

  test('the first draft includes the safety passages of the transcript', async () => {
    sessionId = (await buildSession(harness.world, { clientId })).id
    const answer = 'No, I would never do that, but on some nights I have thought about killing myself and it scares me.'
    const filler = 'We went through the whole week again and looked at what had helped her a little on the better days.'
    await buildTranscript(harness.world, { sessionId, texts: ['How dark do the nights get?', answer, filler, filler] })
    await harness.api.notes.generate({ sessionId })
    await harness.run(sessionId)
    expect((await harness.note(sessionId)).safety).toMatchObject([
      { topic: 'suicide', finding: 'stated', utteranceId: 'u2' },
    ])
  })

  test('a note shows the current safety passages before the first draft, after a failed draft and after a change of speakers', async () => {
    sessionId = await importTranscript(
      harness.api,
      clientId,
      'Ada: I want to kill myself.\nBea: How long have you felt like that?',
    )
    const findings = async () => (await harness.note(sessionId)).safety.map(({ topic, finding }) => [topic, finding])
    expect(await findings()).toEqual([['suicide', 'stated']])
    await harness.run(sessionId)
    expect(await harness.note(sessionId)).toMatchObject({ state: 'failed', version: 0 })
    expect(await findings()).toEqual([['suicide', 'stated']])
    await setRole(harness.api, { sessionId, label: 'Ada', speaker: 'therapist' })
    expect(await findings()).toEqual([])
    await harness.api.notes.save({
      sessionId,
      baseVersion: 0,
      noteType: 'SOAP',
      sections: await harness.firstSection(sessionId, 'By hand.'),
    })
    expect(await findings()).toEqual([])
    await setRole(harness.api, { sessionId, label: 'Ada', speaker: 'client' })
    expect(await findings()).toEqual([['suicide', 'stated']])
  })

  test('the first draft is enqueued once if twenty tabs request it in parallel', async () => {
    const results = await Promise.all(Array.from({ length: 20 }, () => harness.api.notes.generate({ sessionId })))
    expect(results.every(({ state }) => state === 'generating')).toBe(true)
    expect([await harness.requests(sessionId), await harness.queued(sessionId)]).toMatchObject([[{ state: 'open' }], 1])
  })

  test('the first draft is not enqueued a second time after an import', async () => {
    sessionId = await importTranscript(harness.api, clientId)
    await harness.api.notes.generate({ sessionId })
    expect(await harness.queued(sessionId)).toBe(1)
  })

  test('a request for a first draft does not replace an existing draft', async () => {
    await buildDraftedNote(harness.world, { sessionId })
    expect(await harness.api.notes.generate({ sessionId })).toMatchObject({ state: 'ready', version: 1 })
    expect(await harness.queued(sessionId)).toBe(0)
  })

  test('the first draft is enqueued again if its job was lost', async () => {
    await harness.api.notes.generate({ sessionId })
    await sql`delete from pgboss.job where data->>'sessionId' = ${sessionId}`.execute(harness.world.db)
    await harness.api.notes.generate({ sessionId })
    expect([await harness.requests(sessionId), await harness.queued(sessionId)]).toMatchObject([
      [{ state: 'failed' }, { state: 'open' }],
      1,
    ])
  })

  test('rejects a request for a first draft of a session without a transcript', async () => {
    sessionId = (await buildSession(harness.world, { clientId })).id
    await expect(harness.api.notes.generate({ sessionId })).rejects.toMatchObject({
      code: 'transcript_missing',
      message: 'No transcript found',
    })
    await harness.run(sessionId)
    expect(await harness.note(sessionId)).toMatchObject({ state: 'waiting' })
  })

  test('the first draft fails with fewer than forty spoken words, and the transcript stays', async () => {
    sessionId = await importTranscript(
      harness.api,
      clientId,
      'Therapist: How are you today?\nClient: Fine. [long music] Goodbye.',
    )
    await harness.run(sessionId)
    const sentence =
      'This transcript has fewer than 40 words, too few for a note. Upload or paste the whole transcript, or write the note yourself.'
    expect(await harness.note(sessionId)).toMatchObject({ state: 'failed', version: 0, error: sentence })
    expect(await harness.progress(sessionId)).toMatchObject({
      stage: 'failed',
      error_code: 'transcript_too_short',
      error: sentence,
    })
    expect(await harness.api.sessions.get({ sessionId })).toMatchObject({ status: 'failed' })
    expect((await harness.api.transcripts.get({ sessionId })).utterances).toHaveLength(2)
    expect(harness.drafter.requests).toEqual([])
  })

  test('text that the therapist saves during the first draft stays the newest version', async () => {
    await harness.api.notes.generate({ sessionId })
    const sections = await harness.firstSection(sessionId, 'Written by hand.')
    await harness.run(
      sessionId,
      harness.meanwhile(() => harness.api.notes.save({ sessionId, baseVersion: 0, noteType: 'SOAP', sections })),
    )
    expect(await harness.note(sessionId)).toMatchObject({
      state: 'ready',
      version: 3,
      drafter: 'none',
      sections: [{ content: 'Written by hand.' }, {}, {}, {}],
    })
    const { items } = await harness.api.notes.versions({ sessionId })
    expect(items.map(({ reason }) => reason)).toEqual(['edited', 'drafted', 'edited'])
    await harness.run(sessionId)
    expect(await harness.note(sessionId)).toMatchObject({ version: 3 })
  })
})

describe('a draft that fails', () => {
  test('a note shows why its draft failed, and the therapist can request the draft again', async () => {
    await harness.api.notes.generate({ sessionId })
    harness.drafter.failNext('The language model refused the request with status 401.')
    await harness.run(sessionId)
    const error = 'Failed to generate note: The language model refused the request with status 401.'
    expect(await harness.note(sessionId)).toMatchObject({ state: 'failed', error, version: 0 })
    expect(await harness.progress(sessionId)).toMatchObject({
      stage: 'failed',
      error_code: 'note_generate_failed',
      error,
    })
    expect(await harness.api.notes.generate({ sessionId })).toMatchObject({ state: 'generating', error: null })
    await harness.run(sessionId)
    expect(await harness.note(sessionId)).toMatchObject({ state: 'ready', version: 1 })
    expect((await harness.requests(sessionId)).map(({ state }) => state)).toEqual(['failed', 'done'])
  })

  test('a draft with a transient error is retried, and the note fails after the last try', async () => {
    await harness.api.notes.generate({ sessionId })
    harness.drafter.failNext('The language model could not be reached.', true)
    await expect(harness.run(sessionId)).rejects.toThrow(DrafterError)
    expect(await harness.note(sessionId)).toMatchObject({ state: 'generating' })
    harness.drafter.failNext('The language model could not be reached.', true)
    await expect(harness.run(sessionId, { isLastTry: true })).rejects.toThrow(DrafterError)
    expect(await harness.note(sessionId)).toMatchObject({ state: 'failed' })
  })

  test('a failed draft uses no allowance and does not change the note, and a retry repeats the same request', async () => {
    await buildDraftedNote(harness.world, { sessionId })
    const before = await harness.note(sessionId)
    await harness.api.notes.enhance({ sessionId, instructions: 'Shorter.' })
    harness.drafter.failNext('The language model wrote no statement.')
    await harness.run(sessionId)
    expect(await harness.note(sessionId)).toMatchObject({
      state: 'failed',
      version: 1,
      sections: before.sections,
      enhancementsRemaining: 2,
    })
    expect(await harness.api.sessions.get({ sessionId })).toMatchObject({ status: 'completed' })
    await harness.api.notes.generate({ sessionId })
    await harness.run(sessionId)
    expect(await harness.note(sessionId)).toMatchObject({ state: 'ready', version: 2, enhancementsRemaining: 1 })
    expect(harness.drafter.requests.at(-1)?.enhancement?.instructions).toBe('Shorter.')
  })

  test('saving an edit clears the error of a failed draft', async () => {
    await buildDraftedNote(harness.world, { sessionId })
    await harness.api.notes.changeType({ sessionId, noteType: 'DAP' })
    harness.drafter.failNext('The language model wrote no statement.')
    await harness.run(sessionId)
    await harness.api.notes.save({
      sessionId,
      baseVersion: 1,
      noteType: 'SOAP',
      sections: await harness.firstSection(sessionId, 'Mine.'),
    })
    expect(await harness.api.notes.generate({ sessionId })).toMatchObject({ state: 'ready', error: null, version: 2 })
    expect(await harness.queued(sessionId)).toBe(1)
  })

  test('a note whose draft has only empty sections fails and shows that no content was generated', async () => {
    await harness.api.notes.generate({ sessionId })
    const emptyDrafter: NoteDrafter = {
      draft: async ({ sectionTitles }) => ({
        sections: sectionTitles.map((title) => ({ title, content: ' ', statements: [] })),
        coverage: { utterances: 8, read: 8, unread: [] },
        drafter: 'language-model',
      }),
    }
    await harness.run(sessionId, { drafter: emptyDrafter })
    expect(await harness.note(sessionId)).toMatchObject({ state: 'failed', error: 'No content generated' })
  })

  test('a note whose draft fails unexpectedly shows an error number', async () => {
    await harness.api.notes.generate({ sessionId })
    const log = pino({ level: 'silent' })
    await expect(
      harness.run(sessionId, { ...harness.meanwhile(() => Promise.reject(new Error('odd'))), log, isLastTry: true }),
    ).rejects.toThrow('odd')
    expect((await harness.note(sessionId)).error).toMatch(
      /^An unexpected error occurred\. If it happens again, report number \w{8}\.$/,
    )
  })

  test('a note whose draft fails after hours of an outage shows that a service did not respond', async () => {
    await harness.api.notes.generate({ sessionId })
    const outage = () => Promise.reject(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }))
    const log = pino({ level: 'silent' })
    await expect(harness.run(sessionId, { ...harness.meanwhile(outage), log, isLastTry: true })).rejects.toThrow(
      'connect',
    )
    expect((await harness.note(sessionId)).error).toMatch(/a service that it needs did not respond for hours/)
  })
})

describe('a draft job that stops', () => {
  test('a draft job that was stopped before it saved the draft can run again, and the draft is saved once', async () => {
    await harness.api.notes.generate({ sessionId })
    const stop = new AbortController()
    const stoppingDrafter: NoteDrafter = {
      async draft(request) {
        const draft = await harness.drafter.draft(request)
        stop.abort(new Error('killed'))
        return draft
      },
    }
    await expect(
      harness.run(sessionId, { drafter: stoppingDrafter, signal: stop.signal, isLastTry: true }),
    ).rejects.toThrow('killed')
    expect(await harness.note(sessionId)).toMatchObject({ state: 'generating', version: 0 })
    await harness.run(sessionId)
    await harness.run(sessionId)
    expect(await harness.note(sessionId)).toMatchObject({ state: 'ready', version: 1 })
    expect((await harness.api.notes.versions({ sessionId })).items).toHaveLength(1)
  })

  test('a draft job saves nothing if another run has finished its request', async () => {
    await buildDraftedNote(harness.world, { sessionId })
    await harness.api.notes.changeType({ sessionId, noteType: 'DAP' })
    await harness.run(
      sessionId,
      harness.meanwhile(() => harness.run(sessionId)),
    )
    expect(harness.drafter.requests).toHaveLength(2)
    expect(await harness.note(sessionId)).toMatchObject({ version: 2, typeChangesRemaining: 1 })
  })

  test('a draft job that fails after another run finished its request does not fail the note', async () => {
    await harness.api.notes.generate({ sessionId })
    const finishThenFail = async () => {
      await harness.run(sessionId)
      throw new DrafterError('too late')
    }
    await harness.run(sessionId, harness.meanwhile(finishThenFail))
    expect(await harness.note(sessionId)).toMatchObject({ state: 'ready', version: 1, error: null })
  })

  test('a draft job for a deleted session ends without an error', async () => {
    sessionId = '00000000-0000-4000-8000-000000000000'
    await expect(harness.run(sessionId)).resolves.toBeUndefined()
  })
})

test('rejects users other than the session’s therapist who request a draft', async () => {
  await buildDraftedNote(harness.world, { sessionId })
  const attempts = [
    (by: Api) => by.notes.generate({ sessionId }),
    (by: Api) => by.notes.draftExcerpts({ sessionId }),
    (by: Api) => by.notes.changeType({ sessionId, noteType: 'DAP' }),
    (by: Api) => by.notes.enhance({ sessionId, instructions: 'Shorter.' }),
  ]
  for (const attempt of attempts) {
    for (const role of otherReaders)
      await expect(attempt(harness.clinic[role])).rejects.toMatchObject({ code: 'not_allowed', status: 403 })
    for (const role of strangers)
      await expect(attempt(harness.clinic[role])).rejects.toMatchObject({ code: 'session_missing', status: 404 })
    await expect(attempt(harness.clinic.anonymous)).rejects.toMatchObject({ code: 'not_signed_in' })
  }
  expect(await harness.queued(sessionId)).toBe(0)
})

test('requests, drafts and failures of a note are audited', async () => {
  await harness.api.notes.generate({ sessionId })
  harness.drafter.failNext('The language model wrote no statement.')
  await harness.run(sessionId)
  await harness.api.notes.generate({ sessionId })
  await harness.run(sessionId)
  await harness.api.notes.changeType({ sessionId, noteType: 'DAP' })
  await harness.run(sessionId)
  const events = await harness.world.db
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
  expect(
    events.every(({ actor_id, client_id }) => actor_id === harness.clinic.therapistId && client_id === clientId),
  ).toBe(true)
})

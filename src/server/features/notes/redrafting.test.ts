import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sentence } from '#shared/contract/errors.ts'
import type { NoteType } from '#shared/contract/notes.ts'
import { sectionsOf } from '#shared/rules/note-types.ts'
import type { NoteDrafter } from '#server/providers/drafter/port.ts'
import { buildDraftedNote, buildSession, buildTranscript } from '#test/build.ts'
import { type DraftingHarness, createDraftingHarness } from '#test/drafting-harness.ts'
import { jobsOf } from '#test/jobs.ts'
import { createWorld } from '#test/world.ts'

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

describe('changing the note type', () => {
  beforeEach(() => buildDraftedNote(harness.world, { sessionId }))
  const types: readonly NoteType[] = ['BIRP', 'EMDR', 'Intake']

  test('the therapist can change the note type twice, and a third change is rejected', async () => {
    for (const [at, noteType] of types.slice(0, 2).entries()) {
      expect(await harness.api.notes.changeType({ sessionId, noteType })).toMatchObject({
        state: 'generating',
        typeChangesRemaining: 2 - at,
      })
      await harness.run(sessionId)
      expect(await harness.note(sessionId)).toMatchObject({
        noteType,
        version: at + 2,
        typeChangesRemaining: 1 - at,
        enhancementsRemaining: 2,
      })
      expect((await harness.note(sessionId)).sections.map(({ title }) => title)).toEqual(sectionsOf[noteType])
    }
    await expect(harness.api.notes.changeType({ sessionId, noteType: 'Intake' })).rejects.toMatchObject({
      code: 'type_changes_used_up',
      status: 409,
      message: 'You have reached the maximum number of note type changes for this session.',
    })
    const { items } = await harness.api.notes.versions({ sessionId })
    expect(items.map(({ reason, noteType }) => [reason, noteType])).toEqual([
      ['type changed', 'EMDR'],
      ['type changed', 'BIRP'],
      ['drafted', 'SOAP'],
    ])
  })

  test('changing the note type to the current type uses no type change', async () => {
    expect(await harness.api.notes.changeType({ sessionId, noteType: 'SOAP' })).toMatchObject({
      state: 'ready',
      version: 1,
    })
    expect(await harness.queued(sessionId)).toBe(0)
  })

  test('changing the note type is rejected while a draft is in progress', async () => {
    await harness.api.notes.changeType({ sessionId, noteType: 'BIRP' })
    for (const attempt of [
      harness.api.notes.changeType({ sessionId, noteType: 'EMDR' }),
      harness.api.notes.enhance({ sessionId, instructions: 'Shorter.' }),
    ]) {
      await expect(attempt).rejects.toMatchObject({
        code: 'note_busy',
        status: 409,
        message: 'This note is being generated. Wait until it is ready.',
      })
    }
  })

  test('type changes never exceed the allowance, even if twenty tabs repeat their requests in parallel', async () => {
    const choices: readonly NoteType[] = ['BIRP', 'DAP', 'GIRP', 'SIRP', 'PIRP']
    const session = sessionId
    const errorCodes: string[] = []
    async function changeTypeUntilUsedUp(start: number) {
      for (let at = start; ; at++) {
        try {
          await harness.api.notes.changeType({ sessionId: session, noteType: choices[at % choices.length] ?? 'DAP' })
        } catch (error) {
          const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
          if (code !== 'note_busy') return void errorCodes.push(code)
        }
        await harness.run(sessionId)
      }
    }
    await Promise.all(Array.from({ length: 20 }, (_, at) => changeTypeUntilUsedUp(at)))
    expect(errorCodes).toEqual(Array(20).fill('type_changes_used_up'))
    expect(await harness.note(sessionId)).toMatchObject({ version: 3, typeChangesRemaining: 0 })
    expect((await harness.requests(sessionId)).filter(({ kind }) => kind === 'type change')).toHaveLength(2)
  })

  test('saving sections of the former note type reverts a type change, but the type change still counts', async () => {
    const mine = await harness.firstSection(sessionId, 'Mine.')
    await harness.api.notes.changeType({ sessionId, noteType: 'DAP' })
    await harness.run(sessionId)
    const attempt = { sessionId, baseVersion: 2, sections: mine }
    const foreign = { code: 'note_section_foreign', status: 422 }
    await expect(harness.api.notes.save({ ...attempt, noteType: 'DAP' })).rejects.toMatchObject(foreign)
    expect(await harness.api.notes.save({ ...attempt, noteType: 'SOAP' })).toMatchObject({
      version: 3,
      noteType: 'SOAP',
      typeChangesRemaining: 1,
      sections: [{ title: 'Subjective', content: 'Mine.' }, {}, {}, {}],
    })
    expect(await harness.api.notes.version({ sessionId, version: 3 })).toMatchObject({ noteType: 'SOAP' })
  })

  test('changing the note type moves the therapist’s own sentences to the section of the same name, or to Not placed', async () => {
    const { sections } = await harness.note(sessionId)
    const own = { Subjective: 'Mine alone.', Plan: 'Call the school.' }
    const written = sections.map(({ title, content }) => ({
      title,
      content: title === 'Subjective' || title === 'Plan' ? `${content}\n${own[title]}` : content,
    }))
    await harness.api.notes.save({ sessionId, baseVersion: 1, noteType: 'SOAP', sections: written })
    await harness.api.notes.changeType({ sessionId, noteType: 'DAP' })
    await harness.run(sessionId)
    const changed = (await harness.note(sessionId)).sections
    expect(changed.map(({ title }) => title)).toEqual([...sectionsOf.DAP, 'Not placed'])
    const plan = changed.find(({ title }) => title === 'Plan')
    expect(plan?.statements).toContainEqual({ text: own.Plan, evidence: [], check: 'clinician' })
    expect(changed.at(-1)).toMatchObject({ content: own.Subjective, statements: [{ check: 'clinician' }] })
  })

  test('an edit that the therapist saves during a change of the note type stays as the version before the new draft', async () => {
    await harness.api.notes.changeType({ sessionId, noteType: 'DAP' })
    const sections = await harness.firstSection(sessionId, 'Edited while it was drafted.')
    await harness.run(
      sessionId,
      harness.meanwhile(() => harness.api.notes.save({ sessionId, baseVersion: 1, noteType: 'SOAP', sections })),
    )
    const note = await harness.note(sessionId)
    expect(note).toMatchObject({ version: 3, noteType: 'DAP', state: 'ready' })
    expect(note.sections.at(-1)).toMatchObject({ title: 'Not placed', content: 'Edited while it was drafted.' })
    const before = await harness.api.notes.version({ sessionId, version: 2 })
    expect(before).toMatchObject({
      reason: 'edited',
      noteType: 'SOAP',
      sections: [{ content: 'Edited while it was drafted.' }, {}, {}, {}],
    })
  })

  test('no type change or enhancement is possible if the settings allow none', async () => {
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

describe('enhancing a note', () => {
  /** A drafter that reverses the order of the texts, but not of the section titles. */
  const reordered: NoteDrafter = {
    async draft(request) {
      const draft = await harness.drafter.draft(request)
      const titles = draft.sections.map(({ title }) => title)
      const sections = draft.sections.toReversed().map((section, at) => ({ ...section, title: titles[at] ?? '' }))
      return { ...draft, sections }
    },
  }
  const instructions = 'Say more about Ada’s sister in Leeds.'
  beforeEach(() => buildDraftedNote(harness.world, { sessionId }))

  test('enhancing a note passes the instructions and the note to the drafter, and a third enhancement is rejected', async () => {
    const sections = await harness.firstSection(sessionId, 'Edited before.')
    await harness.api.notes.save({ sessionId, baseVersion: 1, noteType: 'SOAP', sections })
    for (const left of [1, 0]) {
      await harness.api.notes.enhance({ sessionId, instructions })
      await harness.run(sessionId, left === 0 ? { drafter: reordered } : {})
      expect(await harness.note(sessionId)).toMatchObject({
        enhancementsRemaining: left,
        typeChangesRemaining: 2,
        state: 'ready',
        noteType: 'SOAP',
      })
    }
    expect(harness.drafter.requests[0]?.enhancement).toMatchObject({
      instructions,
      current: [{ title: 'Subjective', content: 'Edited before.' }, {}, {}, {}],
    })
    await expect(harness.api.notes.enhance({ sessionId, instructions })).rejects.toMatchObject({
      code: 'enhancements_used_up',
      status: 409,
      message: 'You have reached the maximum number of AI enhancements for this session.',
    })
  })

  test('an enhancement that changes nothing is neither counted nor saved, and the note shows an error', async () => {
    await harness.api.notes.enhance({ sessionId, instructions })
    await harness.run(sessionId)
    const before = await harness.note(sessionId)
    await harness.api.notes.enhance({ sessionId, instructions: 'Not longer.' })
    await harness.run(sessionId)
    expect(await harness.note(sessionId)).toMatchObject({
      enhancementsRemaining: 1,
      version: before.version,
      sections: before.sections,
      state: 'ready',
      error: sentence('enhancement_unchanged'),
    })
    await harness.api.notes.enhance({ sessionId, instructions })
    await harness.run(sessionId, { drafter: reordered })
    expect(await harness.note(sessionId)).toMatchObject({ enhancementsRemaining: 0, state: 'ready', error: null })
  })

  test('enhancing a note keeps every sentence of the therapist, also those written during the draft', async () => {
    const save = async (baseVersion: number, content: string) =>
      harness.api.notes.save({
        sessionId,
        baseVersion,
        noteType: 'SOAP',
        sections: await harness.firstSection(sessionId, content),
      })
    await save(1, 'Mine alone.')
    await harness.api.notes.enhance({ sessionId, instructions })
    await harness.run(
      sessionId,
      harness.meanwhile(() => save(2, 'Mine alone. Mine too.')),
    )
    expect(harness.drafter.requests[0]?.enhancement?.written).toEqual([{ title: 'Subjective', text: 'Mine alone.' }])
    const { sections } = await harness.note(sessionId)
    expect(sections[0]?.content).toMatch(/^Mine alone\.\nMine too\.\nAda reports/)
    expect(sections[0]?.statements.slice(0, 2)).toEqual([
      { text: 'Mine alone.', evidence: [], check: 'clinician' },
      { text: 'Mine too.', evidence: [], check: 'clinician' },
    ])
  })

  test('the instructions of an enhancement and the words of a session are in no job, log line or audit event', async () => {
    const lines: string[] = []
    const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
    await harness.api.notes.enhance({ sessionId, instructions })
    harness.drafter.failNext('The language model gave no usable answer, twice.')
    await harness.run(sessionId, { log })
    const { rows: jobs } = await sql<{ row: string }>`select to_jsonb(j)::text as row from pgboss.job j`.execute(
      harness.world.db,
    )
    const { rows: events } = await sql<{ row: string }>`select to_jsonb(e)::text as row from audit_events e`.execute(
      harness.world.db,
    )
    expect(lines).not.toEqual([])
    for (const text of [...lines, ...jobs.map(({ row }) => row), ...events.map(({ row }) => row)]) {
      expect(text).not.toMatch(/sister|Leeds|Ada|wake up|lend me/)
    }
    expect((await jobsOf(harness.world, sessionId)).map(({ data }) => data)).toEqual([
      { sessionId, userId: harness.clinic.therapistId, requestId: expect.any(String) },
    ])
  })

  test('enhancing a note requires instructions and an existing note', async () => {
    for (const blank of ['', '   ', 'x'.repeat(4001)]) {
      await expect(harness.api.notes.enhance({ sessionId, instructions: blank })).rejects.toMatchObject({
        code: 'input_invalid',
      })
    }
    sessionId = (await buildSession(harness.world, { clientId })).id
    await expect(harness.api.notes.enhance({ sessionId, instructions })).rejects.toMatchObject({
      code: 'note_missing',
      message: 'No note data found',
    })
  })
})

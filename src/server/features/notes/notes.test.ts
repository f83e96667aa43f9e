import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sectionsOf } from '#shared/rules/note-types.ts'
import { buildClient, buildDraftedNote, buildRecording, buildSession, buildTranscript } from '#test/build.ts'
import { buildClinic, type Clinic, otherReaders, strangers } from '#test/clinic.ts'
import { type Api, createWorld, type World } from '#test/world.ts'

let world: World
let clinic: Clinic
let therapist: Api
beforeAll(async () => {
  world = await createWorld()
  clinic = await buildClinic(world)
  therapist = clinic.therapist
})
afterAll(() => world.close())

let clientId = ''
let sessionId = ''
beforeEach(async () => {
  const client = await buildClient(world, { therapistId: clinic.therapistId, firstName: 'Ada', lastName: 'Moss' })
  clientId = client.id
  sessionId = (await buildSession(world, { clientId })).id
  await buildTranscript(world, { sessionId })
  await buildDraftedNote(world, { sessionId })
})

const sessionMissing = { code: 'session_missing', status: 404, message: 'Session or client data not found' }
const notAllowed = { code: 'not_allowed', status: 403 }
const notSignedIn = { code: 'not_signed_in', status: 401, message: 'User not authenticated' }
const malformedId = 'no-such-session'
const eventsOf = (action: string) =>
  world.db
    .selectFrom('audit_events')
    .selectAll()
    .where('resource_id', '=', sessionId)
    .where('action', '=', action)
    .orderBy('at')
    .execute()

/** Returns the note's sections with another text in the first section. */
async function editedSections(content: string) {
  const { note } = await therapist.notes.get({ sessionId })
  return note.sections.map((section, at) => ({ title: section.title, content: at === 0 ? content : section.content }))
}
const save = async (content: string, baseVersion = 1) =>
  await therapist.notes.save({ sessionId, baseVersion, noteType: 'SOAP', sections: await editedSections(content) })

describe('sentences that fit no section', () => {
  const drafted = { title: 'Not placed', content: 'Ada likes tea.', statements: [] }
  const titlesOf = (sections: { title: string }[]) => sections.map(({ title }) => title)
  beforeEach(async () => {
    const { note } = await therapist.notes.get({ sessionId })
    await world.db
      .updateTable('notes')
      .set({ sections: JSON.stringify([...note.sections, drafted]) })
      .where('session_id', '=', sessionId)
      .execute()
  })

  test('sentences that fit no section stay in the section Not placed when the note is saved, and in its versions', async () => {
    const saved = await save('By hand.')
    expect(titlesOf(saved.sections)).toEqual([...sectionsOf.SOAP, 'Not placed'])
    expect(saved.sections.at(-1)).toMatchObject({ content: drafted.content })
    const version = await therapist.notes.version({ sessionId, version: 2 })
    expect(titlesOf(version.sections)).toEqual([...sectionsOf.SOAP, 'Not placed'])
  })

  test('the section Not placed disappears when its sentences are moved to other sections', async () => {
    const sections = (await editedSections(drafted.content)).map((section) =>
      section.title === 'Not placed' ? { ...section, content: ' ' } : section,
    )
    const saved = await therapist.notes.save({ sessionId, baseVersion: 1, noteType: 'SOAP', sections })
    expect(titlesOf(saved.sections)).toEqual(sectionsOf.SOAP)
    expect(saved.sections[0]?.content).toBe(drafted.content)
  })
})

describe('reading a note', () => {
  test('reading a note returns the note with its session and client', async () => {
    await buildRecording(world, { sessionId })
    expect(await therapist.notes.get({ sessionId })).toMatchObject({
      note: {
        sessionId,
        noteType: 'SOAP',
        state: 'ready',
        error: null,
        version: 1,
        drafter: 'extractive',
        typeChangesRemaining: 2,
        enhancementsRemaining: 2,
      },
      client: { id: clientId, firstName: 'Ada', lastName: 'Moss', pronouns: 'N/A', treatmentApproach: null },
      session: {
        id: sessionId,
        date: '2026-03-02',
        startTime: '09:00',
        endTime: '09:50',
        durationMinutes: 50,
        settingType: 'telehealth',
        source: 'uploaded',
        recordedAt: expect.stringMatching(/^20\d\d-/),
        hasAudio: true,
        hasUnreadParts: false,
        isCutOff: false,
        hasTranscript: true,
      },
      canEdit: true,
      therapistName: null,
    })
  })

  test('an unwritten note shows the empty sections of its type', async () => {
    const { id } = await buildSession(world, { clientId })
    const page = await therapist.notes.get({ sessionId: id })
    expect(page.note).toMatchObject({ state: 'waiting', version: 0, drafter: 'none', coverage: null, safety: [] })
    expect(page.note.sections).toEqual(sectionsOf.SOAP.map((title) => ({ title, content: '', statements: [] })))
    expect(page.session).toMatchObject({ recordedAt: null, hasAudio: false, hasTranscript: false })
  })

  test('all users who may see the session can read its note, only its therapist can edit the note, and reading is audited', async () => {
    const { first_name, last_name } = await world.db
      .selectFrom('users')
      .selectAll()
      .where('id', '=', clinic.therapistId)
      .executeTakeFirstOrThrow()
    const theirs = { canEdit: false, therapistName: `${first_name} ${last_name}` }
    for (const role of otherReaders) expect(await clinic[role].notes.get({ sessionId })).toMatchObject(theirs)
    for (const role of strangers)
      await expect(clinic[role].notes.get({ sessionId })).rejects.toMatchObject(sessionMissing)
    await expect(clinic.anonymous.notes.get({ sessionId })).rejects.toMatchObject(notSignedIn)
    await expect(therapist.notes.get({ sessionId: malformedId })).rejects.toMatchObject(sessionMissing)
    const events = await eventsOf('note.read')
    expect(events).toHaveLength(3)
    expect(events[0]).toMatchObject({
      resource_type: 'note',
      client_id: clientId,
      details: {},
      ip_address: '127.0.0.1',
    })
  })
})

describe('saving a note', () => {
  test('saving a note keeps the evidence of unchanged sentences and attributes the others to the clinician', async () => {
    const { note: before } = await therapist.notes.get({ sessionId })
    const [first] = before.sections
    const note = await save(`${first?.content}\nSleep is the main concern.`)
    expect(note).toMatchObject({ version: 2, state: 'ready' })
    expect(note.sections[0]?.statements).toEqual([
      first?.statements[0],
      { text: 'Sleep is the main concern.', evidence: [], check: 'clinician' },
    ])
    expect((await therapist.notes.get({ sessionId })).note).toEqual(note)
    expect(await eventsOf('note.edited')).toMatchObject([
      { actor_id: clinic.therapistId, client_id: clientId, details: { version: 2, noteType: 'SOAP' } },
    ])
  })

  test('saving unchanged text adds no version of the note', async () => {
    const sections = (await therapist.notes.get({ sessionId })).note.sections
    expect(await therapist.notes.save({ sessionId, baseVersion: 1, noteType: 'SOAP', sections })).toMatchObject({
      version: 1,
    })
    expect((await therapist.notes.versions({ sessionId })).items).toHaveLength(1)
    expect(await eventsOf('note.read')).toHaveLength(2)
  })

  test('saving a note over a newer version returns that version and changes nothing', async () => {
    const newest = await save('Mine.')
    await expect(save('Another tab’s.', 1)).rejects.toMatchObject({
      code: 'note_conflict',
      status: 409,
      message: 'This note was saved elsewhere in the meantime. Compare both versions before you save.',
      data: { note: newest },
    })
    expect((await therapist.notes.get({ sessionId })).note).toEqual(newest)
  })

  test('one of twenty parallel saves from the same version of a note succeeds', async () => {
    const sections = await editedSections('x')
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, at) =>
        therapist.notes.save({
          sessionId,
          baseVersion: 1,
          noteType: 'SOAP',
          sections: sections.with(0, { title: 'Subjective', content: `Tab ${at}.` }),
        }),
      ),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await therapist.notes.get({ sessionId })).note.version).toBe(2)
    expect((await therapist.notes.versions({ sessionId })).items).toHaveLength(2)
  })

  test('saving a note updates which safety passages the note mentions', async () => {
    const passage = {
      topic: 'suicide',
      finding: 'stated',
      utteranceId: 'u4',
      exchange: ['u1'],
      quote: 'I think about suicide.',
      inNote: false,
    }
    await world.db
      .updateTable('notes')
      .set({ safety: JSON.stringify([passage]) })
      .where('session_id', '=', sessionId)
      .execute()
    expect(await save('Client reports suicidal thoughts.')).toMatchObject({ safety: [{ ...passage, inNote: true }] })
    expect(await save('Client sleeps badly.', 2)).toMatchObject({ safety: [passage] })
  })

  test('the therapist can save a note before its first draft', async () => {
    const { id } = await buildSession(world, { clientId })
    const sections = [{ title: 'Subjective', content: 'By hand.' }]
    expect(await therapist.notes.save({ sessionId: id, baseVersion: 0, noteType: 'SOAP', sections })).toMatchObject({
      version: 1,
      state: 'ready',
      drafter: 'none',
    })
  })

  test('a note is saved without invalid characters, and a text that is too long is rejected', async () => {
    expect((await save('A\u0000B \ud800 <script>alert(1)</script>')).sections[0]?.content).toMatch(
      /^AB . <script>alert\(1\)<\/script>$/,
    )
    const long = 'x'.repeat(100_001)
    await expect(save(long, 2)).rejects.toMatchObject({ code: 'input_invalid', status: 422 })
  })

  test('rejects users other than the session’s therapist who save a note', async () => {
    const sections = await editedSections('Not mine.')
    const attempt = { sessionId, baseVersion: 1, noteType: 'SOAP', sections } as const
    for (const role of otherReaders) await expect(clinic[role].notes.save(attempt)).rejects.toMatchObject(notAllowed)
    for (const role of strangers) await expect(clinic[role].notes.save(attempt)).rejects.toMatchObject(sessionMissing)
    await expect(clinic.anonymous.notes.save(attempt)).rejects.toMatchObject(notSignedIn)
    await expect(therapist.notes.save({ ...attempt, sessionId: malformedId })).rejects.toMatchObject(sessionMissing)
    expect((await therapist.notes.get({ sessionId })).note.version).toBe(1)
  })
})

describe('versions of a note', () => {
  test('the versions of a note are listed newest first, with their authors', async () => {
    await save('Second.')
    const { items } = await therapist.notes.versions({ sessionId })
    expect(items).toMatchObject([
      { version: 2, noteType: 'SOAP', reason: 'edited', author: 'Robin Hale' },
      { version: 1, noteType: 'SOAP', reason: 'drafted', author: 'Attend' },
    ])
  })

  test('a version of a note can be read by its number, and the number of a missing version is rejected', async () => {
    const before = (await therapist.notes.get({ sessionId })).note.sections
    await save('Second.')
    expect(await therapist.notes.version({ sessionId, version: 1 })).toMatchObject({ version: 1, sections: before })
    for (const version of [0, 3, -1, 9_999_999_999]) {
      await expect(therapist.notes.version({ sessionId, version })).rejects.toMatchObject({
        code: 'note_version_missing',
        status: 404,
        message: 'This version of the note does not exist.',
      })
    }
  })

  test('all users who may see the session can read the versions of its note, and reading is audited', async () => {
    for (const role of otherReaders) {
      expect((await clinic[role].notes.versions({ sessionId })).items).toHaveLength(1)
      expect(await clinic[role].notes.version({ sessionId, version: 1 })).toMatchObject({ version: 1 })
    }
    for (const role of strangers) {
      await expect(clinic[role].notes.versions({ sessionId })).rejects.toMatchObject(sessionMissing)
      await expect(clinic[role].notes.version({ sessionId, version: 1 })).rejects.toMatchObject(sessionMissing)
    }
    await expect(clinic.anonymous.notes.versions({ sessionId })).rejects.toMatchObject(notSignedIn)
    await expect(clinic.anonymous.notes.version({ sessionId, version: 1 })).rejects.toMatchObject(notSignedIn)
    await expect(therapist.notes.versions({ sessionId: malformedId })).rejects.toMatchObject(sessionMissing)
    await expect(therapist.notes.version({ sessionId: malformedId, version: 1 })).rejects.toMatchObject(sessionMissing)
    expect(await eventsOf('note.versions_listed')).toHaveLength(3)
    expect((await eventsOf('note.version_read')).map(({ details }) => details)).toEqual([
      { version: 1 },
      { version: 1 },
      { version: 1 },
    ])
  })
})

describe('restoring a version', () => {
  test('restoring a version of a note saves its text and evidence as the newest version', async () => {
    const { note: first } = await therapist.notes.get({ sessionId })
    await save('Second.')
    const note = await therapist.notes.restore({ sessionId, version: 1, baseVersion: 2 })
    expect(note).toMatchObject({ version: 3, sections: first.sections, drafter: 'extractive', state: 'ready' })
    expect((await therapist.notes.versions({ sessionId })).items.map(({ reason }) => reason)).toEqual([
      'restored',
      'edited',
      'drafted',
    ])
    expect(await eventsOf('note.restored')).toMatchObject([{ details: { version: 3, noteType: 'SOAP' } }])
  })

  test('restoring the newest version of a note changes nothing', async () => {
    expect(await therapist.notes.restore({ sessionId, version: 1, baseVersion: 1 })).toMatchObject({ version: 1 })
  })

  test('rejects restoring a version over a newer version, and restoring a missing version', async () => {
    await save('Second.')
    const newest = await save('Third.', 2)
    await expect(therapist.notes.restore({ sessionId, version: 1, baseVersion: 2 })).rejects.toMatchObject({
      code: 'note_conflict',
      data: { note: newest },
    })
    await expect(therapist.notes.restore({ sessionId, version: 9, baseVersion: 3 })).rejects.toMatchObject({
      code: 'note_version_missing',
    })
  })

  test('rejects users other than the session’s therapist who restore a version', async () => {
    await save('Second.')
    const attempt = { sessionId, version: 1, baseVersion: 2 }
    for (const role of otherReaders) await expect(clinic[role].notes.restore(attempt)).rejects.toMatchObject(notAllowed)
    for (const role of strangers)
      await expect(clinic[role].notes.restore(attempt)).rejects.toMatchObject(sessionMissing)
    await expect(clinic.anonymous.notes.restore(attempt)).rejects.toMatchObject(notSignedIn)
  })
})

import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CopyProfileDetails } from '#shared/contract/copies.ts'
import { buildDraftedNote, buildMember, buildSession, buildTranscript } from '#test/build.ts'
import { buildTherapistWithClient, type Clinic, otherReaders, strangers } from '#test/clinic.ts'
import { whileDeleting } from '#test/lock-waits.ts'
import { buildSigner, sign } from '#test/signing.ts'
import { type Api, createWorld, type World } from '#test/world.ts'

let world: World
let clinic: Clinic
let therapist: Api
let clientId: string
beforeAll(async () => {
  world = await createWorld()
  ;({ clinic, therapist, clientId } = await buildTherapistWithClient(world, 'America/New_York'))
})
afterAll(() => world.close())

let sessionId = ''
beforeEach(async () => {
  sessionId = (await buildSession(world, { clientId })).id
  await buildTranscript(world, { sessionId })
  await buildDraftedNote(world, { sessionId })
})

const details: CopyProfileDetails = {
  name: 'County clinic',
  mapping: [{ section: 'Plan', label: 'Next steps' }],
  header: ['client', 'date', 'author'],
  bullets: '-',
  blankLines: false,
  maxChars: 4000,
  asciiOnly: true,
  html: false,
}

/** The audit events with this action. */
const eventsOf = (action: string) =>
  world.db.selectFrom('audit_events').selectAll().where('action', '=', action).orderBy('at').execute()

describe('copy profiles', () => {
  let api: Api
  beforeEach(async () => {
    api = await world.as((await buildMember(world, { organizationId: clinic.organizationId })).userId)
  })
  const names = async (of: Api) => (await of.copies.profiles()).items.map(({ name }) => name)
  const builtIn = ['SimplePractice', 'TherapyNotes', 'TheraNest', 'Jane', 'IntakeQ', 'Epic']

  test('the list of copy profiles has the built-in profiles first, then the caller’s own', async () => {
    const added = await api.copies.addProfile(details)
    expect(added).toMatchObject({ ...details, isBuiltIn: false })
    expect(await names(api)).toEqual([...builtIn, 'County clinic'])
    expect(await names(therapist)).toEqual(builtIn)
    const change = { ...details, profileId: added.id, name: 'Mine now' }
    await expect(therapist.copies.changeProfile(change)).rejects.toMatchObject({ code: 'copy_profile_missing' })
    await expect(therapist.copies.deleteProfile({ profileId: added.id })).rejects.toMatchObject({
      code: 'copy_profile_missing',
    })
    const prepared = therapist.copies.prepare({ sessionId, profileId: added.id })
    await expect(prepared).rejects.toMatchObject({ code: 'copy_profile_missing', status: 404 })
  })

  test('copy profiles can be changed and deleted, without their text in the audit trail', async () => {
    const { id: profileId } = await api.copies.addProfile(details)
    const changed = { ...details, name: 'State clinic', maxChars: null, header: [], mapping: [] }
    expect(await api.copies.changeProfile({ profileId, ...changed })).toEqual({
      ...changed,
      id: profileId,
      isBuiltIn: false,
    })
    expect((await api.copies.profiles()).items.at(-1)).toMatchObject(changed)
    await api.copies.deleteProfile({ profileId })
    await expect(api.copies.deleteProfile({ profileId })).rejects.toMatchObject({ code: 'copy_profile_missing' })
    expect(await names(api)).toEqual(builtIn)
    const events = await world.db
      .selectFrom('audit_events')
      .select(['action', 'details'])
      .where('resource_id', '=', profileId)
      .orderBy('seq')
      .execute()
    expect(events).toEqual(
      ['added', 'changed', 'deleted'].map((done) => ({ action: `copy_profile.${done}`, details: {} })),
    )
  })

  test('built-in copy profiles cannot be changed or deleted', async () => {
    for (const profileId of ['epic', 'no-such-profile']) {
      const missing = { code: 'copy_profile_missing' }
      await expect(api.copies.changeProfile({ ...details, profileId })).rejects.toMatchObject(missing)
      await expect(api.copies.deleteProfile({ profileId })).rejects.toMatchObject(missing)
    }
  })

  test('copy profiles of one user cannot have the same name', async () => {
    const { id } = await api.copies.addProfile(details)
    // The same request after a lost response adds nothing.
    expect(await api.copies.addProfile(details)).toMatchObject({ id })
    await api.copies.changeProfile({ ...details, profileId: id, name: 'COUNTY clinic' })
    for (const name of ['county CLINIC', 'epic']) {
      const added = api.copies.addProfile({ ...details, name })
      await expect(added).rejects.toMatchObject({ code: 'copy_profile_name_taken', status: 409 })
    }
  })

  test.each([
    ['a name', { name: ' ' }],
    ['a field label', { mapping: [{ section: 'Plan', label: '' }] }],
    [
      'one mapping a section',
      {
        mapping: [
          { section: 'Plan', label: 'A' },
          { section: 'plan', label: 'B' },
        ],
      },
    ],
    ['a limit of at least 100', { maxChars: 99 }],
  ])('a copy profile requires %s', async (_, wrong) => {
    await expect(api.copies.addProfile({ ...details, ...wrong })).rejects.toMatchObject({ code: 'input_invalid' })
  })

  test('copy profiles are limited to 20 for each user', async () => {
    for (let n = 0; n < 20; n++) await api.copies.addProfile({ ...details, name: `Clinic ${n}` })
    await expect(api.copies.addProfile(details)).rejects.toMatchObject({
      code: 'copy_profiles_too_many',
      message: 'You have 20 copy profiles. Delete one before you add another.',
    })
  })
})

describe('copying a note', () => {
  const prepare = (api: Api, profileId = 'simplepractice') => api.copies.prepare({ sessionId, profileId })

  test('a copy has the fields of the profile, with names of client and author', async () => {
    const { id } = await therapist.copies.addProfile({ ...details, name: 'With a header' })
    const { note } = await therapist.notes.get({ sessionId })
    const copy = await prepare(therapist, id)
    expect(copy).toMatchObject({ version: 1, isDraft: true, profile: { id } })
    const { firstName, lastName } = await therapist.accounts.me()
    expect(copy.fields[0]).toEqual({
      name: 'Header',
      text: `Draft, not signed\nClient: Maya Stone\nDate: 03/02/2026\nAuthor: ${firstName} ${lastName}`,
      html: null,
      problem: null,
    })
    // The copy names the author, not the reader who makes the copy.
    expect((await prepare(clinic.supervisor, 'intakeq')).fields[0]?.text).toContain(`Author: ${firstName} ${lastName}`)
    const written = note.sections.filter(({ content }) => content !== '').map(({ title }) => title)
    expect(copy.fields.slice(1).map(({ name }) => name)).toEqual(
      written.map((title) => (title === 'Plan' ? 'Next steps' : title)),
    )
  })

  test('every reader of a note can copy it, and the copy is recorded and audited without text', async () => {
    for (const role of ['therapist', ...otherReaders] as const) {
      const { version, whole } = await prepare(clinic[role])
      const recorded = await clinic[role].copies.record({ sessionId, profileId: 'simplepractice', version })
      expect(recorded).toMatchObject({ version: 1, profile: 'SimplePractice', copiedBy: null })
      const row = await world.db
        .selectFrom('note_copies')
        .selectAll()
        .where('session_id', '=', sessionId)
        .orderBy('copied_at', 'desc')
        .executeTakeFirstOrThrow()
      expect(row).toMatchObject({ version: 1, profile_id: 'simplepractice', therapist_id: clinic.therapistId })
      expect(row.sha256).toEqual(createHash('sha256').update(whole.text).digest())
    }
    const events = (await eventsOf('note.copied')).filter(({ resource_id: id }) => id === sessionId)
    expect(events.map((event) => event.details)).toEqual(
      Array.from({ length: 4 }, () => ({ version: 1, profile: 'simplepractice', isDraft: true })),
    )
    for (const role of strangers) {
      await expect(prepare(clinic[role])).rejects.toMatchObject({ code: 'session_missing' })
      const record = clinic[role].copies.record({ sessionId, profileId: 'epic', version: 1 })
      await expect(record).rejects.toMatchObject({ code: 'session_missing' })
    }
  })

  test('the suggested copy profile is the one that the caller used last', async () => {
    await therapist.copies.record({ sessionId, profileId: 'jane', version: 1 })
    expect((await therapist.copies.profiles()).suggestedId).toBe('jane')
    const { id: profileId } = await therapist.copies.addProfile({ ...details, name: 'Short-lived' })
    await therapist.copies.record({ sessionId, profileId, version: 1 })
    expect((await therapist.copies.profiles()).suggestedId).toBe(profileId)
    await therapist.copies.deleteProfile({ profileId })
    expect((await therapist.copies.profiles()).suggestedId).toBe('simplepractice')
    expect((await therapist.copies.last({ sessionId }))?.profile).toBe('Short-lived')
  })

  test('a recorded copy has the version that was copied, even if the note has changed since', async () => {
    const before = await prepare(therapist)
    const { note } = await therapist.notes.get({ sessionId })
    const sections = note.sections.map(({ title }) => ({ title, content: `New ${title}.` }))
    await therapist.notes.save({ sessionId, baseVersion: 1, noteType: note.noteType, sections })
    await therapist.copies.record({ sessionId, profileId: 'simplepractice', version: before.version })
    const { sha256, version } = await world.db
      .selectFrom('note_copies')
      .selectAll()
      .where('session_id', '=', sessionId)
      .executeTakeFirstOrThrow()
    expect({ version, sha256 }).toEqual({ version: 1, sha256: createHash('sha256').update(before.whole.text).digest() })
    expect(await clinic.supervisor.copies.last({ sessionId })).toMatchObject({
      version: 1,
      copiedBy: expect.stringMatching(/^\S+ \S+$/),
      isChanged: true,
    })
  })

  test('a copy of a note is shown as up to date until the text of the note changes', async () => {
    const recorded = await therapist.copies.record({ sessionId, profileId: 'epic', version: 1 })
    expect(await therapist.copies.last({ sessionId })).toEqual(recorded)
    const { note } = await therapist.notes.get({ sessionId })
    const save = (baseVersion: number, content: string) => {
      const sections = note.sections.map((section, at) => ({ ...section, ...(at === 0 && { content }) }))
      return therapist.notes.save({ sessionId, baseVersion, noteType: note.noteType, sections })
    }
    await save(1, 'Other words.')
    expect(await therapist.copies.last({ sessionId })).toEqual({ ...recorded, isChanged: true })
    await save(2, note.sections[0]?.content ?? '')
    expect(await therapist.copies.last({ sessionId })).toEqual(recorded)
  })

  test('a copy of a note is shown as superseded if the signature of the copied version no longer applies', async () => {
    const signer = await buildSigner(world)
    const signed = await signer.draft()
    await sign(signer.api, signed)
    const copied = await signer.api.copies.record({ sessionId: signed, profileId: 'epic', version: 1 })
    expect(copied).toMatchObject({ isChanged: false, isSuperseded: false })
    await signer.api.signatures.unlock({ sessionId: signed, reason: 'A wrong word.' })
    expect(await signer.api.copies.last({ sessionId: signed })).toEqual({ ...copied, isSuperseded: true })
    // After the note is unlocked, a new copy is a copy of a draft.
    await signer.api.copies.record({ sessionId: signed, profileId: 'epic', version: 1 })
    await sign(signer.api, signed)
    expect(await signer.api.copies.last({ sessionId: signed })).toMatchObject({ isSuperseded: false })
  })

  test('a copy of a note is shown with the number of addenda that were added after the copy', async () => {
    const signer = await buildSigner(world)
    const signed = await signer.draft()
    await sign(signer.api, signed)
    const add = () =>
      signer.api.signatures.addAddendum({
        sessionId: signed,
        kind: 'correction',
        text: 'It was 50 mg.',
        reason: 'A wrong number',
        eventDate: null,
      })
    await add()
    const copied = await signer.api.copies.record({ sessionId: signed, profileId: 'epic', version: 1 })
    expect(await signer.api.copies.last({ sessionId: signed })).toEqual({ ...copied, addendaSince: 0 })
    await add()
    expect(await signer.api.copies.last({ sessionId: signed })).toEqual({ ...copied, addendaSince: 1 })
  })

  test('copying fails for an unwritten note and for a version that does not exist', async () => {
    const { id } = await buildSession(world, { clientId })
    const unwritten = therapist.copies.prepare({ sessionId: id, profileId: 'epic' })
    await expect(unwritten).rejects.toMatchObject({ code: 'note_missing' })
    const record = therapist.copies.record({ sessionId, profileId: 'epic', version: 7 })
    await expect(record).rejects.toMatchObject({ code: 'note_version_missing' })
    expect(await therapist.copies.last({ sessionId })).toBeNull()
  })

  test('a copy names the author of a signed note as in the signature', async () => {
    const signer = await buildSigner(world)
    const signed = await signer.draft()
    await sign(signer.api, signed)
    await signer.api.accounts.update({ lastName: 'Renamed', credentials: 'PhD' })
    const header = async () =>
      (await signer.api.copies.prepare({ sessionId: signed, profileId: 'epic' })).fields[0]?.text
    expect(await header()).toContain('Author: Robin Hale, LCSW')
    await signer.api.signatures.unlock({ sessionId: signed, reason: 'A wrong word.' })
    expect(await header()).toContain('Author: Robin Renamed, PhD')
  })

  test('recording a copy reports a missing session while the session is being deleted', async () => {
    const copy = () => therapist.copies.record({ sessionId, profileId: 'epic', version: 1 })
    expect(await whileDeleting(world, sessionId, copy)).toMatchObject({ code: 'session_missing' })
  })
})

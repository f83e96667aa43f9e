// Over 400 lines: the use cases of a release share one clinic, its records and its authorizations.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDays } from '#shared/rules/calendar.ts'
import { usDate } from '#shared/rules/progress.ts'
import { buildClient, buildMember, buildOrganization } from '#test/build.ts'
import { sendSegment, slicesOf, spokenWebm, startLive } from '#test/live.ts'
import { buildSigner, confirmIdentity, sign } from '#test/signing.ts'
import { sender } from '#test/upload.ts'
import { viewAs } from '#test/viewing.ts'
import { type Api, createWorld, type World } from '#test/world.ts'

let world: World
let organizationId: string
let ownerId: string
let owner: Api
let supervisor: Api
let colleagueId: string
let colleague: Api
let stranger: Api
let signer: Awaited<ReturnType<typeof buildSigner>>
let clientId: string
let sessionId: string

/** Today in UTC, the time zone of the therapists in these tests. */
const today = () => new Date().toISOString().slice(0, 10)

beforeAll(async () => {
  world = await createWorld()
  ;({ id: organizationId, ownerId } = await buildOrganization(world))
  owner = await world.as(ownerId)
  supervisor = await world.as((await buildMember(world, { organizationId, role: 'supervisor' })).userId)
  colleagueId = (await buildMember(world, { organizationId })).userId
  colleague = await world.as(colleagueId)
  stranger = await world.as((await buildOrganization(world)).ownerId)
})
afterAll(() => world.close())

beforeEach(async () => {
  const { id: managedBy } = await supervisor.accounts.me()
  signer = await buildSigner(world, { organizationId, managedBy })
  ;({ clientId } = signer)
  sessionId = await signer.draft()
  await sign(signer.api, sessionId)
})

const logRelease = (api = signer.api, change: { releasedOn?: string; requestId?: string; recipient?: string } = {}) =>
  api.releases.log({
    clientId,
    requestId: randomUUID(),
    releasedOn: today(),
    recipient: 'Court of Marion County',
    contents: 'Notes of 2026',
    ...change,
  })
const placeHold = (api = signer.api, change: { startsOn?: string; requestId?: string; reason?: string } = {}) =>
  api.releases.placeHold({ clientId, requestId: randomUUID(), startsOn: today(), reason: 'Subpoena', ...change })
const holdId = async () => (await signer.api.releases.ofClient({ clientId })).holds[0]?.id ?? ''
const liftHold = async (api = signer.api) =>
  api.releases.liftHold({ holdId: await holdId(), reason: 'The case is closed.' })
const unlockNote = () => signer.api.signatures.unlock({ sessionId, reason: 'A wrong date.' })
const signaturesOf = (api = signer.api) => api.signatures.get({ sessionId })
const recordOnHold = () => ({
  code: 'record_on_hold',
  message: `The record is under a legal hold since ${usDate(today())}. Add a correction instead.`,
})
const noteReleased = (day = today()) => ({
  code: 'note_released',
  message: `This note was part of a record released on ${usDate(day)}. Add a correction instead.`,
})

describe('logging releases and placing holds', () => {
  test('the list of releases shows who logged a release, and when', async () => {
    const list = await logRelease()
    expect(list).toMatchObject({
      releases: [
        {
          releasedOn: today(),
          recipient: 'Court of Marion County',
          contents: 'Notes of 2026',
          loggedBy: 'Robin Hale',
          loggedAt: expect.any(String),
        },
      ],
      holds: [],
      canChange: true,
    })
    expect(await signer.api.releases.ofClient({ clientId })).toEqual(list)
  })

  test('a lifted hold stays in the list with the reasons for placing and lifting, and cannot be lifted again', async () => {
    await placeHold()
    const outcomes = await Promise.allSettled([liftHold(), liftHold(owner)])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'hold_lifted' } })
    expect(await signer.api.releases.ofClient({ clientId })).toMatchObject({
      holds: [
        {
          startsOn: today(),
          reason: 'Subpoena',
          placedBy: 'Robin Hale',
          lifted: { reason: 'The case is closed.', by: 'Robin Hale' },
        },
      ],
    })
  })

  test('a release or hold whose request is sent five times in parallel is stored once, with one event', async () => {
    const requestId = randomUUID()
    await Promise.all(Array.from({ length: 5 }, () => logRelease(signer.api, { requestId })))
    await Promise.all(Array.from({ length: 5 }, () => placeHold(signer.api, { requestId })))
    const events = await world.db
      .selectFrom('audit_events')
      .where('client_id', '=', clientId)
      .where('action', 'in', ['release.logged', 'hold.placed', 'release.read'])
      .select('action')
      .orderBy('action')
      .execute()
    // The responses to the repeated requests contain all releases and holds.
    const reads = Array(8).fill('release.read')
    expect(events.map(({ action }) => action)).toEqual(['hold.placed', 'release.logged', ...reads])
    const { releases, holds } = await signer.api.releases.ofClient({ clientId })
    expect([releases.length, holds.length]).toEqual([1, 1])
  })

  test('rejects a release or hold with a day in the future, or with an empty or too long text', async () => {
    const tomorrow = addDays(today(), 1)
    await expect(logRelease(signer.api, { releasedOn: tomorrow })).rejects.toMatchObject({ code: 'release_date' })
    await expect(placeHold(signer.api, { startsOn: tomorrow })).rejects.toMatchObject({ code: 'hold_date' })
    for (const text of [' ', '\0', 'x'.repeat(501)]) {
      await expect(logRelease(signer.api, { recipient: text })).rejects.toMatchObject({ code: 'input_invalid' })
      await expect(placeHold(signer.api, { reason: text })).rejects.toMatchObject({ code: 'input_invalid' })
    }
  })

  test('each release and hold is recorded in the client’s audit trail', async () => {
    await logRelease()
    await placeHold(owner)
    await liftHold()
    const { rows } = await sql<{ action: string; actor: string }>`
      select action, actor_id as actor from audit_events where client_id = ${clientId} and action ~ '^(release|hold)[.](logged|placed|lifted)'
      order by at`.execute(world.db)
    expect(rows).toEqual([
      { action: 'release.logged', actor: signer.userId },
      { action: 'hold.placed', actor: ownerId },
      { action: 'hold.lifted', actor: signer.userId },
    ])
  })
})

describe('who sees and changes releases and holds', () => {
  test('therapist and owner can change releases and holds, the supervisor can only read them, and others are rejected', async () => {
    await logRelease(owner)
    await placeHold()
    await liftHold(owner)
    await placeHold(owner)
    expect(await supervisor.releases.ofClient({ clientId })).toMatchObject({
      releases: [{}],
      holds: [{}, {}],
      canChange: false,
    })
    const id = (await owner.releases.ofClient({ clientId })).holds[1]?.id ?? ''
    const lifting = { holdId: id, reason: 'Mine.' }
    await expect(logRelease(supervisor)).rejects.toMatchObject({ code: 'not_allowed' })
    await expect(placeHold(supervisor)).rejects.toMatchObject({ code: 'not_allowed' })
    await expect(supervisor.releases.liftHold(lifting)).rejects.toMatchObject({ code: 'not_allowed' })
    for (const api of [colleague, stranger]) {
      await expect(api.releases.ofClient({ clientId })).rejects.toMatchObject({ code: 'client_missing' })
      await expect(logRelease(api)).rejects.toMatchObject({ code: 'client_missing' })
      await expect(placeHold(api)).rejects.toMatchObject({ code: 'client_missing' })
      await expect(api.releases.liftHold(lifting)).rejects.toMatchObject({ code: 'hold_missing' })
    }
    await expect(owner.releases.liftHold({ holdId: 'none', reason: 'x' })).rejects.toMatchObject({
      code: 'hold_missing',
    })
  })

  test('a user who views as the therapist can read releases and holds but not change them', async () => {
    await placeHold()
    const viewer = await viewAs(world, ownerId, signer.userId)
    expect(await viewer.releases.ofClient({ clientId })).toMatchObject({ holds: [{}], canChange: false })
    await expect(placeHold(viewer)).rejects.toMatchObject({ code: 'viewing_read_only' })
    await expect(liftHold(viewer)).rejects.toMatchObject({ code: 'viewing_read_only' })
  })

  test('after a transfer, the next therapist sees the releases and holds of the client, and the former therapist does not', async () => {
    await logRelease()
    await placeHold()
    await owner.clients.transfer({ clientId, therapistId: colleagueId })
    expect(await colleague.releases.ofClient({ clientId })).toMatchObject({
      releases: [{ loggedBy: 'Robin Hale' }],
      holds: [{ lifted: null }],
      canChange: true,
    })
    await expect(signer.api.releases.ofClient({ clientId })).rejects.toMatchObject({ code: 'client_missing' })
  })
})

describe('unlocking a signed note', () => {
  test('a legal hold blocks unlocking a signed note until the hold is lifted', async () => {
    await placeHold(owner)
    expect(await signaturesOf()).toMatchObject({ canUnlockUntil: null, unlockRefusal: recordOnHold().message })
    await expect(unlockNote()).rejects.toMatchObject({ ...recordOnHold(), status: 409 })
    await liftHold()
    expect(await signaturesOf()).toMatchObject({ canUnlockUntil: expect.any(String), unlockRefusal: null })
    expect(await unlockNote()).toMatchObject({ status: 'draft' })
  })

  test('a second hold blocks unlocking a note after the first hold was lifted, even if the client is archived', async () => {
    await placeHold()
    await liftHold()
    await placeHold()
    await signer.api.clients.archive({ clientId })
    await expect(unlockNote()).rejects.toMatchObject(recordOnHold())
  })

  test('only the author sees that a hold blocks unlocking a note, and only within the hours for unlocking', async () => {
    await placeHold()
    for (const api of [owner, supervisor]) expect(await signaturesOf(api)).toMatchObject({ unlockRefusal: null })
    await owner.signatures.changeRules({ attestationText: null, lateAfterHours: 72, unlockHours: 0 })
    expect(await signaturesOf()).toMatchObject({ canUnlockUntil: null, unlockRefusal: null })
    await expect(unlockNote()).rejects.toMatchObject({ code: 'unlock_too_late' })
    await owner.signatures.changeRules({ attestationText: null, lateAfterHours: 72, unlockHours: 24 })
  })

  test('a release after the signature blocks unlocking the note, but not adding an addendum', async () => {
    await logRelease(owner)
    expect(await signaturesOf()).toMatchObject({ canUnlockUntil: null, unlockRefusal: noteReleased().message })
    await expect(unlockNote()).rejects.toMatchObject({ ...noteReleased(), status: 409 })
    const correction = { kind: 'correction', text: 'It was Tuesday.', reason: 'A wrong day', eventDate: null } as const
    expect(await signer.api.signatures.addAddendum({ sessionId, ...correction })).toMatchObject({ addenda: [{}] })
  })

  test('a release does not block unlocking a note that was signed after the day or the entry of the release', async () => {
    await logRelease(signer.api, { releasedOn: addDays(today(), -1) })
    expect(await signaturesOf()).toMatchObject({ unlockRefusal: null })
    const other = await signer.draft()
    await logRelease()
    await sign(signer.api, other)
    expect(await signer.api.signatures.unlock({ sessionId: other, reason: 'A wrong date.' })).toMatchObject({
      status: 'draft',
    })
    await expect(unlockNote()).rejects.toMatchObject(noteReleased())
  })

  test('the day of a release is a day in the time zone of the user who logged it', async () => {
    // These two zones are 25 hours apart, so it is never the same day in both.
    const todayIn = (timeZone: string) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date())
    for (const timeZone of ['Pacific/Pago_Pago', 'Pacific/Kiritimati']) {
      const other = await signer.draft()
      await sign(signer.api, other)
      await owner.accounts.update({ timeZone })
      await logRelease(owner, { releasedOn: todayIn(timeZone) })
      await expect(signer.api.signatures.unlock({ sessionId: other, reason: 'x' })).rejects.toMatchObject({
        code: 'note_released',
      })
    }
    await owner.accounts.update({ timeZone: 'UTC' })
  })

  test('a hold of another client does not block unlocking a note', async () => {
    const { id } = await buildClient(world, { therapistId: signer.userId, organizationId })
    await signer.api.releases.placeHold({
      clientId: id,
      requestId: randomUUID(),
      startsOn: today(),
      reason: 'Subpoena',
    })
    expect(await unlockNote()).toMatchObject({ status: 'draft' })
  })

  test('a legal hold blocks deleting a couple session of the client', async () => {
    const { sessionId: coupleSessionId } = await signer.api.sessions.write({
      clientId,
      date: '2026-03-04',
      startTime: '09:00',
      endTime: '09:50',
      settingType: 'telehealth',
      type: 'Couple',
      contact: 'session',
      noteType: 'SOAP',
    })
    await placeHold()
    await expect(
      signer.api.corrections.delete({ sessionId: coupleSessionId, what: 'session', reason: 'duplicate' }),
    ).rejects.toMatchObject({ code: 'hold_blocks_deletion' })
  })

  test('the supervisor cannot return a note while the client’s record is under a hold', async () => {
    await world.db.updateTable('users').set({ is_prelicensed: true }).where('id', '=', signer.userId).execute()
    const other = await signer.draft()
    await sign(signer.api, other)
    const comment = { version: 1, section: 'Plan', sentence: 0, text: 'Which plan?' } as const
    await supervisor.cosign.comment({ sessionId: other, ...comment })
    await placeHold()
    await expect(supervisor.cosign.return({ sessionId: other, version: 1 })).rejects.toMatchObject(recordOnHold())
    await liftHold()
    await supervisor.cosign.return({ sessionId: other, version: 1 })
    expect(await signer.api.signatures.get({ sessionId: other })).toMatchObject({ status: 'returned' })
  })
})

describe('a hold and an unlocking at the same time', () => {
  test('unlocking a note waits for a hold that is being placed, and is then rejected', async () => {
    const waiting = await world.db.transaction().execute(async (db) => {
      await sql`select set_config('app.user_id', ${ownerId}, true)`.execute(db)
      const { rows } = await sql<{ code: string | null }>`
        select app.place_hold(${clientId}, ${randomUUID()}, current_date, 'Subpoena') as code`.execute(db)
      expect(rows).toEqual([{ code: null }])
      const outcome = unlockNote().then(
        () => 'unlocked',
        (error: unknown) => error,
      )
      // The unlocking must not finish before the transaction of the hold.
      const wait = new Promise((resolve) => setTimeout(() => resolve('waits'), 300))
      expect(await Promise.race([outcome, wait])).toBe('waits')
      return { outcome }
    })
    expect(await waiting.outcome).toMatchObject(recordOnHold())
    expect(await signaturesOf()).toMatchObject({ status: 'signed' })
  })

  test('if placing a hold and unlocking a note run in parallel, the note is either unlocked or stays signed under the hold', async () => {
    for (let round = 0; round < 8; round++) {
      const id = await signer.draft()
      await sign(signer.api, id)
      const [, unlocked] = await Promise.allSettled([
        placeHold(owner),
        signer.api.signatures.unlock({ sessionId: id, reason: 'A wrong date.' }),
      ])
      const { status } = await signer.api.signatures.get({ sessionId: id })
      expect(unlocked).toMatchObject(
        status === 'signed' ? { status: 'rejected', reason: recordOnHold() } : { status: 'fulfilled' },
      )
      for (const hold of (await owner.releases.ofClient({ clientId })).holds)
        if (hold.lifted === null) await owner.releases.liftHold({ holdId: hold.id, reason: 'Over' })
    }
  })
})

describe('deleting and moving', () => {
  test('a hold blocks deleting a session or transcript of the record, and moving a session to another client', async () => {
    const draft = await signer.draft()
    await placeHold()
    const holdBlocksDeletion = {
      code: 'hold_blocks_deletion',
      status: 409,
      message: `The record is under a legal hold since ${usDate(today())}. Nothing can be deleted from it or moved to another client.`,
    }
    for (const what of ['session', 'transcript'] as const) {
      await expect(
        signer.api.corrections.delete({ sessionId: draft, what, reason: 'duplicate' }),
      ).rejects.toMatchObject(holdBlocksDeletion)
    }
    const { id: other } = await buildClient(world, { therapistId: signer.userId, organizationId })
    const sessionFacts = { date: '2026-03-02', startTime: '09:00', endTime: '09:50', type: 'Individual' } as const
    const correction = { ...sessionFacts, sessionId: draft, settingType: 'telehealth', contact: 'session' } as const
    await expect(signer.api.corrections.correct({ ...correction, clientId: other })).rejects.toMatchObject(
      holdBlocksDeletion,
    )
    await signer.api.corrections.correct({ ...correction, clientId })
    await liftHold()
    await signer.api.corrections.delete({ sessionId: draft, what: 'session', reason: 'duplicate' })
  })

  test('under a hold, an unfinished recording can be discarded only if the recording has no audio', async () => {
    const uploader = await sender(world, signer.userId)
    const recordingWithoutAudio = await startLive(uploader, clientId)
    await placeHold()
    expect(await signer.api.recordings.discard({ sessionId: recordingWithoutAudio.sessionId })).toEqual({
      discarded: true,
    })
    const { sessionId: recordingWithAudio } = await startLive(uploader, clientId)
    await sendSegment(uploader, recordingWithAudio, slicesOf(await spokenWebm(), 2))
    await expect(signer.api.recordings.discard({ sessionId: recordingWithAudio })).rejects.toMatchObject({
      code: 'hold_blocks_deletion',
    })
    await liftHold()
    expect(await signer.api.recordings.discard({ sessionId: recordingWithAudio })).toEqual({ discarded: true })
  })

  test('the author cannot delete a psychotherapy note while the client’s record is under a hold', async () => {
    await confirmIdentity(world, signer.userId)
    const { id: noteId } = await signer.api.psychotherapyNotes.add({
      clientId,
      requestId: randomUUID(),
      text: 'My thoughts.',
      confirmed: [],
    })
    await placeHold()
    await expect(signer.api.psychotherapyNotes.delete({ noteId })).rejects.toMatchObject({
      code: 'hold_blocks_deletion',
    })
    await liftHold()
    await signer.api.psychotherapyNotes.delete({ noteId })
  })

  test('the author cannot change a psychotherapy note under a hold, but can add a new one', async () => {
    await confirmIdentity(world, signer.userId)
    const written = { clientId, text: 'My thoughts.', confirmed: [] }
    const { id: noteId } = await signer.api.psychotherapyNotes.add({ ...written, requestId: randomUUID() })
    const change = () =>
      signer.api.psychotherapyNotes.save({ noteId, text: 'Other thoughts.', confirmed: [], baseVersion: 1 })
    await placeHold()
    await expect(change()).rejects.toMatchObject({
      code: 'psychotherapy_note_on_hold',
      message: `The record is under a legal hold since ${usDate(today())}, so this note cannot be changed. Copy your text and add it as a new psychotherapy note.`,
    })
    await signer.api.psychotherapyNotes.add({ ...written, requestId: randomUUID() })
    const { items } = await signer.api.psychotherapyNotes.ofClient({ clientId })
    expect(items.map(({ text, version }) => [text, version])).toEqual([
      ['My thoughts.', 1],
      ['My thoughts.', 1],
    ])
    await liftHold()
    expect(await change()).toMatchObject({ text: 'Other thoughts.', version: 2 })
  })
})

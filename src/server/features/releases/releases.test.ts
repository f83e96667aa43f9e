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

const release = (api = signer.api, change: { releasedOn?: string; requestId?: string; recipient?: string } = {}) =>
  api.releases.log({
    clientId,
    requestId: randomUUID(),
    releasedOn: today(),
    recipient: 'Court of Marion County',
    contents: 'Notes of 2026',
    ...change,
  })
const hold = (api = signer.api, change: { startsOn?: string; requestId?: string; reason?: string } = {}) =>
  api.releases.placeHold({ clientId, requestId: randomUUID(), startsOn: today(), reason: 'Subpoena', ...change })
const holdId = async () => (await signer.api.releases.ofClient({ clientId })).holds[0]?.id ?? ''
const lift = async (api = signer.api) =>
  api.releases.liftHold({ holdId: await holdId(), reason: 'The case is closed.' })
const unlock = () => signer.api.signatures.unlock({ sessionId, reason: 'A wrong date.' })
const state = (api = signer.api) => api.signatures.get({ sessionId })
const onHold = () => ({
  code: 'record_on_hold',
  message: `The record is under a legal hold since ${usDate(today())}. Add a correction instead.`,
})
const released = (day = today()) => ({
  code: 'note_released',
  message: `This note was part of a record released on ${usDate(day)}. Add a correction instead.`,
})

describe('logging releases and placing holds', () => {
  test('a logged release is listed with the user who logged it and the time', async () => {
    const list = await release()
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

  test('a lifted hold stays listed with both reasons, and cannot be lifted again', async () => {
    await hold()
    const once = await Promise.allSettled([lift(), lift(owner)])
    expect(once.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(once.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'hold_lifted' } })
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

  test('the same release or hold sent twice or in parallel is stored once', async () => {
    const requestId = randomUUID()
    await Promise.all(Array.from({ length: 5 }, () => release(signer.api, { requestId })))
    await Promise.all(Array.from({ length: 5 }, () => hold(signer.api, { requestId })))
    const { releases, holds } = await signer.api.releases.ofClient({ clientId })
    expect([releases.length, holds.length]).toEqual([1, 1])
  })

  test('a release or hold with a day in the future, or with a missing or long text, is rejected', async () => {
    const tomorrow = addDays(today(), 1)
    await expect(release(signer.api, { releasedOn: tomorrow })).rejects.toMatchObject({ code: 'release_date' })
    await expect(hold(signer.api, { startsOn: tomorrow })).rejects.toMatchObject({ code: 'hold_date' })
    for (const text of [' ', '\0', 'x'.repeat(501)]) {
      await expect(release(signer.api, { recipient: text })).rejects.toMatchObject({ code: 'input_invalid' })
      await expect(hold(signer.api, { reason: text })).rejects.toMatchObject({ code: 'input_invalid' })
    }
  })

  test('each release and hold is recorded in the client’s audit trail', async () => {
    await release()
    await hold(owner)
    await lift()
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
  test('therapist and owner can change releases and holds, the supervisor can only read them, and others cannot find them', async () => {
    await release(owner)
    await hold()
    await lift(owner)
    await hold(owner)
    expect(await supervisor.releases.ofClient({ clientId })).toMatchObject({
      releases: [{}],
      holds: [{}, {}],
      canChange: false,
    })
    const id = (await owner.releases.ofClient({ clientId })).holds[1]?.id ?? ''
    const removal = { holdId: id, reason: 'Mine.' }
    await expect(release(supervisor)).rejects.toMatchObject({ code: 'not_allowed' })
    await expect(hold(supervisor)).rejects.toMatchObject({ code: 'not_allowed' })
    await expect(supervisor.releases.liftHold(removal)).rejects.toMatchObject({ code: 'not_allowed' })
    for (const api of [colleague, stranger]) {
      await expect(api.releases.ofClient({ clientId })).rejects.toMatchObject({ code: 'client_missing' })
      await expect(release(api)).rejects.toMatchObject({ code: 'client_missing' })
      await expect(hold(api)).rejects.toMatchObject({ code: 'client_missing' })
      await expect(api.releases.liftHold(removal)).rejects.toMatchObject({ code: 'hold_missing' })
    }
    await expect(owner.releases.liftHold({ holdId: 'none', reason: 'x' })).rejects.toMatchObject({
      code: 'hold_missing',
    })
  })

  test('a user who views as the therapist can read releases and holds but not change them', async () => {
    await hold()
    const viewer = await viewAs(world, ownerId, signer.userId)
    expect(await viewer.releases.ofClient({ clientId })).toMatchObject({ holds: [{}], canChange: false })
    await expect(hold(viewer)).rejects.toMatchObject({ code: 'viewing_read_only' })
    await expect(lift(viewer)).rejects.toMatchObject({ code: 'viewing_read_only' })
  })

  test('releases and holds stay with the client after a transfer', async () => {
    await release()
    await hold()
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
  test('a legal hold blocks unlocking a signed note until it is lifted', async () => {
    await hold(owner)
    expect(await state()).toMatchObject({ canUnlockUntil: null, unlockRefusal: onHold().message })
    await expect(unlock()).rejects.toMatchObject({ ...onHold(), status: 409 })
    await lift()
    expect(await state()).toMatchObject({ canUnlockUntil: expect.any(String), unlockRefusal: null })
    expect(await unlock()).toMatchObject({ status: 'draft' })
  })

  test('a second hold blocks unlocking after the first was lifted, even if the client is archived', async () => {
    await hold()
    await lift()
    await hold()
    await signer.api.clients.archive({ clientId })
    await expect(unlock()).rejects.toMatchObject(onHold())
  })

  test('only the author sees why a signed note cannot be unlocked, and only within the hours for unlocking', async () => {
    await hold()
    for (const api of [owner, supervisor]) expect(await state(api)).toMatchObject({ unlockRefusal: null })
    await owner.signatures.changeRules({ attestationText: null, lateAfterHours: 72, unlockHours: 0 })
    expect(await state()).toMatchObject({ canUnlockUntil: null, unlockRefusal: null })
    await expect(unlock()).rejects.toMatchObject({ code: 'unlock_too_late' })
    await owner.signatures.changeRules({ attestationText: null, lateAfterHours: 72, unlockHours: 24 })
  })

  test('a release after the signature blocks unlocking a note, which can still get an addendum', async () => {
    await release(owner)
    expect(await state()).toMatchObject({ canUnlockUntil: null, unlockRefusal: released().message })
    await expect(unlock()).rejects.toMatchObject({ ...released(), status: 409 })
    const correction = { kind: 'correction', text: 'It was Tuesday.', reason: 'A wrong day', eventDate: null } as const
    expect(await signer.api.signatures.addAddendum({ sessionId, ...correction })).toMatchObject({ addenda: [{}] })
  })

  test('a release whose day or whose entry precedes the signature does not block unlocking', async () => {
    await release(signer.api, { releasedOn: addDays(today(), -1) })
    expect(await state()).toMatchObject({ unlockRefusal: null })
    const other = await signer.draft()
    await release()
    await sign(signer.api, other)
    expect(await signer.api.signatures.unlock({ sessionId: other, reason: 'A wrong date.' })).toMatchObject({
      status: 'draft',
    })
    await expect(unlock()).rejects.toMatchObject(released())
  })

  test('the day of a release is a day in the time zone of the user who logged it', async () => {
    // These two zones are 25 hours apart, so it is never the same day in both.
    const zoneDay = (timeZone: string) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date())
    for (const timeZone of ['Pacific/Pago_Pago', 'Pacific/Kiritimati']) {
      const other = await signer.draft()
      await sign(signer.api, other)
      await owner.accounts.update({ timeZone })
      await release(owner, { releasedOn: zoneDay(timeZone) })
      await expect(signer.api.signatures.unlock({ sessionId: other, reason: 'x' })).rejects.toMatchObject({
        code: 'note_released',
      })
    }
    await owner.accounts.update({ timeZone: 'UTC' })
  })

  test('a release or hold of another client does not block unlocking', async () => {
    const { id } = await buildClient(world, { therapistId: signer.userId, organizationId })
    await signer.api.releases.placeHold({
      clientId: id,
      requestId: randomUUID(),
      startsOn: today(),
      reason: 'Subpoena',
    })
    expect(await unlock()).toMatchObject({ status: 'draft' })
  })

  test('a legal hold of the client also covers a couple session', async () => {
    const { sessionId: couple } = await signer.api.sessions.write({
      clientId,
      date: '2026-03-04',
      startTime: '09:00',
      endTime: '09:50',
      settingType: 'telehealth',
      type: 'Couple',
      contact: 'session',
      noteType: 'SOAP',
    })
    await hold()
    await expect(
      signer.api.corrections.delete({ sessionId: couple, what: 'session', reason: 'duplicate' }),
    ).rejects.toMatchObject({ code: 'hold_blocks_deletion' })
  })

  test('the supervisor cannot return a note while the record is on hold', async () => {
    await world.db.updateTable('users').set({ is_prelicensed: true }).where('id', '=', signer.userId).execute()
    const other = await signer.draft()
    await sign(signer.api, other)
    const place = { version: 1, section: 'Plan', sentence: 0, text: 'Which plan?' } as const
    await supervisor.cosign.comment({ sessionId: other, ...place })
    await hold()
    await expect(supervisor.cosign.return({ sessionId: other, version: 1 })).rejects.toMatchObject(onHold())
    await lift()
    await supervisor.cosign.return({ sessionId: other, version: 1 })
    expect(await signer.api.signatures.get({ sessionId: other })).toMatchObject({ status: 'returned' })
  })
})

describe('a hold and an unlocking at the same time', () => {
  test('an unlocking waits for a hold that is being placed, and is then rejected', async () => {
    const waiting = await world.db.transaction().execute(async (db) => {
      await sql`select set_config('app.user_id', ${ownerId}, true)`.execute(db)
      const { rows } = await sql<{ code: string | null }>`
        select app.place_hold(${clientId}, ${randomUUID()}, current_date, 'Subpoena') as code`.execute(db)
      expect(rows).toEqual([{ code: null }])
      const outcome = unlock().then(
        () => 'unlocked',
        (error: unknown) => error,
      )
      // The unlocking waits until the hold is committed.
      const wait = new Promise((resolve) => setTimeout(() => resolve('waits'), 300))
      expect(await Promise.race([outcome, wait])).toBe('waits')
      return { outcome }
    })
    expect(await waiting.outcome).toMatchObject(onHold())
    expect(await state()).toMatchObject({ status: 'signed' })
  })

  test('for many parallel holds and unlockings, each note is either unlocked or stays locked by the hold', async () => {
    for (let round = 0; round < 8; round++) {
      const id = await signer.draft()
      await sign(signer.api, id)
      const [, unlocked] = await Promise.allSettled([
        hold(owner),
        signer.api.signatures.unlock({ sessionId: id, reason: 'A wrong date.' }),
      ])
      const { status } = await signer.api.signatures.get({ sessionId: id })
      expect(unlocked).toMatchObject(
        status === 'signed' ? { status: 'rejected', reason: onHold() } : { status: 'fulfilled' },
      )
      for (const one of (await owner.releases.ofClient({ clientId })).holds)
        if (one.lifted === null) await owner.releases.liftHold({ holdId: one.id, reason: 'Over' })
    }
  })
})

describe('deleting and moving', () => {
  test('a hold blocks deleting anything of the record and moving its sessions', async () => {
    const draft = await signer.draft()
    await hold()
    const refusal = {
      code: 'hold_blocks_deletion',
      status: 409,
      message: `The record is under a legal hold since ${usDate(today())}. Nothing can be deleted from it or moved to another client.`,
    }
    for (const what of ['session', 'transcript'] as const) {
      await expect(
        signer.api.corrections.delete({ sessionId: draft, what, reason: 'duplicate' }),
      ).rejects.toMatchObject(refusal)
    }
    const { id: other } = await buildClient(world, { therapistId: signer.userId, organizationId })
    const facts = { date: '2026-03-02', startTime: '09:00', endTime: '09:50', type: 'Individual' } as const
    const to = { ...facts, sessionId: draft, settingType: 'telehealth', contact: 'session' } as const
    await expect(signer.api.corrections.correct({ ...to, clientId: other })).rejects.toMatchObject(refusal)
    await signer.api.corrections.correct({ ...to, clientId })
    await lift()
    await signer.api.corrections.delete({ sessionId: draft, what: 'session', reason: 'duplicate' })
  })

  test('an unfinished recording of a record on hold can be discarded only if it has no audio', async () => {
    const me = await sender(world, signer.userId)
    const empty = await startLive(me, clientId)
    await hold()
    expect(await signer.api.recordings.discard({ sessionId: empty.sessionId })).toEqual({ discarded: true })
    const { sessionId: begun } = await startLive(me, clientId)
    await sendSegment(me, begun, slicesOf(await spokenWebm(), 2))
    await expect(signer.api.recordings.discard({ sessionId: begun })).rejects.toMatchObject({
      code: 'hold_blocks_deletion',
    })
    await lift()
    expect(await signer.api.recordings.discard({ sessionId: begun })).toEqual({ discarded: true })
  })

  test('the author cannot delete a psychotherapy note of a record on hold', async () => {
    await confirmIdentity(world, signer.userId)
    const { id: noteId } = await signer.api.psychotherapyNotes.add({
      clientId,
      requestId: randomUUID(),
      text: 'My thoughts.',
      confirmed: [],
    })
    await hold()
    await expect(signer.api.psychotherapyNotes.delete({ noteId })).rejects.toMatchObject({
      code: 'hold_blocks_deletion',
    })
    await lift()
    await signer.api.psychotherapyNotes.delete({ noteId })
  })
})

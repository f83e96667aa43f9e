import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { NewAmendment } from '#shared/contract/amendments.ts'
import { addDays } from '#shared/rules/calendar.ts'
import { buildMember, buildOrganization } from '#test/build.ts'
import { buildSigner, confirmIdentity, readyToSign, sign } from '#test/signing.ts'
import { viewAs } from '#test/viewing.ts'
import { type Api, createWorld, type World } from '#test/world.ts'

let world: World
let organizationId: string
let ownerId: string
let owner: Api
let supervisor: Api
let colleague: Api
let stranger: Api
let signer: Awaited<ReturnType<typeof buildSigner>>
let sessionId: string

/** Today in UTC, the time zone of the therapists in these tests. */
const today = () => new Date().toISOString().slice(0, 10)
const requestText = 'Please correct the name of my sister.'

beforeAll(async () => {
  world = await createWorld()
  ;({ id: organizationId, ownerId } = await buildOrganization(world))
  owner = await world.as(ownerId)
  await readyToSign(world, ownerId)
  const supervisorId = (await buildMember(world, { organizationId, role: 'supervisor' })).userId
  supervisor = await world.as(supervisorId)
  colleague = await world.as((await buildMember(world, { organizationId })).userId)
  stranger = await world.as((await buildOrganization(world)).ownerId)
  signer = await buildSigner(world, { organizationId, managedBy: supervisorId })
})
afterAll(() => world.close())

beforeEach(async () => {
  await confirmIdentity(world, signer.userId)
  sessionId = await signer.draft()
  await sign(signer.api, sessionId)
})

const input = (change: Partial<NewAmendment> = {}): NewAmendment => ({
  sessionId,
  requestId: randomUUID(),
  receivedOn: today(),
  channel: 'letter',
  text: requestText,
  ...change,
})
const log = (change: Partial<NewAmendment> = {}, api = signer.api) => api.amendments.log(input(change))
const itemsOf = async (api = signer.api) => (await api.amendments.ofNote({ sessionId })).items
/** Open requests about this test's note in the caller's work queue. */
const dueOf = async (api: Api) => (await api.workQueue.get()).amendments.filter((one) => one.sessionId === sessionId)

describe('logging a request', () => {
  test('a logged amendment request is open and due 60 days after its receipt', async () => {
    const receivedOn = addDays(today(), -3)
    const request = await log({ receivedOn })
    expect(request).toMatchObject({
      state: 'open',
      receivedOn,
      dueOn: addDays(receivedOn, 60),
      channel: 'letter',
      text: requestText,
      loggedBy: 'Robin Hale',
      steps: [],
    })
    expect(await signer.api.amendments.ofNote({ sessionId })).toEqual({ items: [request], canAnswer: true })
    const { items } = await signer.api.amendments.ofClient({ clientId: signer.clientId })
    expect(items).toContainEqual(request)
  })

  test('the same amendment request sent five times in parallel is logged once, with one event', async () => {
    const sent = input()
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => signer.api.amendments.log(sent)))
    const [id = '', ...others] = new Set(outcomes.map((request) => request.id))
    expect(others).toEqual([])
    expect(await itemsOf()).toHaveLength(1)
    const events = await world.db
      .selectFrom('audit_events')
      .where('action', 'in', ['amendment.logged', 'amendment.read'])
      .where('resource_id', '=', id)
      .where('client_id', '=', signer.clientId)
      .select('action')
      .orderBy('at')
      .execute()
    // The responses to the repeated requests contain the text of the request.
    expect(events.map(({ action }) => action)).toEqual(['amendment.logged', ...Array(4).fill('amendment.read')])
  })

  test('an amendment request with a receipt date in the future or before the session is rejected', async () => {
    const wrong = {
      code: 'amendment_date',
      message: 'Enter the day on which the request arrived: not before the session, and not in the future.',
    }
    await expect(log({ receivedOn: addDays(today(), 1) })).rejects.toMatchObject(wrong)
    await expect(log({ receivedOn: '2000-01-01' })).rejects.toMatchObject(wrong)
    await expect(log({ receivedOn: '2026-02-30' })).rejects.toMatchObject({ code: 'input_invalid' })
  })

  test('the receipt date of an amendment request may be today in the therapist’s time zone', async () => {
    const zoneDay = (timeZone: string) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date())
    // These two zones are 25 hours apart, so it is never the same day in both.
    const [first, last] = ['Pacific/Kiritimati', 'Pacific/Pago_Pago']
    await signer.api.accounts.update({ timeZone: first })
    expect(await log({ receivedOn: zoneDay(first) })).toMatchObject({ state: 'open' })
    await signer.api.accounts.update({ timeZone: last })
    await expect(log({ receivedOn: zoneDay(first) })).rejects.toMatchObject({ code: 'amendment_date' })
    await signer.api.accounts.update({ timeZone: 'UTC' })
  })

  test('the text of an amendment request has 1 to 10,000 characters', async () => {
    expect((await log({ text: 'x'.repeat(10_000) })).text).toHaveLength(10_000)
    for (const text of ['x'.repeat(10_001), ' ', '\0'])
      await expect(log({ text })).rejects.toMatchObject({ code: 'input_invalid' })
  })

  test('a session whose unsigned note has an amendment request cannot be deleted', async () => {
    const draft = await signer.draft()
    await log({ sessionId: draft })
    const kept = {
      code: 'session_has_amendment',
      message: expect.stringContaining('The client requested an amendment of this note'),
    }
    const removal = { sessionId: draft, what: 'session', reason: 'duplicate' } as const
    await expect(signer.api.corrections.delete(removal)).rejects.toMatchObject(kept)
  })

  test('an amendment request about a session without a note is rejected', async () => {
    const held = { date: '2026-03-04', startTime: '09:00', endTime: '09:50', settingType: 'telehealth' } as const
    const kind = { type: 'Individual', contact: 'session', noteType: 'SOAP' } as const
    const written = await signer.api.sessions.write({ clientId: signer.clientId, ...held, ...kind })
    await expect(log({ sessionId: written.sessionId })).rejects.toMatchObject({ code: 'amendment_without_note' })
  })

  test('amendment requests of an archived client can still be logged and answered', async () => {
    await signer.api.clients.archive({ clientId: signer.clientId })
    const { id: amendmentId } = await log()
    expect(await dueOf(signer.api)).toHaveLength(1)
    const denial = { amendmentId, denialReason: 'accurate', basis: 'It is her name.' } as const
    expect(await signer.api.amendments.deny(denial)).toMatchObject({ state: 'denied' })
    await signer.api.clients.restore({ clientId: signer.clientId })
  })
})

describe('who sees and answers requests', () => {
  test('owners can answer amendment requests, supervisors can read them, and others cannot find them', async () => {
    const { id: amendmentId } = await log()
    const denial = { amendmentId, denialReason: 'accurate', basis: 'It is her name.' } as const
    expect(await supervisor.amendments.ofNote({ sessionId })).toMatchObject({
      items: [{ text: requestText }],
      canAnswer: false,
    })
    await expect(supervisor.amendments.deny(denial)).rejects.toMatchObject({ code: 'not_allowed' })
    await expect(log({}, supervisor)).rejects.toMatchObject({ code: 'not_allowed' })
    for (const api of [colleague, stranger]) {
      await expect(api.amendments.ofNote({ sessionId })).rejects.toMatchObject({ code: 'session_missing' })
      await expect(api.amendments.ofClient({ clientId: signer.clientId })).rejects.toMatchObject({
        code: 'client_missing',
      })
      await expect(log({}, api)).rejects.toMatchObject({ code: 'session_missing' })
      await expect(api.amendments.deny(denial)).rejects.toMatchObject({ code: 'amendment_missing' })
      expect(JSON.stringify(await api.workQueue.get())).not.toContain(amendmentId)
    }
    expect(await owner.amendments.deny(denial)).toMatchObject({ state: 'denied' })
  })

  test('the therapist’s work queue has the due dates of amendment requests; supervisors and owners see only numbers', async () => {
    const before = await owner.workQueue.get()
    const { id, receivedOn, dueOn } = await log()
    expect(await dueOf(signer.api)).toEqual([{ id, sessionId, receivedOn, dueOn }])
    const ofOwner = await owner.workQueue.get()
    expect(ofOwner.amendments).toEqual([])
    expect(ofOwner.organization?.amendments).toBe((before.organization?.amendments ?? 0) + 1)
    const { associates: supervisedTherapists } = await supervisor.workQueue.get()
    expect(supervisedTherapists.map(({ amendments }) => amendments)).toEqual([ofOwner.organization?.amendments])
    expect(JSON.stringify([ofOwner, supervisedTherapists])).not.toContain(requestText)
  })

  test('open amendment requests are listed by due date, and an extended request moves down in the list', async () => {
    const later = await log({ receivedOn: addDays(today(), -10) })
    const sooner = await log({ receivedOn: addDays(today(), -20) })
    expect((await dueOf(signer.api)).map(({ id }) => id)).toEqual([sooner.id, later.id])
    await signer.api.amendments.extend({ amendmentId: sooner.id, reason: 'The record is with the court.' })
    expect((await dueOf(signer.api)).map(({ id }) => id)).toEqual([later.id, sooner.id])
  })

  test('a user who views as the therapist can read amendment requests but not change them', async () => {
    const { id: amendmentId } = await log()
    const { userId } = await buildMember(world, { organizationId, role: 'owner' })
    const viewer = await viewAs(world, userId, signer.userId)
    expect(await viewer.amendments.ofNote({ sessionId })).toMatchObject({
      items: [{ id: amendmentId }],
      canAnswer: false,
    })
    await expect(viewer.amendments.extend({ amendmentId, reason: 'Later.' })).rejects.toMatchObject({
      code: 'viewing_read_only',
    })
  })

  test('every access to amendment requests is audited without clinical text', async () => {
    const { id: amendmentId } = await log()
    await signer.api.amendments.ofNote({ sessionId })
    await signer.api.amendments.extend({ amendmentId, reason: 'The record is with the court.' })
    await signer.api.amendments.deny({ amendmentId, denialReason: 'accurate', basis: 'It is her name.' })
    await signer.api.amendments.attachStatement({ amendmentId, statement: 'My sister is called Ines.' })
    const events = await world.db
      .selectFrom('audit_events')
      .selectAll()
      .where('client_id', '=', signer.clientId)
      .where('action', 'like', 'amendment.%')
      .orderBy('at', 'desc')
      .limit(5)
      .execute()
    expect(events.map(({ action }) => action).toSorted()).toEqual([
      'amendment.denied',
      'amendment.extended',
      'amendment.logged',
      'amendment.read',
      'amendment.statement_attached',
    ])
    expect(JSON.stringify(events)).not.toMatch(/sister|court|name/)
  })
})

describe('answering', () => {
  test('an amendment request can be extended once by 30 days, until its due date', async () => {
    const { id: amendmentId, dueOn } = await log({ receivedOn: addDays(today(), -60) })
    const extended = await signer.api.amendments.extend({ amendmentId, reason: 'The record is with the court.' })
    expect(extended).toMatchObject({
      state: 'open',
      dueOn: addDays(dueOn, 30),
      steps: [{ kind: 'extended', text: 'The record is with the court.', by: 'Robin Hale' }],
    })
    await expect(signer.api.amendments.extend({ amendmentId, reason: 'Again.' })).rejects.toMatchObject({
      code: 'amendment_extended',
    })
    const overdue = await log({ receivedOn: addDays(today(), -61) })
    await expect(signer.api.amendments.extend({ amendmentId: overdue.id, reason: 'Late.' })).rejects.toMatchObject({
      code: 'amendment_overdue',
      message: 'The 60 days are over, so the time cannot be extended. Answer the request now.',
    })
  })

  test('accepting an amendment request adds a signed correction to the note', async () => {
    const { id: amendmentId } = await log()
    const correction = 'The sister of the client is called Ines.'
    expect(await signer.api.amendments.accept({ amendmentId, correction })).toMatchObject({
      state: 'accepted',
      steps: [{ kind: 'accepted', text: null, addendumNumber: 1 }],
    })
    expect((await signer.api.signatures.get({ sessionId })).addenda).toMatchObject([
      { number: 1, kind: 'correction', text: correction, name: 'Robin Hale', isIntact: true },
    ])
    expect(await dueOf(signer.api)).toEqual([])
  })

  test('accepting an amendment request without a confirmation of identity is rejected and stores nothing', async () => {
    const { id: amendmentId } = await log()
    await confirmIdentity(world, signer.userId, 6)
    const correction = 'She is called Ines.'
    await expect(signer.api.amendments.accept({ amendmentId, correction })).rejects.toMatchObject({
      code: 'confirmation_missing',
    })
    expect(await itemsOf()).toMatchObject([{ state: 'open', steps: [] }])
  })

  test('after an amendment request is denied, the client’s statement can be attached to the note once', async () => {
    const { id: amendmentId } = await log()
    const statement = 'I disagree. My sister is called Ines.'
    await expect(signer.api.amendments.attachStatement({ amendmentId, statement })).rejects.toMatchObject({
      code: 'amendment_not_denied',
    })
    const denial = { amendmentId, denialReason: 'not_ours', basis: 'It quotes the hospital.' } as const
    expect(await signer.api.amendments.deny(denial)).toMatchObject({
      state: 'denied',
      steps: [{ kind: 'denied', denialReason: 'not_ours', text: 'It quotes the hospital.' }],
    })
    expect(await signer.api.amendments.attachStatement({ amendmentId, statement })).toMatchObject({
      steps: [{ kind: 'denied' }, { kind: 'statement', addendumNumber: 1 }],
    })
    expect((await signer.api.signatures.get({ sessionId })).addenda).toMatchObject([
      { kind: 'client_statement', text: statement },
    ])
    await expect(signer.api.amendments.attachStatement({ amendmentId, statement })).rejects.toMatchObject({
      code: 'amendment_has_statement',
    })
  })

  test('of several answers to an amendment request at the same time, one is stored and the others are rejected', async () => {
    const { id: amendmentId } = await log()
    const answers = [
      () => signer.api.amendments.accept({ amendmentId, correction: 'She is called Ines.' }),
      () => signer.api.amendments.deny({ amendmentId, denialReason: 'accurate', basis: 'It is her name.' }),
      () => owner.amendments.deny({ amendmentId, denialReason: 'not_in_record', basis: 'Not there.' }),
      () => owner.amendments.accept({ amendmentId, correction: 'She is called Ines.' }),
    ]
    const outcomes = await Promise.allSettled([...answers, ...answers].map((answer) => answer()))
    const won = outcomes.filter(({ status }) => status === 'fulfilled')
    const lost = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
    expect(won).toHaveLength(1)
    const rejection = {
      code: 'amendment_answered',
      message: 'This request was already answered. Reload the page to see the answer.',
    }
    expect(lost).toEqual(Array.from({ length: 7 }, () => expect.objectContaining(rejection)))
    const [request] = await itemsOf()
    const { addenda } = await signer.api.signatures.get({ sessionId })
    expect(addenda).toHaveLength(request?.state === 'accepted' ? 1 : 0)
  })

  test('an amendment request about an unlocked note can be accepted only after the note is signed again', async () => {
    const { id: amendmentId } = await log()
    await signer.api.signatures.unlock({ sessionId, reason: 'A wrong name.' })
    const correction = 'She is called Ines.'
    await expect(signer.api.amendments.accept({ amendmentId, correction })).rejects.toMatchObject({
      code: 'amendment_unsigned',
      message: 'This note is not signed. Correct and sign the note first.',
    })
    expect(await itemsOf()).toMatchObject([{ state: 'open' }])
    await sign(signer.api, sessionId)
    expect(await signer.api.amendments.accept({ amendmentId, correction })).toMatchObject({ state: 'accepted' })
  })
})

describe('another therapist', () => {
  test('open amendment requests of a transferred client move to the next therapist with their due date', async () => {
    const author = await buildSigner(world, { organizationId })
    const next = await buildSigner(world, { organizationId })
    sessionId = await author.draft()
    await sign(author.api, sessionId)
    const { id: amendmentId, dueOn } = await log({}, author.api)
    await owner.clients.transfer({ clientId: author.clientId, therapistId: next.userId })
    expect(await dueOf(next.api)).toMatchObject([{ id: amendmentId, dueOn }])
    expect(await dueOf(author.api)).toEqual([])
    const denial = { amendmentId, denialReason: 'accurate', basis: 'It is her name.' } as const
    await expect(author.api.amendments.deny(denial)).rejects.toMatchObject({ code: 'amendment_missing' })
    const correction = 'She is called Ines.'
    expect(await next.api.amendments.accept({ amendmentId, correction })).toMatchObject({ state: 'accepted' })
  })

  test('amendment requests of a therapist who left or was deactivated move to the owners’ work queue', async () => {
    const author = await buildSigner(world, { organizationId })
    sessionId = await author.draft()
    await sign(author.api, sessionId)
    const { id: amendmentId } = await log({}, author.api)
    expect(await dueOf(owner)).toEqual([])
    const setActive = (isActive: boolean) =>
      world.db.updateTable('users').set({ is_active: isActive }).where('id', '=', author.userId).execute()
    await setActive(false)
    expect(await dueOf(owner)).toMatchObject([{ id: amendmentId }])
    await setActive(true)
    expect(await dueOf(owner)).toEqual([])
    await owner.members.remove({ userId: author.userId })
    expect(await dueOf(owner)).toMatchObject([{ id: amendmentId }])
    expect(await dueOf(colleague)).toEqual([])
    await expect(itemsOf(author.api)).rejects.toMatchObject({ code: 'session_missing' })
    await confirmIdentity(world, ownerId)
    const correction = 'She is called Ines.'
    expect(await owner.amendments.accept({ amendmentId, correction })).toMatchObject({ state: 'accepted' })
  })
})

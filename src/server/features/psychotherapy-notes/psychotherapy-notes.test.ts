import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildClient, buildMember } from '#test/build.ts'
import { buildTransfer, type Transfer } from '#test/transfer.ts'
import { createWorld, type World } from '#test/world.ts'

const noteContent = { text: 'The dream of the house returns.', confirmed: [] }

let world: World
let clinic: Transfer
let clientId: string

beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  clinic = await buildTransfer(world)
  ;({ id: clientId } = await buildClient(world, { therapistId: clinic.from, firstName: 'Maya', lastName: 'Stone' }))
})

const add = (text = noteContent.text) =>
  clinic.therapist.psychotherapyNotes.add({ clientId, requestId: randomUUID(), text, confirmed: [] })
const failureWith = (code: string) => expect.objectContaining({ code })

/** The actions of the events about a note, in their order. */
async function actionsOn(noteId: string): Promise<string[]> {
  const events = world.db.selectFrom('audit_events').where('resource_id', '=', noteId).select('action').orderBy('at')
  return (await events.execute()).map(({ action }) => action)
}

describe('psychotherapy notes of a client', () => {
  test('the author can add, read, edit and delete psychotherapy notes, and sees the newest note first', async () => {
    const { psychotherapyNotes } = clinic.therapist
    expect(await psychotherapyNotes.ofClient({ clientId })).toEqual({
      clientName: 'Maya Stone',
      isOwn: true,
      items: [],
      hasMore: false,
    })
    const first = await add('  The blue chair.\nAgain. ')
    const second = await add()
    expect(first).toMatchObject({ text: 'The blue chair.\nAgain.', confirmed: [], version: 1 })
    expect((await psychotherapyNotes.ofClient({ clientId })).items).toEqual([second, first])

    const saved = await psychotherapyNotes.save({ noteId: first.id, baseVersion: 1, text: 'The chair.', confirmed: [] })
    expect(saved).toMatchObject({ id: first.id, text: 'The chair.', version: 2, createdAt: first.createdAt })
    expect(Date.parse(saved.updatedAt)).toBeGreaterThan(Date.parse(first.updatedAt))
    expect((await psychotherapyNotes.ofClient({ clientId })).items).toEqual([second, saved])

    await psychotherapyNotes.delete({ noteId: second.id })
    expect((await psychotherapyNotes.ofClient({ clientId })).items).toEqual([saved])
    await expect(psychotherapyNotes.delete({ noteId: second.id })).rejects.toEqual(
      failureWith('psychotherapy_note_missing'),
    )
  })

  test('a request for a psychotherapy note that is sent twice adds one note', async () => {
    const input = { clientId, requestId: randomUUID(), ...noteContent }
    const [one, two] = [
      await clinic.therapist.psychotherapyNotes.add(input),
      await clinic.therapist.psychotherapyNotes.add(input),
    ]
    expect(two).toEqual(one)
    expect(await actionsOn(one.id)).toEqual(['psychotherapy_note.added', 'psychotherapy_note.read'])
    expect((await clinic.therapist.psychotherapyNotes.ofClient({ clientId })).items).toHaveLength(1)
  })

  test('one of two parallel edits of the same version of a psychotherapy note is saved', async () => {
    const { id: noteId } = await add()
    const edit = (text: string) =>
      clinic.therapist.psychotherapyNotes.save({ noteId, baseVersion: 1, text, confirmed: [] })
    const results = await Promise.allSettled([edit('One.'), edit('Two.')])
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(results).toContainEqual({ status: 'rejected', reason: failureWith('psychotherapy_note_conflict') })
  })

  test('an edit that is sent again after a lost response returns the stored psychotherapy note', async () => {
    const { id: noteId } = await add()
    const { psychotherapyNotes } = clinic.therapist
    const edit = { noteId, baseVersion: 1, text: 'Her symptoms sing.', confirmed: ['symptoms' as const] }
    const saved = await psychotherapyNotes.save(edit)
    expect(await psychotherapyNotes.save(edit)).toEqual(saved)
    expect((await psychotherapyNotes.ofClient({ clientId })).items).toEqual([saved])
    await expect(psychotherapyNotes.save({ ...edit, text: 'Her symptoms.' })).rejects.toEqual(
      failureWith('psychotherapy_note_conflict'),
    )
    expect(await actionsOn(noteId)).toEqual([
      'psychotherapy_note.added',
      'psychotherapy_note.changed',
      'psychotherapy_note.read',
    ])
  })

  test('the pages of a list of psychotherapy notes contain each note once, newest first', async () => {
    const ids: string[] = []
    for (let n = 0; n < 52; n++) ids.unshift((await add(`Thought ${n}.`)).id)
    const first = await clinic.therapist.psychotherapyNotes.ofClient({ clientId })
    const after = first.items.at(-1)?.id ?? ''
    const second = await clinic.therapist.psychotherapyNotes.ofClient({ clientId, after })
    expect([first.hasMore, second.hasMore]).toEqual([true, false])
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(ids)
  })

  test('rejects a psychotherapy note with an empty or too long text, and accepts the longest possible text', async () => {
    for (const text of ['  ', 'a'.repeat(20_001)]) await expect(add(text)).rejects.toEqual(failureWith('input_invalid'))
    const longestText = '\u{1}'.repeat(20_000)
    expect((await add(longestText)).text).toBe(longestText)
  })
})

describe('content that psychotherapy notes exclude by definition', () => {
  test('excluded content is rejected until the author confirms each kind, and the confirmed kinds are stored with the text', async () => {
    const input = { clientId, text: 'Her symptoms, my diagnosis of the marriage.', requestId: randomUUID() }
    const { psychotherapyNotes } = clinic.therapist
    for (const confirmed of [[], ['symptoms' as const]])
      await expect(psychotherapyNotes.add({ ...input, confirmed })).rejects.toEqual(
        failureWith('psychotherapy_note_excluded'),
      )
    const confirmed = ['symptoms' as const, 'diagnosis' as const, 'progress' as const]
    const note = await psychotherapyNotes.add({ ...input, confirmed })
    expect(note.confirmed).toEqual(['diagnosis', 'symptoms'])
    const save = { noteId: note.id, baseVersion: 1, text: `${note.text} Takes Zoloft.`, confirmed: note.confirmed }
    await expect(psychotherapyNotes.save(save)).rejects.toEqual(failureWith('psychotherapy_note_excluded'))
  })
})

describe('after a transfer of the client', () => {
  test('after a transfer, the author can still read, edit and delete psychotherapy notes, but not add any', async () => {
    const [note, other] = [await add(), await add('The blue chair.')]
    await clinic.owner.clients.transfer({ clientId, therapistId: clinic.to })
    await clinic.nextTherapist.clients.update({ clientId, lastName: 'Rivers' })

    const { psychotherapyNotes } = clinic.therapist
    expect((await psychotherapyNotes.clients()).items).toEqual([
      { clientId, clientName: 'Maya Stone', isOwn: false, noteCount: 2, updatedAt: other.updatedAt },
    ])
    expect(await psychotherapyNotes.ofClient({ clientId })).toMatchObject({
      clientName: 'Maya Stone',
      isOwn: false,
      items: [other, note],
    })
    expect(await psychotherapyNotes.save({ noteId: note.id, baseVersion: 1, ...noteContent })).toMatchObject({
      version: 2,
    })
    await psychotherapyNotes.delete({ noteId: other.id })
    await expect(add()).rejects.toEqual(failureWith('client_missing'))

    for (const api of [clinic.nextTherapist, clinic.owner, clinic.admin]) {
      expect((await api.psychotherapyNotes.clients()).items).toEqual([])
      await expect(api.psychotherapyNotes.save({ noteId: note.id, baseVersion: 2, ...noteContent })).rejects.toEqual(
        failureWith('psychotherapy_note_missing'),
      )
    }
    expect(await clinic.nextTherapist.psychotherapyNotes.ofClient({ clientId })).toMatchObject({
      isOwn: true,
      items: [],
    })
    await psychotherapyNotes.delete({ noteId: note.id })
    await expect(psychotherapyNotes.ofClient({ clientId })).rejects.toEqual(failureWith('client_missing'))
  })

  test('after a transfer and a legal hold, the message of an edit does not advise the author to add a note', async () => {
    const { id: noteId } = await add()
    await clinic.owner.clients.transfer({ clientId, therapistId: clinic.to })
    const hold = { clientId, requestId: randomUUID(), startsOn: '2026-02-01', reason: 'Subpoena' }
    await clinic.nextTherapist.releases.placeHold(hold)
    await expect(
      clinic.therapist.psychotherapyNotes.save({ noteId, baseVersion: 1, text: 'The blue chair.', confirmed: [] }),
    ).rejects.toMatchObject({
      code: 'psychotherapy_note_on_hold_transferred',
      message:
        'The record is under a legal hold since 02/01/2026, so this note cannot be changed. Copy your text to save it elsewhere.',
    })
  })

  test('the former and the next therapist of a client do not see the psychotherapy notes of each other', async () => {
    await add()
    await clinic.owner.clients.transfer({ clientId, therapistId: clinic.to })
    await clinic.nextTherapist.psychotherapyNotes.add({
      clientId,
      requestId: randomUUID(),
      text: 'Mine.',
      confirmed: [],
    })
    expect(
      (await clinic.nextTherapist.psychotherapyNotes.ofClient({ clientId })).items.map(({ text }) => text),
    ).toEqual(['Mine.'])
    const { items } = await clinic.therapist.psychotherapyNotes.ofClient({ clientId })
    expect(items.map(({ text }) => text)).toEqual([noteContent.text])
  })
})

describe('after the author leaves', () => {
  test('no one can read the psychotherapy notes of a former member until the author joins the organization again', async () => {
    const note = await add()
    await clinic.owner.clients.transfer({ clientId, therapistId: clinic.to })
    await clinic.owner.members.remove({ userId: clinic.from })
    for (const api of [clinic.therapist, clinic.nextTherapist, clinic.owner, clinic.admin]) {
      expect((await api.psychotherapyNotes.clients()).items).toEqual([])
      await expect(api.psychotherapyNotes.delete({ noteId: note.id })).rejects.toEqual(
        failureWith('psychotherapy_note_missing'),
      )
    }
    await buildMember(world, { organizationId: clinic.organizationId, userId: clinic.from })
    expect((await clinic.therapist.psychotherapyNotes.ofClient({ clientId })).items).toEqual([note])
  })
})

describe('the audit trail', () => {
  test('the audit trail has an event for each act on a psychotherapy note, and contains no text of the note', async () => {
    const { psychotherapyNotes } = clinic.therapist
    const { id: noteId } = await psychotherapyNotes.add({
      clientId,
      requestId: randomUUID(),
      text: 'Her symptoms as a canary-5d1e would sing them.',
      confirmed: ['symptoms'],
    })
    await psychotherapyNotes.ofClient({ clientId })
    await psychotherapyNotes.save({ noteId, baseVersion: 1, ...noteContent })
    await psychotherapyNotes.delete({ noteId })
    await psychotherapyNotes.clients()
    const events = await world.db
      .selectFrom('audit_events')
      .where('actor_id', '=', clinic.from)
      .orderBy('seq')
      .selectAll()
      .execute()
    const noun = 'psychotherapy_note'
    const about = { client_id: clientId, organization_id: clinic.organizationId, details: {} }
    expect(events).toMatchObject([
      { action: `${noun}.added`, resource_id: noteId, ...about },
      { action: `${noun}.read`, resource_id: clientId, ...about },
      { action: `${noun}.changed`, resource_id: noteId, ...about },
      { action: `${noun}.deleted`, resource_id: noteId, ...about },
      { action: `${noun}.listed`, resource_id: null, details: {} },
    ])
    const trail = await clinic.owner.audit.ofOrganization({})
    const acts = trail.items.map(({ what }) => what)
    expect(acts).toEqual(expect.arrayContaining(['Wrote a psychotherapy note', 'Deleted a psychotherapy note']))
    expect(JSON.stringify([events, trail])).not.toMatch(/canary-5d1e|symptoms/)
  })
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Services } from '#server/context.ts'
import { buildClient, buildMember, buildSession } from '#test/build.ts'
import { buildClinic } from '#test/clinic.ts'
import { createWorkerWorld } from '#test/jobs.ts'
import type { Api, World } from '#test/world.ts'
import { indexDueNotes } from './index-due-notes.ts'

let world: World
let services: Services
let close: () => Promise<void>
beforeAll(async () => {
  ;({ world, services, close } = await createWorkerWorld())
})
afterAll(() => close())

interface Therapist {
  api: Api
  clientId: string
}

async function newTherapist(): Promise<Therapist> {
  const { userId } = await buildMember(world)
  const { id: clientId } = await buildClient(world, { therapistId: userId, firstName: 'Ada', lastName: 'Moss' })
  return { api: await world.as(userId), clientId }
}

/** A session of 2 March 2026 with an empty note. */
async function newNote({ clientId }: Therapist): Promise<string> {
  return (await buildSession(world, { clientId, date: '2026-03-02' })).id
}

async function save({ api }: Therapist, sessionId: string, content: string): Promise<void> {
  const {
    note: { version: baseVersion },
  } = await api.notes.get({ sessionId })
  await api.notes.save({ sessionId, baseVersion, noteType: 'SOAP', sections: [{ title: 'Plan', content }] })
}

async function searchNotes({ api }: Therapist, search: string): Promise<string[]> {
  return (await api.notes.list({ search })).items.map(({ sessionId }) => sessionId)
}

/** Makes the index of a note overdue by some seconds. */
const becomeDue = (sessionId: string, seconds: number) =>
  world.db
    .updateTable('notes')
    .set({ search_due_since: new Date(Date.now() - seconds * 1000) })
    .where('session_id', '=', sessionId)
    .execute()

const noteOf = (sessionId: string) =>
  world.db.selectFrom('notes').selectAll().where('session_id', '=', sessionId).executeTakeFirstOrThrow()

const wordsOf = async (sessionId: string) =>
  (
    await world.db
      .selectFrom('note_search')
      .select('words')
      .where('session_id', '=', sessionId)
      .executeTakeFirstOrThrow()
  ).words

test('the newest words of a saved note are found at once, and indexed when the change is a minute old', async () => {
  const therapist = await newTherapist()
  const sessionId = await newNote(therapist)
  await save(therapist, sessionId, 'Walks to the harbour.')
  expect(await searchNotes(therapist, 'harbour moss')).toEqual([sessionId])
  await becomeDue(sessionId, 55)
  await indexDueNotes(services)
  expect(await wordsOf(sessionId)).toEqual(['ada', 'moss'])
  await becomeDue(sessionId, 65)
  await indexDueNotes(services)
  expect(await wordsOf(sessionId)).toEqual(['ada', 'moss', 'walks', 'to', 'the', 'harbour'])
  expect(await searchNotes(therapist, 'harbour moss')).toEqual([sessionId])
})

test('a removed word is not found, although it is still in the index', async () => {
  const therapist = await newTherapist()
  const sessionId = await newNote(therapist)
  await save(therapist, sessionId, 'Walks to the harbour.')
  await becomeDue(sessionId, 65)
  await indexDueNotes(services)
  await save(therapist, sessionId, 'Walks to the mill.')
  expect(await wordsOf(sessionId)).toContain('harbour')
  expect([await searchNotes(therapist, 'harbour'), await searchNotes(therapist, 'mill')]).toEqual([[], [sessionId]])
})

test('indexing a note changes nothing else of it, even if it is signed', async () => {
  const therapist = await newTherapist()
  const sessionId = await newNote(therapist)
  await save(therapist, sessionId, 'Walks to the harbour.')
  await world.db.updateTable('notes').set({ status: 'signed' }).where('session_id', '=', sessionId).execute()
  await becomeDue(sessionId, 65)
  const before = await noteOf(sessionId)
  await indexDueNotes(services)
  expect(await noteOf(sessionId)).toEqual({ ...before, search_due_since: null })
  expect(await wordsOf(sessionId)).toContain('harbour')
})

test('a note is indexed a minute after the first change, even if it is saved continuously', async () => {
  const therapist = await newTherapist()
  const sessionId = await newNote(therapist)
  await save(therapist, sessionId, 'Walks.')
  await becomeDue(sessionId, 65)
  const { search_due_since: since } = await noteOf(sessionId)
  await save(therapist, sessionId, 'Walks home.')
  expect((await noteOf(sessionId)).search_due_since).toEqual(since)
  await indexDueNotes(services)
  expect(await wordsOf(sessionId)).toContain('home')
})

test('a note that is being saved is indexed in a later run', async () => {
  const therapist = await newTherapist()
  const [held, free] = [await newNote(therapist), await newNote(therapist)]
  for (const sessionId of [held, free]) {
    await save(therapist, sessionId, 'Walks.')
    await becomeDue(sessionId, 65)
  }
  await world.db.transaction().execute(async (saving) => {
    await saving.selectFrom('notes').where('session_id', '=', held).select('session_id').forUpdate().execute()
    await indexDueNotes(services)
  })
  expect([await wordsOf(held), await wordsOf(free)]).toEqual([
    ['ada', 'moss'],
    ['ada', 'moss', 'walks'],
  ])
  await indexDueNotes(services)
  expect(await wordsOf(held)).toContain('walks')
})

test('a note of a session that does not take place is indexed without words, and only once', async () => {
  const therapist = await newTherapist()
  const sessionId = await newNote(therapist)
  await save(therapist, sessionId, 'Walks.')
  await world.db.updateTable('sessions').set({ status: 'cancelled' }).where('id', '=', sessionId).execute()
  await becomeDue(sessionId, 65)
  await indexDueNotes(services)
  expect(await searchNotes(therapist, 'walks')).toEqual([])
  expect((await noteOf(sessionId)).search_due_since).toBeNull()
})

test('the search finds a note by the client’s new name and therapist if both change before it is indexed', async () => {
  const clinic = await buildClinic(world)
  const { userId: other } = await buildMember(world, { organizationId: clinic.organizationId })
  const { id: clientId } = await buildClient(world, { therapistId: clinic.therapistId, lastName: 'Quillfeather' })
  const former = { api: clinic.therapist, clientId }
  const next = { api: await world.as(other), clientId }
  const sessionId = await newNote(former)
  await save(former, sessionId, 'Sails to Zanzibar 😀 שלום.')
  await clinic.admin.clients.update({ clientId, lastName: 'Thorne' })
  await clinic.owner.clients.transfer({ clientId, therapistId: other, mayStayUnsigned: true })
  for (const state of ['just saved', 'indexed']) {
    if (state === 'indexed') {
      await becomeDue(sessionId, 65)
      await indexDueNotes(services)
    }
    for (const search of ['zanzibar thorne', 'שלום']) {
      expect([state, search, await searchNotes(next, search)]).toEqual([state, search, [sessionId]])
      expect(await searchNotes(former, search)).toEqual([])
      expect(await searchNotes({ api: clinic.otherOwner, clientId }, search)).toEqual([])
    }
    expect(await searchNotes(next, 'quillfeather')).toEqual([])
  }
})

test('pages with both unindexed and indexed notes of several months have no gap or repeat and are in order', async () => {
  const therapist = await newTherapist()
  const dates = Array.from({ length: 40 }, (_, n) => `2026-0${1 + (n % 5)}-1${n % 4}`)
  const written: string[] = []
  for (const [n, date] of dates.entries()) {
    const { id } = await buildSession(world, { clientId: therapist.clientId, date })
    await save(therapist, id, n % 7 === 6 ? 'Sails.' : 'Walks.')
    if (n % 2 === 0) {
      await becomeDue(id, 65)
      await indexDueNotes(services)
    }
    if (n % 7 !== 6) written.push(id)
  }
  const first = await therapist.api.notes.list({ search: 'walk' })
  const second = await therapist.api.notes.list({ search: 'walk', after: first.next })
  const all = [...first.items, ...second.items]
  expect([first.items.length, second.next]).toEqual([30, null])
  expect(new Set(all.map(({ sessionId }) => sessionId))).toEqual(new Set(written))
  expect(all.map(({ date }) => date)).toEqual(
    all
      .map(({ date }) => date)
      .toSorted()
      .toReversed(),
  )
})

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

/** Creates a session of 2 March 2026 with an empty note. */
async function newNote({ clientId }: Therapist): Promise<string> {
  return (await buildSession(world, { clientId, date: '2026-03-02' })).id
}

async function saveNote({ api }: Therapist, sessionId: string, content: string): Promise<void> {
  const {
    note: { version: baseVersion },
  } = await api.notes.get({ sessionId })
  await api.notes.save({ sessionId, baseVersion, noteType: 'SOAP', sections: [{ title: 'Plan', content }] })
}

async function searchNotes({ api }: Therapist, search: string): Promise<string[]> {
  return (await api.notes.list({ search })).items.map(({ sessionId }) => sessionId)
}

/** Sets the time since which the index of a note is due to some seconds ago. */
const setDueSince = (sessionId: string, seconds: number) =>
  world.db
    .updateTable('notes')
    .set({ search_due_since: new Date(Date.now() - seconds * 1000) })
    .where('session_id', '=', sessionId)
    .execute()

const findNote = (sessionId: string) =>
  world.db.selectFrom('notes').selectAll().where('session_id', '=', sessionId).executeTakeFirstOrThrow()

const indexedWords = async (sessionId: string) =>
  (
    await world.db
      .selectFrom('note_search')
      .select('words')
      .where('session_id', '=', sessionId)
      .executeTakeFirstOrThrow()
  ).words

test('the search finds the newest words of a note at once, and the words are indexed when the change is a minute old', async () => {
  const therapist = await newTherapist()
  const sessionId = await newNote(therapist)
  await saveNote(therapist, sessionId, 'Walks to the harbour.')
  expect(await searchNotes(therapist, 'harbour moss')).toEqual([sessionId])
  await setDueSince(sessionId, 55)
  await indexDueNotes(services)
  expect(await indexedWords(sessionId)).toEqual(['ada', 'moss'])
  await setDueSince(sessionId, 65)
  await indexDueNotes(services)
  expect(await indexedWords(sessionId)).toEqual(['ada', 'moss', 'walks', 'to', 'the', 'harbour'])
  expect(await searchNotes(therapist, 'harbour moss')).toEqual([sessionId])
})

test('the search does not find a note by a removed word that is still in the index', async () => {
  const therapist = await newTherapist()
  const sessionId = await newNote(therapist)
  await saveNote(therapist, sessionId, 'Walks to the harbour.')
  await setDueSince(sessionId, 65)
  await indexDueNotes(services)
  await saveNote(therapist, sessionId, 'Walks to the mill.')
  expect(await indexedWords(sessionId)).toContain('harbour')
  expect([await searchNotes(therapist, 'harbour'), await searchNotes(therapist, 'mill')]).toEqual([[], [sessionId]])
})

test('indexing a signed note changes no other column of the note', async () => {
  const therapist = await newTherapist()
  const sessionId = await newNote(therapist)
  await saveNote(therapist, sessionId, 'Walks to the harbour.')
  await world.db.updateTable('notes').set({ status: 'signed' }).where('session_id', '=', sessionId).execute()
  await setDueSince(sessionId, 65)
  const before = await findNote(sessionId)
  await indexDueNotes(services)
  expect(await findNote(sessionId)).toEqual({ ...before, search_due_since: null })
  expect(await indexedWords(sessionId)).toContain('harbour')
})

test('a note is indexed a minute after its first change, even if it was saved again since', async () => {
  const therapist = await newTherapist()
  const sessionId = await newNote(therapist)
  await saveNote(therapist, sessionId, 'Walks.')
  await setDueSince(sessionId, 65)
  const { search_due_since: since } = await findNote(sessionId)
  await saveNote(therapist, sessionId, 'Walks home.')
  expect((await findNote(sessionId)).search_due_since).toEqual(since)
  await indexDueNotes(services)
  expect(await indexedWords(sessionId)).toContain('home')
})

test('a note that another transaction locks is skipped and indexed in the next run', async () => {
  const therapist = await newTherapist()
  const [lockedId, unlockedId] = [await newNote(therapist), await newNote(therapist)]
  for (const sessionId of [lockedId, unlockedId]) {
    await saveNote(therapist, sessionId, 'Walks.')
    await setDueSince(sessionId, 65)
  }
  await world.db.transaction().execute(async (saving) => {
    await saving.selectFrom('notes').where('session_id', '=', lockedId).select('session_id').forUpdate().execute()
    await indexDueNotes(services)
  })
  expect([await indexedWords(lockedId), await indexedWords(unlockedId)]).toEqual([
    ['ada', 'moss'],
    ['ada', 'moss', 'walks'],
  ])
  await indexDueNotes(services)
  expect(await indexedWords(lockedId)).toContain('walks')
})

test('a note whose client is being renamed is indexed in the next run, under the new name', async () => {
  const therapist = await newTherapist()
  const sessionId = await newNote(therapist)
  await saveNote(therapist, sessionId, 'Walks.')
  await setDueSince(sessionId, 65)
  await world.db.transaction().execute(async (renaming) => {
    const client = renaming.updateTable('clients').set({ first_name: 'Bea' })
    await client.where('id', '=', therapist.clientId).execute()
    await indexDueNotes(services)
  })
  expect((await findNote(sessionId)).search_due_since).not.toBeNull()
  await indexDueNotes(services)
  expect(await indexedWords(sessionId)).toEqual(['bea', 'moss', 'walks'])
})

test('a note of a canceled session does not stay due, and the search does not find the note', async () => {
  const therapist = await newTherapist()
  const sessionId = await newNote(therapist)
  await saveNote(therapist, sessionId, 'Walks.')
  await world.db.updateTable('sessions').set({ status: 'cancelled' }).where('id', '=', sessionId).execute()
  await setDueSince(sessionId, 65)
  await indexDueNotes(services)
  expect(await searchNotes(therapist, 'walks')).toEqual([])
  expect((await findNote(sessionId)).search_due_since).toBeNull()
})

test('only the next therapist finds a note, by the client’s new name, before and after the note is indexed', async () => {
  const clinic = await buildClinic(world)
  const { userId: other } = await buildMember(world, { organizationId: clinic.organizationId })
  const { id: clientId } = await buildClient(world, { therapistId: clinic.therapistId, lastName: 'Quillfeather' })
  const former = { api: clinic.therapist, clientId }
  const next = { api: await world.as(other), clientId }
  const sessionId = await newNote(former)
  await saveNote(former, sessionId, 'Sails to Zanzibar 😀 שלום.')
  await clinic.admin.clients.update({ clientId, lastName: 'Thorne' })
  await clinic.owner.clients.transfer({ clientId, therapistId: other, mayStayUnsigned: true })
  for (const state of ['just saved', 'indexed']) {
    if (state === 'indexed') {
      await setDueSince(sessionId, 65)
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

test('pages of a search contain each matching note once and newest first, whether or not the notes are indexed', async () => {
  const therapist = await newTherapist()
  const dates = Array.from({ length: 40 }, (_, n) => `2026-0${1 + (n % 5)}-1${n % 4}`)
  const written: string[] = []
  for (const [n, date] of dates.entries()) {
    const { id } = await buildSession(world, { clientId: therapist.clientId, date })
    await saveNote(therapist, id, n % 7 === 6 ? 'Sails.' : 'Walks.')
    if (n % 2 === 0) {
      await setDueSince(id, 65)
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

// Over 400 lines: the list, its search, its dates and its access use notes that the same functions write and index.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Services } from '#server/context.ts'
import { buildClient, buildDraftedNote, buildMember, buildSession, buildUser } from '#test/build.ts'
import { buildClinic, type Clinic } from '#test/clinic.ts'
import { createWorkerWorld } from '#test/jobs.ts'
import type { Api, World } from '#test/world.ts'
import { indexDueNotes } from './index-due-notes.ts'

let world: World
let clinic: Clinic
let services: Services
let close: () => Promise<void>
beforeAll(async () => {
  ;({ world, services, close } = await createWorkerWorld())
  clinic = await buildClinic(world)
})
afterAll(() => close())

/** True if `writeNote` also indexes the note, as the job does a minute after a change. */
let indexesWords = false
const states = [
  { state: 'just saved', indexes: false },
  { state: 'indexed', indexes: true },
]

/** Indexes saved notes at once. In the product, the job `notes.index` does this a minute later. */
async function indexAll() {
  const due = world.db.updateTable('notes').where('search_due_since', 'is not', null)
  await due.set({ search_due_since: new Date(Date.now() - 120_000) }).execute()
  await indexDueNotes(services)
}

/** Creates a therapist of the clinic who has no notes. */
async function newTherapist(managedBy?: string): Promise<{ id: string; api: Api }> {
  const { organizationId } = clinic
  const { userId } = await buildMember(world, { organizationId, ...(managedBy && { managedBy }) })
  return { id: userId, api: await world.as(userId) }
}

/** Creates a session whose note has this text. */
async function writeNote(
  therapistId: string,
  values: { content?: string; date?: string; startTime?: string; firstName?: string; lastName?: string } = {},
): Promise<string> {
  const { firstName = 'Ada', lastName = 'Moss', date = '2026-03-02', startTime = '09:00' } = values
  const { id: clientId } = await buildClient(world, { therapistId, firstName, lastName })
  const { id: sessionId } = await buildSession(world, { clientId, date })
  const sections = [
    { title: 'Subjective', content: 'Not discussed in this session.', statements: [] },
    { title: 'Plan', content: values.content ?? 'Keep a diary.', statements: [] },
  ]
  await world.db.updateTable('sessions').set({ start_time: startTime }).where('id', '=', sessionId).execute()
  await world.db
    .updateTable('notes')
    .set({ state: 'ready', version: 1, sections: JSON.stringify(sections) })
    .where('session_id', '=', sessionId)
    .execute()
  if (indexesWords) await indexAll()
  return sessionId
}

async function idsFound(api: Api, search = ''): Promise<string[]> {
  return (await api.notes.list({ search })).items.map(({ sessionId }) => sessionId)
}

/** Reads all pages of the list, in order. */
async function allPages(api: Api, search = ''): Promise<string[][]> {
  const pages: string[][] = []
  let after: Awaited<ReturnType<Api['notes']['list']>>['next'] = null
  do {
    const { items, next } = await api.notes.list({ search, after })
    pages.push(items.map(({ sessionId }) => sessionId))
    after = next
  } while (after)
  return pages
}

describe('the list of notes', () => {
  test('the list of notes shows the client, the date and one line of each note', async () => {
    const { id, api } = await newTherapist()
    const sessionId = await writeNote(id, { content: 'Keep a diary. Call on Friday.', startTime: '14:00' })
    const { items, next } = await api.notes.list({})
    expect(next).toBeNull()
    expect(items).toEqual([
      {
        sessionId,
        client: { id: expect.any(String), firstName: 'Ada', lastName: 'Moss' },
        therapistName: null,
        date: '2026-03-02',
        startTime: '14:00',
        endTime: '09:50',
        type: 'Individual',
        settingType: 'telehealth',
        sessionStatus: 'completed',
        noteType: 'SOAP',
        noteState: 'ready',
        noteStatus: 'draft',
        toWrite: false,
        waitsForTranscript: false,
        toReview: 0,
        line: 'Keep a diary.',
      },
    ])
  })

  test('the list of notes has the newest session first, also within a day', async () => {
    const { id, api } = await newTherapist()
    const noon = await writeNote(id, { startTime: '12:00' })
    const later = await writeNote(id, { date: '2026-03-03', startTime: '08:00' })
    const morning = await writeNote(id, { startTime: '08:00' })
    expect(await idsFound(api)).toEqual([later, noon, morning])
  })

  test('the list of notes shows no line for an unwritten note', async () => {
    const { id, api } = await newTherapist()
    const { id: clientId } = await buildClient(world, { therapistId: id })
    await buildSession(world, { clientId, status: 'processing' })
    expect((await api.notes.list({})).items).toMatchObject([
      { noteState: 'waiting', sessionStatus: 'processing', line: '' },
    ])
  })

  test('the list of notes and its search omit notes of canceled sessions', async () => {
    const { id, api } = await newTherapist()
    const sessionId = await writeNote(id)
    const setStatus = (status: string) =>
      world.db.updateTable('sessions').set({ status }).where('id', '=', sessionId).execute()
    await setStatus('cancelled')
    expect(await idsFound(api)).toEqual([])
    expect(await idsFound(api, 'diary')).toEqual([])
    await setStatus('completed')
    expect(await idsFound(api)).toEqual([sessionId])
    expect(await idsFound(api, 'diary')).toEqual([sessionId])
  })

  test('the list of notes and its search follow the new date of a session', async () => {
    const { id, api } = await newTherapist()
    const moved = await writeNote(id, { date: '2026-03-02' })
    const other = await writeNote(id, { date: '2026-03-05' })
    const before = await idsFound(api, 'diary')
    await world.db.updateTable('sessions').set({ date: '2027-01-04' }).where('id', '=', moved).execute()
    expect([before, await idsFound(api, 'diary'), await idsFound(api)]).toEqual([
      [other, moved],
      [moved, other],
      [moved, other],
    ])
  })

  test('the pages of the list contain each note once, even if many sessions begin at the same time', async () => {
    const { id, api } = await newTherapist()
    const written: string[] = []
    for (let n = 0; n < 65; n++) written.push(await writeNote(id, { date: n < 40 ? '2026-03-02' : '2025-12-30' }))
    for (const search of ['', 'diary']) {
      const pages = await allPages(api, search)
      expect(pages.map((page) => page.length)).toEqual([30, 30, 5])
      expect(pages.flat().toSorted()).toEqual(written.toSorted())
      expect(new Set(pages.flat().slice(0, 40))).toEqual(new Set(written.slice(0, 40)))
    }
  })

  test('the list of notes returns at most the requested number of notes and a cursor', async () => {
    const { id, api } = await newTherapist()
    for (const date of ['2026-03-01', '2026-03-02', '2026-03-03']) await writeNote(id, { date })
    const first = await api.notes.list({ limit: 1 })
    expect(first.items.map(({ date }) => date)).toEqual(['2026-03-03'])
    const second = await api.notes.list({ limit: 2, after: first.next })
    expect(second.items.map(({ date }) => date)).toEqual(['2026-03-02', '2026-03-01'])
    expect(second.next).toBeNull()
    await expect(api.notes.list({ limit: 31 })).rejects.toMatchObject({ code: 'input_invalid' })
  })

  test('the list of notes rejects an invalid cursor', async () => {
    const after = { date: 'yesterday', time: '09:00', sessionId: 'x' }
    await expect(clinic.therapist.notes.list({ after })).rejects.toMatchObject({ code: 'input_invalid', status: 422 })
  })

  test('the audit event of a note search does not contain the search words', async () => {
    const { id, api } = await newTherapist()
    await api.notes.list({ search: 'divorce' })
    const events = await world.db.selectFrom('audit_events').selectAll().where('actor_id', '=', id).execute()
    expect(events).toMatchObject([
      { action: 'note.listed', details: { isSearch: true, isDateRange: false, isFirstPage: true } },
    ])
    expect(JSON.stringify(events)).not.toContain('divorce')
  })
})

describe.each(states)('searching notes that are $state', ({ indexes }) => {
  beforeAll(async () => {
    indexesWords = indexes
    clinic = await buildClinic(world)
  })
  afterAll(() => {
    indexesWords = false
  })

  test('a note search finds words of the note and the client’s name by prefix, in any order', async () => {
    const { id, api } = await newTherapist()
    const sessionId = await writeNote(id, {
      content: 'Slept badly. Avoids the self-check.',
      firstName: 'Zoë',
      lastName: 'O’Brien',
    })
    await writeNote(id, { content: 'Wants to move out.', firstName: 'Sam', lastName: 'Okoro' })
    for (const search of [
      'badly',
      'BAD',
      'bad slep',
      'zoe',
      'Zoë',
      "o'brien",
      'obri badly',
      'self-check',
      ' badly, zoë! ',
    ]) {
      expect([search, await idsFound(api, search)]).toEqual([search, [sessionId]])
    }
    for (const search of ['adly', 'badly okoro', 'quetzal', '!!', "'; drop table notes --", 'x:* | y', '\\']) {
      expect([search, await idsFound(api, search)]).toEqual([search, []])
    }
  })

  test('a note search shows the sentence that matches', async () => {
    const { id, api } = await newTherapist()
    await writeNote(id, { content: 'Keep a diary. Call the sister on Friday.' })
    expect((await api.notes.list({ search: 'SIST' })).items).toMatchObject([{ line: 'Call the sister on Friday.' }])
    expect((await api.notes.list({ search: 'moss' })).items).toMatchObject([{ line: 'Keep a diary.' }])
  })

  test('a note search covers all years', async () => {
    const { id, api } = await newTherapist()
    const dates = ['2026-03-02', '2026-03-01', '2025-12-31', '2019-02-28', '1999-06-15']
    const written: string[] = []
    for (const date of dates) written.push(await writeNote(id, { date, content: 'About the harbour master.' }))
    await writeNote(id, { date: '2024-05-05', content: 'About the harbour.' })
    // A search reads fewer newer notes than these without the index.
    for (let n = 0; n < 70; n++) await writeNote(id, { date: '2026-04-01', content: 'The master of the house.' })
    for (const search of ['harbour master', 'mas harb about']) {
      expect(await idsFound(api, search)).toEqual(written)
      for (const colleague of [clinic.admin, clinic.owner]) expect(await idsFound(colleague, search)).toEqual(written)
      for (const colleague of [clinic.colleague, clinic.otherOwner])
        expect(await idsFound(colleague, search)).toEqual([])
    }
    expect(await idsFound(api, 'harbour house')).toEqual([])
    expect(await idsFound(api, 'zzyzx')).toEqual([])
  })

  test('a note search uses the text of the newest save and a client’s new name', async () => {
    const { id, api } = await newTherapist()
    const { id: clientId } = await buildClient(world, { therapistId: id, firstName: 'Ada', lastName: 'Moss' })
    const { id: sessionId } = await buildSession(world, { clientId })
    await buildDraftedNote(world, { sessionId })
    expect(await idsFound(api, 'wake')).toEqual([sessionId])
    await api.notes.save({
      sessionId,
      baseVersion: 1,
      noteType: 'SOAP',
      sections: [{ title: 'Subjective', content: 'Sleeps through.' }],
    })
    expect(await idsFound(api, 'wake')).toEqual([])
    expect(await idsFound(api, 'through moss')).toEqual([sessionId])
    const admin = clinic.admin
    await admin.clients.update({ clientId, lastName: 'Thorne' })
    expect(await idsFound(api, 'moss')).toEqual([])
    expect(await idsFound(api, 'through thorne')).toEqual([sessionId])
  })

  test('a note search finds a word of the longest possible note', async () => {
    const { id, api } = await newTherapist()
    const words = Array.from({ length: 9000 }, (_, n) => `${'𝔤𝔬'.repeat(12)}wort${n.toString(36)}`)
    const content = words.join(' ').slice(0, 100_000)
    const sessionId = await writeNote(id, { content })
    expect(await idsFound(api, words[0])).toEqual([sessionId])
  })
})

describe.each(states)('notes by date that are $state', ({ indexes }) => {
  beforeAll(async () => {
    indexesWords = indexes
    clinic = await buildClinic(world)
  })
  afterAll(() => {
    indexesWords = false
  })

  const dates = ['2026-11-01', '2026-10-31', '2026-10-15', '2026-10-01', '2026-09-30', '2025-10-15']

  /** Creates a therapist with a note on each of these days. */
  async function newTherapistWithNotes(values: { firstName?: string; content?: string } = {}) {
    const supervisor = (await buildMember(world, { organizationId: clinic.organizationId, role: 'supervisor' })).userId
    const { id, api } = await newTherapist(supervisor)
    const dayOfNote = new Map<string, string>()
    for (const date of dates) dayOfNote.set(await writeNote(id, { ...values, date }), date)
    const daysFound = async (input: Parameters<Api['notes']['list']>[0], reader = api) =>
      (await reader.notes.list(input)).items.flatMap(({ sessionId }) => dayOfNote.get(sessionId) ?? [])
    return { id, api, daysFound, dayOfNote, supervisor: await world.as(supervisor) }
  }

  test('a date range of notes includes its first and last day, with and without a search', async () => {
    const { daysFound } = await newTherapistWithNotes()
    for (const search of ['', 'diary']) {
      const october = { search, from: '2026-10-01', to: '2026-10-31' }
      expect(await daysFound(october)).toEqual(['2026-10-31', '2026-10-15', '2026-10-01'])
      expect(await daysFound({ search, from: '2026-10-31' })).toEqual(['2026-11-01', '2026-10-31'])
      expect(await daysFound({ search, to: '2026-09-30' })).toEqual(['2026-09-30', '2025-10-15'])
      expect(await daysFound({ search, from: '2026-10-02', to: '2026-10-01' })).toEqual([])
    }
    expect(await daysFound({ search: 'quetzal', from: '2026-10-01', to: '2026-10-31' })).toEqual([])
  })

  test('a date range of notes is returned in pages', async () => {
    const { api } = await newTherapistWithNotes()
    for (const search of ['', 'diary', 'October 2026']) {
      const range = { search, from: '2026-10-01', to: '2026-10-31' }
      const first = await api.notes.list({ ...range, limit: 2 })
      const second = await api.notes.list({ ...range, limit: 2, after: first.next })
      expect([first, second].map(({ items }) => items.map(({ date }) => date))).toEqual([
        ['2026-10-31', '2026-10-15'],
        ['2026-10-01'],
      ])
      expect(second.next).toBeNull()
    }
  })

  test.each(['October 2026', 'oct 2026', '10/2026', '2026-10', 'ada 10/2026', 'Oct 2026 diary'])(
    'the note search %s finds that month for everyone who may see the notes, and nothing for others',
    async (search) => {
      const { daysFound, supervisor, dayOfNote } = await newTherapistWithNotes()
      const ids = [...dayOfNote.keys()]
      const expected = ['2026-10-31', '2026-10-15', '2026-10-01']
      for (const reader of [undefined, supervisor]) expect(await daysFound({ search }, reader)).toEqual(expected)
      for (const reader of [clinic.owner, clinic.admin]) {
        const found = new Set((await allPages(reader, search)).flat())
        expect(ids.filter((id) => found.has(id)).map((id) => dayOfNote.get(id))).toEqual(expected)
      }
      for (const reader of [clinic.colleague, clinic.otherSupervisor, clinic.otherOwner])
        expect(await daysFound({ search }, reader)).toEqual([])
    },
  )

  test('a note search for a month without a year finds the latest such month, and notes with its name in the text', async () => {
    const now = new Date()
    const month = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' }).format(now)
    const thisMonth = now.toISOString().slice(0, 7)
    const { id, api } = await newTherapist()
    const inMonth = await writeNote(id, { date: `${thisMonth}-01` })
    const lastYear = await writeNote(id, { date: `${Number(thisMonth.slice(0, 4)) - 1}${thisMonth.slice(4)}-01` })
    const named = await writeNote(id, { date: '2019-02-03', content: `Since ${month} it is better.` })
    const both = await writeNote(id, { date: `${thisMonth}-02`, content: `Until ${month}.` })
    await writeNote(id, { date: '2019-02-04' })
    for (const search of [month, month.slice(0, 3).toUpperCase()])
      expect(await idsFound(api, search)).toEqual([both, inMonth, named])
    expect(await idsFound(api, `${month} ${Number(thisMonth.slice(0, 4)) - 1}`)).toEqual([lastYear])
    expect(await idsFound(api, `ada ${month}`)).toEqual([both, inMonth, named])
    expect(await idsFound(api, `nobody ${month}`)).toEqual([])
  })

  test('a note search finds a client named like a month', async () => {
    const { daysFound } = await newTherapistWithNotes({ firstName: 'April' })
    expect(await daysFound({ search: 'April' })).toEqual(dates)
    expect(await daysFound({ search: 'April 10/2026' })).toEqual(['2026-10-31', '2026-10-15', '2026-10-01'])
  })

  test.each([{ from: '10/01/2026' }, { to: '2026-02-30' }])(
    'the list of notes rejects the date range %j',
    async (range) => {
      await expect(clinic.therapist.notes.list(range)).rejects.toMatchObject({ code: 'input_invalid' })
    },
  )

  test('the audit event of a date range of notes does not contain its days', async () => {
    const { id, api } = await newTherapist()
    await api.notes.list({ from: '2026-10-01' })
    const events = await world.db.selectFrom('audit_events').selectAll().where('actor_id', '=', id).execute()
    expect(events).toMatchObject([{ details: { isSearch: false, isDateRange: true, isFirstPage: true } }])
    expect(JSON.stringify(events[0]?.details)).not.toContain('2026')
  })
})

describe('access to the list of notes', () => {
  test('therapists list their own notes, supervisors also those of their therapists, owner and admin those of the organization', async () => {
    const { organizationId } = clinic
    const supervisor = (await buildMember(world, { organizationId, role: 'supervisor' })).userId
    const word = 'lighthouse'
    const supervised = await newTherapist(supervisor)
    const other = await newTherapist()
    const ids = {
      supervised: await writeNote(supervised.id, { content: `The ${word}.`, date: '2028-01-05' }),
      colleagues: await writeNote(other.id, { content: `A ${word}.`, date: '2028-01-04' }),
      supervisors: await writeNote(supervisor, { content: `My ${word}.`, date: '2028-01-03' }),
    }
    const { userId: stranger } = await buildMember(world)
    const strangers = await writeNote(stranger, { content: `Their ${word}.` })
    const alone = await buildUser(world)
    const withoutOrganization = await writeNote(alone, { content: `One ${word}.` })
    const foundAndListed = async (api: Api) => [
      await idsFound(api, word),
      (await idsFound(api)).filter((one) => all.has(one)),
    ]
    const all = new Set([...Object.values(ids), strangers, withoutOrganization])
    const both = (found: string[]) => [found, found]

    expect(await foundAndListed(supervised.api)).toEqual(both([ids.supervised]))
    expect(await foundAndListed(other.api)).toEqual(both([ids.colleagues]))
    expect(await foundAndListed(await world.as(supervisor))).toEqual(both([ids.supervised, ids.supervisors]))
    for (const api of [clinic.admin, clinic.owner]) expect(await foundAndListed(api)).toEqual(both(Object.values(ids)))
    for (const api of [clinic.colleague, clinic.otherSupervisor, clinic.otherOwner])
      expect(await foundAndListed(api)).toEqual(both([]))
    expect(await foundAndListed(await world.as(stranger))).toEqual(both([strangers]))
    expect(await foundAndListed(await world.as(alone))).toEqual(both([withoutOrganization]))
    await expect(clinic.anonymous.notes.list({})).rejects.toMatchObject({ code: 'not_signed_in' })
  })

  test('a supervisor of the same therapist in two organizations lists each note once', async () => {
    const supervisor = await buildUser(world)
    const therapist = await buildUser(world)
    for (const { organizationId } of [await buildMember(world), await buildMember(world)]) {
      await buildMember(world, { organizationId, userId: supervisor, role: 'supervisor' })
      await buildMember(world, { organizationId, userId: therapist, managedBy: supervisor })
    }
    const note = await writeNote(therapist, { content: 'The only ferryman.' })
    const api = await world.as(supervisor)
    expect([await idsFound(api), await idsFound(api, 'ferryman')]).toEqual([[note], [note]])
  })

  test('an owner also lists their own notes that belong to no organization, and each note once', async () => {
    const { organizationId, userId: owner } = await buildMember(world, { role: 'owner' })
    const { id: clientId } = await buildClient(world, { therapistId: owner, organizationId: null })
    const outside = (await buildSession(world, { clientId, date: '2026-02-01' })).id
    const inside = await writeNote(owner, { date: '2026-02-02' })
    const ofTherapist = await writeNote((await buildMember(world, { organizationId })).userId, { date: '2026-02-03' })
    await buildDraftedNote(world, { sessionId: outside })
    const api = await world.as(owner)
    expect(await idsFound(api)).toEqual([ofTherapist, inside, outside])
    expect(await idsFound(api, 'ada')).toEqual([ofTherapist, inside])
    expect(await idsFound(api, 'okoro')).toEqual([outside])
  })

  test('the list of notes names the therapist of a note, except to that therapist', async () => {
    const { organizationId } = clinic
    const userId = await buildUser(world, { firstName: 'Lena', lastName: 'Brandt' })
    await buildMember(world, { organizationId, userId })
    await writeNote(userId, { content: 'Only for windmills.' })
    const nameFor = async (api: Api) => (await api.notes.list({ search: 'windmills' })).items[0]?.therapistName
    expect(await nameFor(clinic.owner)).toBe('Lena Brandt')
    expect(await nameFor(await world.as(userId))).toBeNull()
  })
})

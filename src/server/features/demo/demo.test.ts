import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '#shared/contract/clients.ts'
import { type NotePage, NoteType } from '#shared/contract/notes.ts'
import type { NoteSignatures } from '#shared/contract/signatures.ts'
import { locateQuote } from '#server/clinical-text/evidence/quotes.ts'
import type { Transcript } from '#shared/contract/transcripts.ts'
import { addDays } from '#shared/rules/calendar.ts'
import { addMinutes, localDateTime } from '#shared/rules/local-time.ts'
import { sectionsOf } from '#shared/rules/note-types.ts'
import type { Mail } from '#server/providers/mail/port.ts'
import { probeMedia } from '#server/providers/media/probe.ts'
import { type BrowserResponse, type Browser, createMailWorld, openBrowser } from '#test/browser.ts'
import { enterDemo } from '#test/enter-demo.ts'
import { type Api, createWorld, type World } from '#test/world.ts'
import { demoClients, demoPractice, demoTimeZone, team } from './members-and-clients.ts'
import { readSpoken } from './recording.ts'
import { readScript } from './script.ts'

/** The preparation takes half a minute, and minutes on a busy machine. */
const preparationTimeoutMs = 240_000

let world: World
/** When the preparation began, in the time zone of the practice. */
let begunAt: { date: string; time: string }
let sent: Mail[]
/** The first two visits, made in parallel. */
let visits: Visit[]
let maya: Api
let pages: NotePage[]
let transcripts: Transcript[]

interface Visit {
  browser: Browser
  answer: BrowserResponse
}

async function visit(): Promise<Visit> {
  const browser = openBrowser(world)
  return { browser, answer: await enterDemo(browser) }
}

beforeAll(async () => {
  const made = await createMailWorld()
  world = made.world
  sent = made.mail.sent
  await world.worker()
  begunAt = localDateTime(new Date(), demoTimeZone)
  visits = await Promise.all([visit(), visit()])
  maya = await world.as(team.maya.id)
  pages = await notesOf(maya)
  transcripts = await Promise.all(pages.map(({ session }) => maya.transcripts.get({ sessionId: session.id })))
}, preparationTimeoutMs)
afterAll(() => world.close())

async function allClients(api: Api): Promise<Client[]> {
  const clients: Client[] = []
  for (let page = 1; ; page++) {
    const { items, total } = await api.clients.list({ status: 'all', page })
    clients.push(...items)
    if (clients.length >= total) return clients
  }
}

async function sessionsOf(api: Api, clientId: string) {
  const { items, total, pageSize } = await api.sessions.listForClient({ clientId })
  for (let page = 2; (page - 1) * pageSize < total; page++) {
    items.push(...(await api.sessions.listForClient({ clientId, page })).items)
  }
  return items
}

const visibleClientCount = async (id: string) => (await allClients(await world.as(id))).length
const clientCountOf = (...keys: string[]) => demoClients.filter(({ therapist }) => keys.includes(therapist)).length

/** Reads the notes of all completed sessions that the caller may see. */
async function notesOf(api: Api): Promise<NotePage[]> {
  const found: NotePage[] = []
  for (const { id } of await allClients(api)) {
    const held = (await sessionsOf(api, id)).filter(({ status }) => status === 'completed')
    found.push(...(await Promise.all(held.map((session) => api.notes.get({ sessionId: session.id })))))
  }
  return found
}

describe('entering the demo practice', () => {
  test('entering the demo practice signs visitors in as the owner, with a regular sign-in cookie', async () => {
    for (const { browser, answer } of visits) {
      expect(answer.status).toBe(200)
      expect(answer.body).toMatchObject({
        email: team.maya.email,
        role: 'user',
        timeZone: demoTimeZone,
        welcomeVideoSeen: true,
        // Visitors can upload only on a local installation.
        canUpload: true,
        organization: { name: demoPractice.name, role: 'owner' },
      })
      expect((await browser.get('/api/me')).body).toMatchObject({ id: answer.body['id'] })
    }
    const cookies = visits.map(({ browser }) => [...browser.cookies.values()].join())
    expect(new Set(cookies).size).toBe(2)
  })

  test('entering the demo practice a second time adds no data and enqueues no job', async () => {
    const count = () =>
      world.db
        .selectFrom('sessions')
        .select((select) => select.fn.countAll().as('n'))
        .executeTakeFirst()
    const before = await count()
    const jobs = await countPrepareJobs()
    expect((await visit()).answer.status).toBe(200)
    expect(await count()).toEqual(before)
    expect(await countPrepareJobs()).toBe(jobs)
    expect(await world.db.selectFrom('organizations').selectAll().execute()).toHaveLength(1)
  })

  test('entering the demo practice is rejected if the demo is not offered', async () => {
    const other = await createWorld({ settings: { OFFER_DEMO: 'false' } })
    try {
      await expect(other.anonymous.demo.enter()).rejects.toMatchObject({ code: 'demo_off', status: 404 })
    } finally {
      await other.close()
    }
  })

  test('demo accounts have no password, and no password can be set', async () => {
    const browser = openBrowser(world)
    const status = async (path: string, body: object) => (await browser.post(`/api/auth/${path}`, body)).status
    const { email } = team.maya
    const password = 'amber lantern 77 doves'
    expect(await status('sign-in/email', { email, password })).toBe(401)
    expect(await status('sign-up/email', { email, password, name: '' })).not.toBe(200)
    expect(await status('request-password-reset', { email, redirectTo: '/reset-password' })).toBe(200)
    await expect.poll(() => sent.length, { timeout: 15_000 }).toBe(1)
    const [, token] = /reset-password#([\w-]+)/.exec(sent[0]?.text ?? '') ?? []
    expect(token).toBeDefined()
    expect(await status('reset-password', { newPassword: password, token })).not.toBe(200)
    expect(await status('sign-in/email', { email, password })).toBe(401)
    expect(await world.db.selectFrom('auth_accounts').selectAll().execute()).toEqual([])
  })
})

/** Counts the `demo.prepare` jobs, including finished jobs. */
async function countPrepareJobs(): Promise<number> {
  const { rows } = await sql<{
    n: number
  }>`select count(*)::int as n from pgboss.job where name = 'demo.prepare'`.execute(world.db)
  return rows[0]?.n ?? 0
}

describe('demo practice', () => {
  test('the demo practice has a few dozen clients, spread over a team', async () => {
    const clients = await allClients(maya)
    expect(clients).toHaveLength(demoClients.length)
    expect(new Set(clients.map(({ therapistName }) => therapistName)).size).toBe(Object.keys(team).length)
    expect(new Set(clients.map(({ firstName, lastName }) => `${firstName} ${lastName}`)).size).toBe(clients.length)
    expect(clients.filter(({ status }) => status === 'archived').length).toBeGreaterThan(3)
    for (const { email, phone } of clients) {
      expect(email).toMatch(/@example\.com$/)
      expect(phone).toMatch(/555-01\d\d$/)
    }
  })

  test('the demo practice shows a supervisor the team’s clients, and a therapist their own', async () => {
    expect(await visibleClientCount(team.theo.id)).toBe(clientCountOf('theo', 'amara', 'wen'))
    expect(await visibleClientCount(team.wen.id)).toBe(clientCountOf('wen'))
    expect(await visibleClientCount(team.jordan.id)).toBe(demoClients.length)
  })

  test('the demo practice has sessions of the last three months, of today and of the coming week', async () => {
    const sessions = await world.db.selectFrom('sessions').selectAll().execute()
    const { date: today, time } = begunAt
    const held = sessions.filter(({ status }) => status === 'completed')
    const ahead = sessions.filter(({ status }) => status === 'scheduled')
    expect(held.length).toBeGreaterThan(200)
    expect(ahead.length).toBeGreaterThan(10)
    expect(held.every(({ date, start_time }) => `${date} ${start_time}` < `${today} ${time}`)).toBe(true)
    // A session counts as over an hour after its start.
    const isAhead = (date: string, start: string) => `${date} ${addMinutes(start, 60)}` > `${today} ${time}`
    expect(ahead.every(({ date, start_time }) => isAhead(date, start_time))).toBe(true)
    const daysBack = Math.max(...held.map(({ date }) => (Date.parse(today) - Date.parse(date)) / 86_400_000))
    expect(daysBack).toBeGreaterThan(80)
    expect(daysBack).toBeLessThanOrEqual(98)
    expect(sessions.every(({ date }) => ![0, 6].includes(new Date(`${date}T00:00Z`).getUTCDay()))).toBe(true)
    expect(new Set(held.map(({ setting_type }) => setting_type))).toEqual(new Set(['in-person', 'telehealth']))
    const starts = sessions.map(({ therapist_id, date, start_time }) => `${therapist_id} ${date} ${start_time}`)
    expect(new Set(starts).size).toBe(starts.length)
  })

  test('the demo practice has upcoming appointments of a weekly series', async () => {
    const rows = await world.db
      .selectFrom('sessions')
      .innerJoin('session_series', 'session_series.id', 'sessions.series_id')
      .where('sessions.therapist_id', '=', team.maya.id)
      .orderBy('date')
      .select(['date', 'first_date', 'frequency', 'status'])
      .execute()
    expect(rows).toHaveLength(8)
    expect(rows.every(({ frequency, status }) => frequency === 'weekly' && status === 'scheduled')).toBe(true)
    expect(rows.map(({ date }) => date)).toEqual(rows.map((row, week) => addDays(row.first_date, week * 7)))
  })

  test('the demo practice has an intact audit chain for every member, starting with the account', async () => {
    const { rows } = await sql<{ chain: string; broken: number; first: string }>`
      select chain, count(*) filter (where hash <> app.audit_hash(e))::int as broken, min(action) filter (where seq = 1) as first
      from audit_events e where chain = any (${Object.values(team).map(({ id }) => id)}) group by chain`.execute(
      world.db,
    )
    expect(rows).toHaveLength(Object.keys(team).length)
    for (const row of rows) expect(row).toMatchObject({ broken: 0, first: 'account.created' })
  })
})

describe('demo notes', () => {
  test('demo notes cover all ten note types with all sections', () => {
    expect(new Set(pages.map(({ note }) => note.noteType))).toEqual(new Set(NoteType.options))
    for (const { note } of pages) {
      expect(note).toMatchObject({ state: 'ready', drafter: 'extractive' })
      expect(note.sections.map(({ title }) => title)).toEqual(sectionsOf[note.noteType])
    }
  })

  test('demo notes cite only quotes found in their transcripts', () => {
    for (const [index, transcript] of transcripts.entries()) {
      const statements = pages[index]?.note.sections.flatMap((section) => section.statements) ?? []
      expect(statements.length).toBeGreaterThan(0)
      for (const { check, evidence } of statements) {
        expect(['supported', 'confirm', 'clinician']).toContain(check)
        expect(check === 'clinician' ? evidence : []).toEqual([])
        for (const one of evidence) expect(locateQuote(one, transcript)).not.toBeNull()
      }
    }
  })

  test('demo transcripts differ from each other, and each has two speakers', () => {
    const said = transcripts.map(({ utterances }) => utterances.map(({ text }) => text).join('\n'))
    expect(new Set(said).size).toBe(said.length)
    expect(said.join('\n')).not.toMatch(/[{}|]/)
    for (const { utterances } of transcripts) {
      expect(new Set(utterances.map(({ speaker }) => speaker))).toEqual(new Set(['therapist', 'client']))
      expect(utterances.every(({ start, end }, at) => end > start && start >= (utterances[at - 1]?.end ?? 0))).toBe(
        true,
      )
    }
    expect(transcripts.filter(({ utterances }) => utterances.length >= 40).length).toBeGreaterThanOrEqual(20)
  })

  test('demo notes contain safety passages: stated, unclear and denied', () => {
    const passages = pages.flatMap(({ note }) => note.safety)
    const findings = passages.filter(({ topic }) => topic === 'suicide').map(({ finding }) => finding)
    expect(findings).toEqual(expect.arrayContaining(['stated', 'unclear']))
    expect(passages.map(({ finding }) => finding)).toContain('denied')
  })

  test('demo notes of the last week wait for a review, and earlier ones are reviewed', () => {
    const days = ({ session }: NotePage) => (Date.now() - Date.parse(session.date)) / (24 * 3_600_000)
    const openIn = (shown: readonly NotePage[]) => shown.filter(({ note }) => note.toReview > 0).length
    expect(openIn(pages.filter((page) => days(page) < 7))).toBeGreaterThan(0)
    expect(openIn(pages.filter((page) => days(page) > 9))).toBe(0)
  })

  test('demo notes do not treat a glass of wine as a risk', () => {
    const stated = pages.flatMap(({ note }) => note.safety).filter(({ finding }) => finding === 'stated')
    expect(stated.filter(({ topic, quote }) => topic === 'substance use' && /wine|one beer/i.test(quote))).toEqual([])
  })

  test('demo notes include edited, enhanced and type-changed notes', async () => {
    const newest = pages.filter(({ note }) => note.version > 1)
    const reasons = await Promise.all(
      newest.map(async ({ session }) => (await maya.notes.versions({ sessionId: session.id })).items[0]?.reason),
    )
    expect(new Set(reasons)).toEqual(new Set(['edited', 'enhanced', 'type changed']))
    const checks = newest.flatMap(({ note }) =>
      note.sections.flatMap(({ statements }) => statements.map(({ check }) => check)),
    )
    expect(checks).toContain('clinician')
  })
})

describe('signed demo notes', () => {
  const countOf = (status: string) => pages.filter(({ note }) => note.status === status).length

  test('demo notes are drafts, signed, returned and awaiting a co-signature', () => {
    expect(countOf('signed')).toBeGreaterThan(100)
    expect(countOf('awaiting_cosign')).toBe(2)
    expect(countOf('returned')).toBe(1)
    expect(pages.some(({ note }) => note.status === 'draft' && note.toReview === 0)).toBe(true)
  })

  test('demo signatures are valid; their signers are the authors and the co-signer of a pre-licensed author', async () => {
    const signed = pages.filter(({ note }) => note.status === 'signed')
    for (const { session } of signed) {
      const { signatures } = await maya.signatures.get({ sessionId: session.id })
      const author = signatures[0]?.name ?? ''
      expect(Object.values(team).map(({ firstName, lastName }) => `${firstName} ${lastName}`)).toContain(author)
      const cosigner = author === 'Wen Castellane' ? ['Theo Marchbanks'] : []
      expect(signatures.map(({ name }) => name)).toEqual([author, ...cosigner])
      expect(signatures.every(({ isIntact, authMethod }) => isIntact && authMethod === 'demo')).toBe(true)
    }
  })

  test('one demo note has an addendum of the owner, and one was returned by the supervisor with a comment', async () => {
    const found: NoteSignatures['addenda'] = []
    for (const { session } of pages) found.push(...(await maya.signatures.get({ sessionId: session.id })).addenda)
    expect(found).toMatchObject([{ name: 'Maya Ellison', kind: 'addendum' }])
    const returned = pages.find(({ note }) => note.status === 'returned')
    const wen = await world.as(team.wen.id)
    expect(await wen.cosign.comments({ sessionId: returned?.session.id ?? '' })).toMatchObject({
      items: [{ authorName: 'Theo Marchbanks' }],
      returned: { byName: 'Theo Marchbanks' },
    })
  })

  test('the work queue of the demo owner has an open amendment request about a signed note', async () => {
    const { amendments } = await maya.workQueue.get()
    expect(amendments).toHaveLength(1)
    expect(await maya.amendments.ofNote({ sessionId: amendments[0]?.sessionId ?? '' })).toMatchObject({
      items: [{ state: 'open', channel: 'letter', loggedBy: 'Maya Ellison' }],
      canAnswer: true,
    })
  })

  test('the sign-ins with which the other demo members signed notes have ended', async () => {
    const others = Object.values(team).filter(({ id }) => id !== team.maya.id)
    const open = await world.db
      .selectFrom('auth_sessions')
      .where(
        'user_id',
        'in',
        others.map(({ id }) => id),
      )
      .where('signed_in_with', '=', 'demo')
      .selectAll()
      .execute()
    expect(open).toEqual([])
  })
})

describe('demo recording', () => {
  test('the demo recording is the owner’s newest session and plays from any position', async () => {
    const own = pages.filter(({ canEdit }) => canEdit).map(({ session }) => session)
    const newest = own.toSorted((a, b) => `${b.date} ${b.startTime}`.localeCompare(`${a.date} ${a.startTime}`))[0]
    expect(newest).toMatchObject({ hasAudio: true, hasTranscript: true })
    const browser = visits[0]?.browser ?? openBrowser(world)
    const { body } = await browser.post(`/api/sessions/${newest?.id ?? ''}/playback`)
    expect(body).toMatchObject({ mediaType: 'audio/webm', url: expect.stringContaining('/media/') })
    const part = await browser.get(String(body['url']), { range: 'bytes=1000-1999' })
    expect(part).toMatchObject({ status: 206, headers: { 'content-length': '1000' } })
  })

  test('the demo recording matches its script, and all times are within the audio', async () => {
    const spoken = await readSpoken()
    const script = await readFile(new URL('./recording/script.txt', import.meta.url), 'utf8')
    expect(spoken.transcript.utterances.map(({ speaker, text }) => ({ speaker, text }))).toEqual(readScript(script))
    const { duration } = await probeMedia(fileURLToPath(new URL('./recording/session.webm', import.meta.url)))
    expect(duration).toBeCloseTo(spoken.seconds, 0)
    expect(spoken.transcript.utterances.at(-1)?.end).toBeLessThan(duration ?? 0)
  })
})

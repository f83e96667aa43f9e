// Over 400 lines: every figure is read from notes that the same functions write.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Insights, noInsights } from '#shared/contract/insights.ts'
import type { Check, SafetyPassage, Section, Statement } from '#shared/contract/notes.ts'
import type { Progress, ProgressSectionName } from '#shared/contract/progress.ts'
import { addDays, addMonths } from '#shared/rules/calendar.ts'
import { summaryTiles } from '#shared/rules/progress.ts'
import { buildClient, buildMember, buildSession, buildTranscript, buildUser } from '#test/build.ts'
import { setRole } from '#test/transcript.ts'
import { buildClinic, type Clinic, otherReaders, strangers } from '#test/clinic.ts'
import { type Api, createWorld, type World } from '#test/world.ts'

const today = '2026-11-21'
let world: World
let clinic: Clinic
beforeAll(async () => {
  world = await createWorld({ providers: { clock: () => new Date(`${today}T12:00:00Z`) } })
  clinic = await buildClinic(world)
})
afterAll(() => world.close())

let therapistId = ''
let api: Api
let clientId = ''
beforeEach(async () => {
  therapistId = (await buildMember(world, { organizationId: clinic.organizationId })).userId
  api = await world.as(therapistId)
  clientId = (await buildClient(world, { therapistId, firstName: 'Ada', lastName: 'Moss' })).id
})

const statement = (text: string, check: Check = 'supported'): Statement => ({ text, evidence: [], check })
const section = (title: string, ...statements: Statement[]): Section => ({
  title,
  content: statements.map(({ text }) => text).join(' '),
  statements,
})

interface SessionValues {
  client?: string
  date?: string
  sections?: Section[]
  safety?: SafetyPassage[]
  insights?: Partial<Insights>
}

/** Creates a session whose note has these sections. */
async function writeNote({
  client = clientId,
  date = '2026-11-02',
  sections = [],
  safety = [],
  insights,
}: SessionValues) {
  const { id } = await buildSession(world, { clientId: client, date })
  await world.db
    .updateTable('notes')
    .set({ state: 'ready', version: 1, sections: JSON.stringify(sections), safety: JSON.stringify(safety) })
    .where('session_id', '=', id)
    .execute()
  if (insights) {
    const owner = await world.db
      .selectFrom('sessions')
      .select(['organization_id', 'therapist_id'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await world.db
      .insertInto('insights')
      .values({ session_id: id, ...owner, state: 'ready', insights: JSON.stringify({ ...noInsights, ...insights }) })
      .execute()
  }
  return id
}

const passage = (finding: SafetyPassage['finding'], quote = 'I do not want to live'): SafetyPassage => ({
  topic: 'suicide',
  finding,
  utteranceId: 'u2',
  quote,
  exchange: ['u1', 'u2'],
  inNote: false,
})

const passagesUnder = (progress: Progress, name: ProgressSectionName) =>
  progress.sections.find((one) => one.name === name)?.passages.map(({ text }) => text)

describe('progress of a client', () => {
  test('the progress of a client without notes is empty and has all nine headings', async () => {
    await buildSession(world, { clientId, date: today })
    const progress = await api.progress.ofClient({ clientId })
    expect(progress).toMatchObject({
      client: { id: clientId, firstName: 'Ada', lastName: 'Moss' },
      from: '2026-08-21',
      to: today,
      updatedAt: null,
      sessions: 0,
      clients: 0,
      isComplete: true,
      coreBeliefs: { sessions: 0, latest: null },
      treatmentGoals: { sessions: 0, latest: null },
      anxiety: { sessions: 0, latest: null, measures: [] },
      redFlags: [],
    })
    expect(progress.sections.map(({ name, total }) => [name, total])).toEqual([
      ['Emotional Cycle Map', 0],
      ['Core Negative Beliefs', 0],
      ['Pattern Timeline', 0],
      ['Corrective Experiences', 0],
      ['Treatment Milestones', 0],
      ['Modality Effectiveness', 0],
      ['Diagnosis Suggestions (Provisional)', 0],
      ['Referrals & Modalities', 0],
      ['Suggested Resources', 0],
    ])
  })

  test('the progress of a client lists sentences of notes and insights under their headings, with their sessions', async () => {
    const sessionId = await writeNote({
      sections: [
        section('Behavior', statement('“I am a failure,” the client said.'), statement('The breathing helped.')),
        section('Response', statement('Engaged well in the role play.')),
        section('Plan', statement('Keep a sleep diary.'), statement('Referred to a psychiatrist.')),
        section('Assessment', statement('Sleep improved.'), statement('Meets criteria for PTSD.')),
      ],
      insights: {
        clientMood: [statement('Sad: “I cried.”')],
        mainThemes: [statement('Work: “My boss again.”')],
        therapeuticTechniquesUsed: [statement('Open questions: “What happened then?”')],
        suggestedFollowUp: [statement('Bring the worksheet.'), statement('Ask about sleep.')],
      },
    })
    const progress = await api.progress.ofClient({ clientId })
    expect(Object.fromEntries(progress.sections.map(({ name }) => [name, passagesUnder(progress, name)]))).toEqual({
      'Emotional Cycle Map': ['Sad: “I cried.”'],
      'Core Negative Beliefs': ['“I am a failure,” the client said.'],
      'Pattern Timeline': ['Work: “My boss again.”'],
      'Corrective Experiences': ['The breathing helped.'],
      'Treatment Milestones': ['Sleep improved.'],
      'Modality Effectiveness': ['Engaged well in the role play.', 'Open questions: “What happened then?”'],
      'Diagnosis Suggestions (Provisional)': ['Meets criteria for PTSD.'],
      'Referrals & Modalities': ['Referred to a psychiatrist.'],
      'Suggested Resources': ['Keep a sleep diary.', 'Bring the worksheet.'],
    })
    expect(progress.sections[0]?.passages).toEqual([
      {
        text: 'Sad: “I cried.”',
        sessionId,
        date: '2026-11-02',
        client: { id: clientId, firstName: 'Ada', lastName: 'Moss' },
        source: 'Client mood',
      },
    ])
    expect(progress.updatedAt).not.toBeNull()
  })

  test('the progress of a client omits statements with a finding, and includes statements of the therapist', async () => {
    const goal = (check: Check) => statement(`A goal, ${check}.`, check)
    await writeNote({
      sections: [section('Plan', goal('unsupported'), goal('number'), goal('denial'))],
      insights: { clientMood: [statement('Angry.', 'unsupported')] },
    })
    const before = await api.progress.ofClient({ clientId })
    expect(before).toMatchObject({ sessions: 1, treatmentGoals: { sessions: 0, latest: null } })
    expect(passagesUnder(before, 'Emotional Cycle Map')).toEqual([])
    await writeNote({ sections: [section('Plan', goal('clinician'))] })
    await writeNote({
      sections: [{ title: 'Plan', content: 'Rest. A goal by hand.', statements: [] }],
      date: '2026-11-03',
    })
    expect(await api.progress.ofClient({ clientId })).toMatchObject({
      treatmentGoals: { sessions: 2, latest: { text: 'A goal by hand.' } },
    })
  })

  test('the progress of a client includes a statement with a finding once the therapist keeps it in the review', async () => {
    const sessionId = await writeNote({
      sections: [
        section('Objective', statement('GAD-7 score 12.', 'number')),
        section('Plan', statement('A goal.', 'unsupported')),
      ],
    })
    const keep = async (text: string) => {
      const { items, version } = await api.review.get({ sessionId })
      const itemId = items.find((item) => item.text === text)?.id ?? ''
      await api.review.decide({ sessionId, itemId, baseVersion: version, decision: { kind: 'keep' } })
      return itemId
    }
    await keep('A goal.')
    const itemId = await keep('GAD-7 score 12.')
    const kept = await api.progress.ofClient({ clientId })
    expect([summaryTiles(kept)[2]?.figure, kept.treatmentGoals.sessions]).toEqual(['GAD-7: 12 of 21', 1])
    await api.review.undo({ sessionId, itemId, baseVersion: 1 })
    const undone = await api.progress.ofClient({ clientId })
    expect([undone.anxiety.measures, undone.treatmentGoals.sessions]).toEqual([[], 1])
  })

  test('the progress of a client counts the sessions that mention anxiety, and lists the figures of its scales', async () => {
    await writeNote({ date: '2026-11-02', sections: [section('Objective', statement('GAD-7 score 12.'))] })
    await writeNote({
      date: '2026-11-09',
      sections: [
        section('Objective', statement('GAD-7 score 8.'), statement('Anxiety at work.'), statement('Anxiety at home.')),
      ],
    })
    await writeNote({ date: '2026-11-10', sections: [section('Objective', statement('Denies anxiety.'))] })
    const { sessions, anxiety } = await api.progress.ofClient({ clientId })
    expect({ sessions, named: anxiety.sessions }).toEqual({ sessions: 3, named: 1 })
    expect(anxiety.measures.map(({ scale, value, most, passage: { date } }) => [scale, value, most, date])).toEqual([
      ['GAD-7', 8, 21, '2026-11-09'],
      ['GAD-7', 12, 21, '2026-11-02'],
    ])
  })

  test('the progress of a client covers the last three months, and only sessions that took place', async () => {
    const plan = (text: string) => [section('Plan', statement(`${text} goal.`))]
    const first = addMonths(today, -3)
    await writeNote({ date: first, sections: plan('First') })
    await writeNote({ date: addDays(first, -1), sections: plan('Older') })
    const cancelled = await writeNote({ date: today, sections: plan('Cancelled') })
    await world.db.updateTable('sessions').set({ status: 'cancelled' }).where('id', '=', cancelled).execute()
    expect(await api.progress.ofClient({ clientId })).toMatchObject({
      sessions: 1,
      treatmentGoals: { latest: { text: 'First goal.', date: first } },
    })
  })

  test('the progress of a client shows at most twenty passages under a heading, and their total', async () => {
    const statements = Array.from({ length: 25 }, (_, n) => statement(`Keep diary ${n}.`))
    await writeNote({ sections: [section('Plan', ...statements)] })
    const found = (await api.progress.ofClient({ clientId })).sections.find(
      ({ name }) => name === 'Suggested Resources',
    )
    expect([found?.passages.length, found?.total]).toEqual([20, 25])
  })
})

test('the progress of a client shows a repeated sentence once', async () => {
  const twice = [statement('The goal is rest.'), statement('The goal is rest.')]
  const safety = [passage('stated'), { ...passage('stated'), utteranceId: 'u9' }]
  await writeNote({ sections: [section('Goal', ...twice)], insights: { clientMood: twice }, safety })
  const progress = await api.progress.ofClient({ clientId })
  expect(passagesUnder(progress, 'Emotional Cycle Map')).toEqual(['The goal is rest.'])
  expect(progress.redFlags).toHaveLength(1)
})

describe('red flags', () => {
  test('red flags are passages that state a risk, in the words of the session', async () => {
    await writeNote({ safety: [passage('denied'), passage('unclear'), passage('use mentioned')] })
    expect((await api.progress.ofClient({ clientId })).redFlags).toEqual([])
    const sessionId = await writeNote({ safety: [passage('stated')], date: '2026-11-03' })
    expect((await api.progress.ofClient({ clientId })).redFlags).toMatchObject([
      { topic: 'suicide', text: 'I do not want to live', sessionId, date: '2026-11-03', source: 'Transcript' },
    ])
  })

  test('the page shows the newest twenty red flags with their number, and the export shows all', async () => {
    const safety = Array.from({ length: 21 }, (_, n) => passage('stated', `I want to die, ${n}`))
    await writeNote({ safety })
    const { redFlags, redFlagTotal } = await api.progress.ofClient({ clientId })
    expect([redFlags.length, redFlagTotal]).toEqual([20, 21])
    const { content } = await api.progress.exportOfClient({ clientId })
    expect(content.match(/I want to die, /g)).toHaveLength(21)
  })

  test.each([
    ['not about this client', 0],
    ['figure of speech', 0],
    ['already documented', 1],
    ['other', 1],
  ] as const)('a safety passage dismissed as %j appears in %i red flags', async (reason, flags) => {
    const id = await writeNote({ safety: [passage('stated'), passage('stated', 'I took all of them')] })
    await api.notes.dismissPassage({
      sessionId: id,
      topic: 'suicide',
      utteranceId: 'u2',
      quote: 'I do not want to live',
      reason,
    })
    const { redFlags } = await api.progress.ofClient({ clientId })
    expect(redFlags.filter(({ text }) => text === 'I do not want to live')).toHaveLength(flags)
    expect(redFlags.map(({ text }) => text)).toContain('I took all of them')
  })

  test('red flags of one client do not include passages of another client', async () => {
    const other = (await buildClient(world, { therapistId })).id
    await writeNote({ client: other, safety: [passage('stated')] })
    expect((await api.progress.ofClient({ clientId })).redFlags).toEqual([])
    expect((await api.progress.ofAll()).redFlags).toMatchObject([{ client: { id: other } }])
  })

  test('red flags follow a corrected transcript, and are shown for a session without a note', async () => {
    const { id } = await buildSession(world, { clientId, date: '2026-11-02' })
    await buildTranscript(world, { sessionId: id, texts: ['How are you?', 'I want to kill myself.'] })
    expect(await api.progress.ofClient({ clientId })).toMatchObject({ sessions: 0, redFlags: [{ sessionId: id }] })
    await world.db
      .updateTable('notes')
      .set({ version: 1, safety: JSON.stringify([passage('stated', 'gone')]) })
      .where('session_id', '=', id)
      .execute()
    await setRole(api, { sessionId: id, label: 'Speaker 2', speaker: 'other' })
    expect((await api.progress.ofClient({ clientId })).redFlags.map(({ text }) => text)).not.toContain('gone')
  })
})

describe('progress of all clients', () => {
  test('the progress of all clients covers only the caller’s own clients, and names the client of a passage', async () => {
    const other = (await buildClient(world, { therapistId, firstName: 'Sam', lastName: 'Okoro' })).id
    await writeNote({ sections: [section('Plan', statement('A goal of Ada.'))], date: '2026-11-02' })
    await writeNote({ client: other, sections: [section('Plan', statement('A goal of Sam.'))], date: '2026-11-03' })
    expect(await api.progress.ofAll()).toMatchObject({
      client: null,
      sessions: 2,
      clients: 2,
      treatmentGoals: { sessions: 2, latest: { text: 'A goal of Sam.', client: { firstName: 'Sam' } } },
    })
    for (const role of [...otherReaders, ...strangers]) {
      expect([role, (await clinic[role].progress.ofAll()).sessions]).toEqual([role, 0])
    }
  })

  test('the progress of all clients covers the newest two hundred sessions, and says that the period has more', async () => {
    for (let n = 0; n < 201; n++) await writeNote({ date: addDays(today, -(n % 60)) })
    expect(await api.progress.ofAll()).toMatchObject({ sessions: 200, isComplete: false })
  }, 60_000)
})

describe('access to the progress of a client', () => {
  test('all users who may see the notes of a client can read and export the progress, and others are rejected', async () => {
    const id = (await buildClient(world, { therapistId: clinic.therapistId })).id
    await writeNote({ client: id, sections: [section('Plan', statement('A goal.'))] })
    for (const role of ['therapist', ...otherReaders] as const) {
      expect([role, (await clinic[role].progress.ofClient({ clientId: id })).sessions]).toEqual([role, 1])
      expect((await clinic[role].progress.exportOfClient({ clientId: id })).content).toContain('A goal.')
    }
    for (const role of strangers) {
      for (const call of [clinic[role].progress.ofClient, clinic[role].progress.exportOfClient])
        await expect(call({ clientId: id })).rejects.toMatchObject({ code: 'client_missing', status: 404 })
    }
    for (const call of [clinic.anonymous.progress.ofClient, clinic.anonymous.progress.exportOfClient])
      await expect(call({ clientId: id })).rejects.toMatchObject({ code: 'not_signed_in' })
    for (const missing of [randomUUID(), 'x'])
      await expect(api.progress.ofClient({ clientId: missing })).rejects.toMatchObject({ code: 'client_missing' })
  })

  test('users without an organization see the progress of their own clients', async () => {
    const alone = await buildUser(world)
    const own = (await buildClient(world, { therapistId: alone, organizationId: null })).id
    await writeNote({ client: own })
    const theirs = await world.as(alone)
    expect([
      (await theirs.progress.ofAll()).sessions,
      (await theirs.progress.ofClient({ clientId: own })).sessions,
    ]).toEqual([1, 1])
  })

  test('reading and exporting progress is audited, and the events contain no words of the record', async () => {
    await writeNote({ sections: [section('Plan', statement('A goal about lighthouses.'))] })
    await api.progress.ofClient({ clientId })
    await api.progress.ofAll()
    await api.progress.exportOfClient({ clientId })
    await api.progress.exportOfAll()
    const events = await world.db
      .selectFrom('audit_events')
      .selectAll()
      .where('actor_id', '=', therapistId)
      .orderBy('seq')
      .execute()
    const ours = events.filter(({ action }) => action.startsWith('progress.'))
    expect(ours.map(({ action, client_id: client }) => [action, client])).toEqual([
      ['progress.read', clientId],
      ['progress.read', null],
      ['progress.exported', clientId],
      ['progress.exported', null],
    ])
    expect(JSON.stringify(events)).not.toContain('lighthouses')
  })
})

describe('the exported progress document', () => {
  test('the exported progress document contains every passage, shows clients by initials, and is safe to open', async () => {
    const statements = Array.from({ length: 25 }, (_, n) => statement(`Keep diary ${n}.`))
    const attack = statement('The goal is <img src=x onerror="alert(1)"> & more.')
    await writeNote({
      sections: [
        section('Plan', ...statements),
        section('Goal', attack),
        section('Assessment', statement('<b>PTSD</b>')),
      ],
      safety: [passage('stated', 'I do not <i>want</i> to live')],
    })
    const { fileName, content } = await api.progress.exportOfClient({ clientId })
    expect(fileName).toBe('Progress-2026-11-21.html')
    for (const heading of [
      'Progress Summary',
      'Emotional Cycle Map',
      'Referrals &amp; Modalities',
      'Red flags present',
    ])
      expect(content).toContain(heading)
    for (let n = 0; n < 25; n++) expect(content).toContain(`Keep diary ${n}.`)
    expect(content).toContain('11/02/2026, A.M., Plan')
    expect(content).toContain('&lt;b&gt;PTSD&lt;/b&gt;')
    for (const absent of ['Ada', 'Moss', '<img', '<i>', '<b>', '<script']) expect(content).not.toContain(absent)
  })

  test('the exported progress document names the topics of red flags as the page does', async () => {
    await writeNote({ safety: [{ ...passage('stated', 'He hits me'), topic: 'abuse' }] })
    const { content } = await api.progress.exportOfClient({ clientId })
    expect(content).toContain('Abuse and neglect: “He hits me”')
  })

  test('the exported progress document contains every passage of a heading with more than a thousand', async () => {
    const statements = Array.from({ length: 1001 }, (_, n) => statement(`Keep diary ${n}.`))
    await writeNote({ sections: [section('Plan', ...statements)] })
    const { content } = await api.progress.exportOfClient({ clientId })
    expect(content.match(/Keep diary \d+/g)).toHaveLength(1001)
  })

  test('the exported progress document and the page count the same clients with a figure for anxiety', async () => {
    const gad = [section('Objective', statement('GAD-7 score 12.'))]
    for (let n = 0; n < 25; n++) {
      const client = (await buildClient(world, { therapistId })).id
      await writeNote({ client, sections: gad })
    }
    const detail = '25 clients have a figure in a note. Choose a client to see it.'
    expect(summaryTiles(await api.progress.ofAll())[2]).toMatchObject({ detail })
    expect((await api.progress.exportOfAll()).content).toContain(detail)
  })

  test('the exported progress document and the page compare with the same earlier figure', async () => {
    const ratings = Array.from({ length: 25 }, (_, n) => statement(`SUDS ${90 - n}.`))
    await writeNote({ date: '2026-11-02', sections: [section('Objective', statement('SUDS 95.'))] })
    await writeNote({ date: '2026-11-09', sections: [section('Objective', ...ratings)] })
    const detail = 'Before: 95 on 11/02/2026.'
    expect(summaryTiles(await api.progress.ofClient({ clientId }))[2]).toMatchObject({ detail })
    expect((await api.progress.exportOfClient({ clientId })).content).toContain(detail)
  })

  test('the exported progress document shows the day of the last update in the time zone of the user', async () => {
    await writeNote({})
    const at = new Date('2026-11-21T02:30:00Z')
    await sql`alter table notes disable trigger user`.execute(world.db)
    await world.db.updateTable('notes').set({ updated_at: at }).where('client_id', '=', clientId).execute()
    await sql`alter table notes enable trigger user`.execute(world.db)
    await api.accounts.update({ timeZone: 'America/Los_Angeles' })
    expect(await api.progress.ofClient({ clientId })).toMatchObject({ updatedAt: at.toISOString() })
    expect((await api.progress.exportOfClient({ clientId })).content).toContain('Last updated: 11/20/2026')
  })

  test('the exported progress document has no red flags section without red flags', async () => {
    await writeNote({ safety: [passage('denied')] })
    expect((await api.progress.exportOfAll()).content).not.toContain('Red flags present')
  })
})

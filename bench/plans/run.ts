// Shows for every hot list, as each kind of person, how long the database works and that no big table is scanned.
import { randomUUID } from 'node:crypto'
import { CompiledQuery } from 'kysely'
import pg from 'pg'
import { createPool, Tenant, type Actor, type Caller, type Db } from '#server/db/tenant.ts'
import { countClients, listClients, listTherapists, pickClients } from '#server/features/clients/store.ts'
import { listDays } from '#server/features/sessions/calendar-store.ts'
import { listRecords } from '#server/features/progress/store.ts'
import { listNotes } from '#server/features/notes/list-store.ts'
import { listSessions } from '#server/features/sessions/store.ts'
import { openBigPractice } from '../big-practice.ts'

const bigTables = new Set([
  'clients',
  'sessions',
  'notes',
  'note_versions',
  'transcripts',
  'audit_events',
  'note_search',
  'insights',
])

const practice = await openBigPractice()
const pool = createPool(practice.urls.app_web, { max: 2, pipeline: false })
const tenant = new Tenant(pool)
const admin = new pg.Client({ connectionString: practice.adminUrl })
await admin.connect()
// Every plan scans an empty table. Filled once, and looked at by the planner.
await admin.query(`
  insert into transcripts (session_id, organization_id, therapist_id, utterances, language, engine, has_times, updated_at)
    select id, organization_id, therapist_id, '[]', 'en', 'bench', true, '2026-01-01' from sessions
    where not exists (select from transcripts) on conflict do nothing;
  insert into insights (session_id, organization_id, therapist_id, state, insights)
    select id, organization_id, therapist_id, 'ready', '{"mainThemes": [], "clientMood": [], "therapeuticTechniquesUsed": [],
      "suggestedFollowUp": [], "potentialConcerns": []}' from sessions where not exists (select from insights) on conflict do nothing`)
await admin.query('analyze transcripts, insights')
const client = (
  await admin.query<{ id: string }>('select id from clients where therapist_id = $1 limit 1', [
    practice.people.therapist,
  ])
).rows[0]
const midway = { date: '2026-05-20', time: '09:00', sessionId: '80000000-0000-0000-0000-000000000000' }
/** A signed-in session of a person, in which they may view data as somebody else of their organization. */
async function callerOf(userId: string, viewedId?: string): Promise<Caller> {
  const token = randomUUID()
  await admin.query(
    `insert into auth_sessions (user_id, token, expires_at) values ($1, $2, now() + interval '1 hour')`,
    [userId, token],
  )
  if (viewedId) {
    await admin.query(
      `insert into viewings (auth_session_id, viewer_id, viewed_id, organization_id)
        select s.id, s.user_id, m.user_id, m.organization_id from auth_sessions s join organization_members v on v.user_id = s.user_id
        join organization_members m on m.organization_id = v.organization_id where s.token = $1 and m.user_id = $2`,
      [token, viewedId],
    )
  }
  return { token, ipAddress: '127.0.0.1', userAgent: 'bench' }
}

// In every note; frequent; rare; in all notes of a year ago only; never; beginnings of many words; a client; several at once.
const searches = [
  'client',
  'cosil',
  'tholares',
  'quetzal',
  'plover',
  'zzyzx',
  'c',
  'co',
  'given7 family1',
  'slept plover quetzal',
]

const page = { offset: 0, limit: 20 }
const lists: Record<string, (db: Db, actor: Actor) => Promise<unknown>> = {
  'clients, active, page 1': (db, actor) => listClients(db, actor, { status: 'active', search: '' }, page),
  'clients, all, page 1': (db, actor) => listClients(db, actor, { status: 'all', search: '' }, page),
  'clients, all, page 5': (db, actor) =>
    listClients(db, actor, { status: 'all', search: '' }, { offset: 80, limit: 20 }),
  'clients, archived, page 1': (db, actor) => listClients(db, actor, { status: 'archived', search: '' }, page),
  'clients, search': (db, actor) => listClients(db, actor, { status: 'active', search: 'given7' }, page),
  'clients, counts': (db, actor) => countClients(db, actor, { search: '' }),
  'clients, of one therapist': (db, actor) =>
    listClients(db, actor, { status: 'active', search: '', therapistId: practice.people.therapist }, page),
  'therapists with clients': (db, actor) => listTherapists(db, actor),
  'client picker': (db, actor) => pickClients(db, actor, '', 200),
  'calendar, six weeks': (db, { userId }) => listDays(db, userId, { from: '2026-10-04', to: '2026-11-14' }, 1001),
  'notes, page 1': (db, actor) => listNotes(db, actor, { search: '', after: null, limit: 31 }),
  'notes, half a year back': (db, actor) => listNotes(db, actor, { search: '', after: midway, limit: 31 }),
  ...Object.fromEntries(
    searches.map((search) => [
      `notes with '${search}'`,
      (db: Db, actor: Actor) => listNotes(db, actor, { search, after: null, limit: 31 }),
    ]),
  ),
  'notes with client, later page': (db, actor) => listNotes(db, actor, { search: 'client', after: midway, limit: 31 }),
  'progress, all clients': (db, { userId }) =>
    listRecords(db, { whose: { therapistId: userId }, from: '2026-08-01', limit: 201 }),
  'progress of a client': (db) =>
    listRecords(db, { whose: { clientId: client?.id ?? '' }, from: '2026-08-01', limit: 201 }),
  'sessions of a client': (db) => listSessions(db, client?.id ?? '', { which: 'all', offset: 0, limit: 5 }),
  'sessions of a client, held': (db) => listSessions(db, client?.id ?? '', { which: 'held', offset: 0, limit: 5 }),
}

let faults = 0
const { owner, supervisor } = practice.people
const callers: [kind: string, caller: Caller][] = []
for (const [kind, userId] of Object.entries(practice.people)) callers.push([kind, await callerOf(userId)])
callers.push(['viewer', await callerOf(owner, supervisor)])
for (const [kind, caller] of callers) {
  for (const [name, list] of Object.entries(lists)) {
    const queries = await tenant.asCaller(caller, async (db, actor) => {
      const seen: CompiledQuery[] = []
      await list(watching(db, seen), actor)
      const plans = []
      for (const query of seen) plans.push(await best(db, query))
      return plans
    })
    const ms = queries.reduce((sum, plan) => sum + plan.ms, 0)
    const scans = queries.flatMap((plan) => plan.scans)
    faults += scans.length
    console.log(
      `${kind.padEnd(11)} ${name.padEnd(28)} ${ms.toFixed(2).padStart(8)} ms  ${scans.length ? `SCANS ${scans.join(', ')}` : 'no scan'}`,
    )
  }
}
await admin.end()
await pool.end()
await practice.stop()
console.log(faults ? `${faults} scans of big tables` : 'No list scans a big table.')
process.exitCode = faults ? 1 : 0

/** The same database, remembering what is asked. */
function watching(db: Db, seen: CompiledQuery[]): Db {
  const compiler = db.getExecutor()
  // Subqueries are transformed too; only what is executed answers a result.
  const compiled = new WeakMap<object, CompiledQuery>()
  return db.withPlugin({
    transformQuery: ({ node, queryId }) => {
      compiled.set(queryId, compiler.compileQuery(node, queryId))
      return node
    },
    transformResult: async ({ result, queryId }) => {
      const query = compiled.get(queryId)
      if (query) seen.push(query)
      return result
    },
  })
}

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  Plans?: PlanNode[]
}

/** The quickest of five runs: the others tell what else the machine did. */
async function best(db: Db, query: CompiledQuery): Promise<{ ms: number; scans: string[] }> {
  const runs = []
  for (let run = 0; run < 5; run++) runs.push(await explain(db, query))
  return { ms: Math.min(...runs.map(({ ms }) => ms)), scans: runs[0]?.scans ?? [] }
}

async function explain(db: Db, query: CompiledQuery): Promise<{ ms: number; scans: string[] }> {
  const text = `explain (analyze, format json) ${query.sql}`
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': [{ Plan: PlanNode; 'Execution Time': number }] }>(
    CompiledQuery.raw(text, [...query.parameters]),
  )
  const plan = rows[0]?.['QUERY PLAN'][0]
  return plan ? { ms: plan['Execution Time'], scans: scansOf(plan.Plan) } : { ms: 0, scans: ['no plan'] }
}

function scansOf(node: PlanNode): string[] {
  const table = node['Relation Name']
  const own = node['Node Type'] === 'Seq Scan' && table && bigTables.has(table) ? [table] : []
  return [...own, ...(node.Plans ?? []).flatMap(scansOf)]
}

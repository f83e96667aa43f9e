// Measures the database time of every frequent list for each role, and checks that no plan scans a big table.
import { randomUUID } from 'node:crypto'
import { CompiledQuery } from 'kysely'
import pg from 'pg'
import { createPool } from '#server/postgres/connection.ts'
import { Tenant, type Actor, type Caller, type Db } from '#server/db/tenant.ts'
import { countClients, listClients, listTherapists, pickClients } from '#server/features/clients/store.ts'
import { listSessionsOfDays, listSessionsOnDates } from '#server/features/sessions/calendar-store.ts'
import { listRecords } from '#server/features/progress/store.ts'
import { listClientTrail, listOrganizationTrail } from '#server/features/audit/store.ts'
import { listClients as adminClients } from '#server/features/admin/clients-store.ts'
import { listOrganizations as adminOrganizations } from '#server/features/admin/organizations-store.ts'
import { listSessions as adminSessions } from '#server/features/admin/sessions-store.ts'
import { listUsers as adminUsers } from '#server/features/admin/users-store.ts'
import { listNotes } from '#server/features/notes/list-store.ts'
import { listSessions } from '#server/features/sessions/store.ts'
import { addDays } from '#shared/rules/calendar.ts'
import { localDateTime } from '#shared/rules/local-time.ts'
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
const panelPool = createPool(practice.urls.app_admin, { max: 2, pipeline: false })
const panelTenant = new Tenant(panelPool, { entry: 'app.enter_admin_session' })
const admin = new pg.Client({ connectionString: practice.adminUrl })
await admin.connect()
// Any plan scans an empty table, so the table gets rows and statistics first.
await admin.query(`
  insert into transcripts (session_id, organization_id, therapist_id, utterances, language, engine, has_times, updated_at)
    select id, organization_id, therapist_id, '[]', 'en', 'bench', true, '2026-01-01' from sessions
    where not exists (select from transcripts) on conflict do nothing;
  insert into insights (session_id, organization_id, therapist_id, state, insights)
    select id, organization_id, therapist_id, 'ready', '{"mainThemes": [], "clientMood": [], "therapeuticTechniquesUsed": [],
      "suggestedFollowUp": [], "potentialConcerns": []}' from sessions where not exists (select from insights) on conflict do nothing`)
await admin.query('analyze transcripts, insights')
// A million events: half in the owner's organization, and a few of a rare action.
await admin.query(`begin; set local session_replication_role = replica;
  insert into audit_events (chain, seq, at, actor_id, organization_id, action, resource_type, client_id)
    select actor, 1000000 + n, timestamptz '2026-11-20' - n * interval '30 seconds', actor, organization,
      case when n % 50000 = 1 then 'member.removed' else (array['client.listed', 'client.read', 'note.read', 'note.edited', 'session.read'])[1 + n % 5] end,
      'client', case when n % 5 > 0 then md5('client' || (n % 1000 * 100 + 10))::uuid end
    from generate_series(1, 1000000) n, lateral (select case when n % 2 = 0 then 2 else 1 + n % 10 end as o) which,
      lateral (select md5('user' || (1 + (n / 10 % 100) * 10 + (o + 8) % 10))::uuid as actor, md5('org' || o)::uuid as organization) whose
    where not exists (select from audit_events where action = 'member.removed');
  update users set role = 'admin', two_factor_enabled = true where id = '${practice.platformAdmin}';
  commit`)
await admin.query('vacuum (analyze) audit_events, clients, sessions, users')
const client = (
  await admin.query<{ id: string }>('select id from clients where therapist_id = $1 limit 1', [
    practice.people.therapist,
  ])
).rows[0]
const midway = { date: '2026-05-20', time: '09:00', sessionId: '80000000-0000-0000-0000-000000000000' }
/** Creates a signed-in session of a user, optionally viewing as another member of the organization. */
async function callerOf(userId: string, viewedId?: string): Promise<Caller> {
  const token = randomUUID()
  await admin.query(
    `insert into auth_sessions (user_id, token, expires_at, second_factor_at) values ($1, $2, now() + interval '1 hour', now())`,
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

// In this order: a word in every note; a frequent word; two rare words; a word in old notes only; a word in no note;
// two prefixes of many words; a client; several words.
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

const all = { search: '', from: null, to: null }
const march = { search: '', from: '2026-03-01', to: '2026-03-31' }
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
  'calendar, six weeks': (db, { userId }) =>
    listSessionsOfDays(db, userId, { from: '2026-10-04', to: '2026-11-14' }, 1001),
  'overlap check, 52 weeks': (db, { userId }) =>
    listSessionsOnDates(
      db,
      userId,
      Array.from({ length: 156 }, (_, n) => addDays('2026-01-06', Math.floor(n / 3) * 7 + (n % 3))),
    ),
  'notes, page 1': (db, actor) => listNotes(db, actor, [all], { after: null, limit: 31 }),
  'notes, half a year back': (db, actor) => listNotes(db, actor, [all], { after: midway, limit: 31 }),
  'notes of a month': (db, actor) => listNotes(db, actor, [march], { after: null, limit: 31 }),
  'notes of a month, or with a word that never occurs': (db, actor) =>
    listNotes(db, actor, [{ ...all, search: 'zzyzx' }, march], { after: null, limit: 31 }),
  'notes of a month with a rare word': (db, actor) =>
    listNotes(db, actor, [{ ...march, search: 'tholares' }], { after: null, limit: 31 }),
  'notes of a month with a word that never occurs': (db, actor) =>
    listNotes(db, actor, [{ ...march, search: 'zzyzx' }], { after: null, limit: 31 }),
  ...Object.fromEntries(
    searches.map((search) => [
      `notes with '${search}'`,
      (db: Db, actor: Actor) => listNotes(db, actor, [{ ...all, search }], { after: null, limit: 31 }),
    ]),
  ),
  'notes with client, later page': (db, actor) =>
    listNotes(db, actor, [{ ...all, search: 'client' }], { after: midway, limit: 31 }),
  'progress, all clients': (db, { userId }) =>
    listRecords(db, { subject: { therapistId: userId }, from: '2026-08-01', limit: 201 }),
  'progress of a client': (db) =>
    listRecords(db, { subject: { clientId: client?.id ?? '' }, from: '2026-08-01', limit: 201 }),
  'sessions of a client': (db) => listSessions(db, client?.id ?? '', { which: 'all', offset: 0, limit: 5 }),
  'sessions of a client, held': (db) => listSessions(db, client?.id ?? '', { which: 'held', offset: 0, limit: 5 }),
}

type Lists = typeof lists

const panel: Lists = {
  users: (db) => adminUsers(db, { search: '', role: 'all' }),
  'users, supervisors': (db) => adminUsers(db, { search: '', role: 'supervisor' }),
  organizations: (db) => adminOrganizations(db, { search: '', status: 'all' }),
  'organizations with Organization 7': (db) => adminOrganizations(db, { search: 'organization 7', status: 'all' }),
}
for (const search of ['', 'first7', 'first', 'example', 'zzyzx']) {
  panel[`users with '${search}'`] = (db) => adminUsers(db, { search, role: 'all' })
}
// In this order: no search; a client; a first name; a therapist; every client; every client, by their therapists; no
// match; an email address; a single letter.
const people = [
  '',
  'given7 family1',
  'given7',
  'first77 last77',
  'given',
  'last',
  'zzyzx',
  'client777@example.test',
  'g',
]
for (const search of people) {
  for (const status of ['all', 'active', 'archived', 'pending'])
    panel[`clients, ${status}, '${search}'`] = (db) => adminClients(db, { search, status })
}
const today = localDateTime(new Date(), 'UTC').date
for (const search of [...people, '0a1b2c3d']) {
  for (const when of ['all', 'today', 'past'])
    panel[`sessions, ${when}, '${search}'`] = (db) => adminSessions(db, { search, when, kind: 'all', today })
  panel[`sessions, assessments, '${search}'`] = (db) =>
    adminSessions(db, { search, when: 'all', kind: 'assessment', today })
}

const place = { at: '2026-05-20 09:00:00+00', chain: '80000000-0000-0000-0000-000000000000', seq: 1 }
const removed = { action: 'member.removed', timeZone: 'UTC' }
const trail =
  (filter: Parameters<typeof listOrganizationTrail>[2], after: typeof place | null) => (db: Db, actor: Actor) =>
    listOrganizationTrail(db, actor.organizationId ?? '', filter, after, 51)
const trails: Lists = {
  'trail of a client': (db) => listClientTrail(db, client?.id ?? '', null, 51),
  'trail of a client, later page': (db) => listClientTrail(db, client?.id ?? '', place, 51),
  'trail, page 1': trail({ timeZone: 'UTC' }, null),
  'trail, later page': trail({ timeZone: 'UTC' }, place),
  'trail of a person': trail({ personId: practice.people.therapist, timeZone: 'UTC' }, null),
  'trail of a rare action': trail(removed, null),
  'trail of a person, rare action': trail({ personId: practice.people.therapist, ...removed }, null),
  'trail of a rare action in a month': trail({ from: '2026-03-01', to: '2026-03-31', ...removed }, null),
  'trail of a month': trail({ from: '2026-03-01', to: '2026-03-31', timeZone: 'UTC' }, null),
  'trail without events': trail({ personId: practice.platformAdmin, timeZone: 'UTC' }, place),
}

let faults = 0
const { owner, supervisor } = practice.people
const callers: [kind: string, caller: Caller, lists: Lists, tenant?: Tenant][] = []
for (const [kind, userId] of Object.entries(practice.people)) callers.push([kind, await callerOf(userId), lists])
callers.push(['viewer', await callerOf(owner, supervisor), lists])
callers.push(['trail', await callerOf(owner), trails])
callers.push(['platform admin', await callerOf(practice.platformAdmin), panel, panelTenant])
// `npx node bench/plans/run.ts trail` runs only the lists of one kind.
const onlyKind = process.argv[2]
for (const [kind, caller, ofKind, transactions = tenant] of callers) {
  if (onlyKind !== undefined && kind !== onlyKind) continue
  for (const [name, list] of Object.entries(ofKind)) {
    const plans = await transactions.asCaller(caller, async (db, actor) => {
      const queries: CompiledQuery[] = []
      await list(recordingQueries(db, queries), actor)
      const fastestPlans = []
      for (const query of queries) fastestPlans.push(await fastest(db, query))
      return fastestPlans
    })
    const ms = plans.reduce((sum, plan) => sum + plan.ms, 0)
    const scans = plans.flatMap((plan) => plan.scans)
    faults += scans.length
    console.log(
      `${kind.padEnd(14)} ${name.padEnd(40)} ${ms.toFixed(2).padStart(8)} ms  ${scans.length ? `SCANS ${scans.join(', ')}` : 'no scan'}`,
    )
  }
}
await admin.end()
await pool.end()
await panelPool.end()
await practice.stop()
console.log(faults ? `${faults} scans of big tables` : 'No list scans a big table.')
process.exitCode = faults ? 1 : 0

/** A database that records the queries and passes them on. */
function recordingQueries(db: Db, seen: CompiledQuery[]): Db {
  const compiler = db.getExecutor()
  // Subqueries are transformed too, but only an executed query has a result.
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

/** The fastest of five runs: slower ones measure other work of the machine. */
async function fastest(db: Db, query: CompiledQuery): Promise<{ ms: number; scans: string[] }> {
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
  const ownScans = node['Node Type'] === 'Seq Scan' && table && bigTables.has(table) ? [table] : []
  return [...ownScans, ...(node.Plans ?? []).flatMap(scansOf)]
}

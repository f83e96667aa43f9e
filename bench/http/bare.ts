// The same work on node:http and named prepared statements alone: the same roles, scope, policies, rows and audit events.
import { createServer, type IncomingMessage } from 'node:http'
import pg from 'pg'
import { deriveKey } from '#server/config.ts'
import { findRoleUrls } from '#server/db/roles.ts'
import { sessionToken } from '#server/http/session-cookie.ts'

const [adminUrl = '', secret = ''] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString: (await findRoleUrls(adminUrl, secret)).app_web, max: 20, pipeline: true })
const key = deriveKey({ secret }, 'session cookies').toString('base64url')

const columns = `c.id, c.first_name, c.last_name, c.pronouns, c.email, c.phone, c.status, c.treatment_approach, c.therapist_id,
  (select first_name || ' ' || last_name from users u where u.id = c.therapist_id) as therapist_name,
  (select max(s.date) from sessions s where s.client_id = c.id and s.status in ('processing', 'completed', 'failed')) as last_session_date,
  (select count(*)::int from sessions s where s.client_id = c.id and s.status in ('processing', 'completed', 'failed')) as session_count`
const page = `with page as (select id, lower(last_name) l, lower(first_name) f from clients where status = 'active' and therapist_id = $1
  order by lower(last_name), lower(first_name), id limit 20)
  select ${columns} from page join clients c on c.id = page.id order by page.l, page.f, page.id`
const counts = 'select status, count(*)::int from clients where therapist_id = $1 group by status'
const one = `select ${columns} from clients c where c.id = $1`
const sessions = `select s.id, s.client_id, s.therapist_id, s.date, s.start_time, s.end_time, s.type, s.setting_type, s.status, n.note_type, n.state
  from sessions s left join notes n on n.session_id = s.id where s.client_id = $1 order by s.date desc, s.start_time desc, s.id desc offset $2 limit 5`
const sessionCount = 'select count(*)::int from sessions where client_id = $1'
const note = `select n.*, c.first_name, c.last_name, c.treatment_approach, s.date, s.start_time, s.end_time, s.setting_type, s.source
  from notes n join sessions s on s.id = n.session_id join clients c on c.id = n.client_id where n.session_id = $1`
const audit =
  'insert into audit_events (organization_id, action, resource_type, resource_id, client_id) values ($1, $2, $3, $4, $5)'
const update =
  'update notes set sections = $2, safety = $3, version = version + 1 where session_id = $1 returning version, updated_at'
const insertVersion = `insert into note_versions (session_id, version, organization_id, therapist_id, note_type, reason, author_id, sections, drafter)
  values ($1, $2, $3, $4, $5, 'edited', $4, $6, $7)`

const names = new Map<string, string>()
const nameOf = (text: string) => names.get(text) ?? names.set(text, `s${names.size}`).get(text)

type Ask = (text: string, ...values: unknown[]) => Promise<pg.QueryResult>
interface Who {
  user_id: string
  organization_id: string
}

async function transaction(
  token: string,
  work: (ask: Ask, who: () => Promise<Who>) => Promise<unknown>,
): Promise<unknown> {
  const client = await pool.connect()
  const ask: Ask = (text, ...values) => client.query({ name: nameOf(text) ?? '', text, values })
  try {
    void client.query('begin')
    const entered = ask('select * from app.enter_session($1, $2, $3)', token, '127.0.0.1', 'bench')
    const response = await work(ask, async () => (await entered).rows[0])
    await client.query('commit')
    return response
  } finally {
    client.release()
  }
}

const known = new Map<string, Who>()

async function serve(request: IncomingMessage, token: string): Promise<unknown> {
  const [, , noun, id, sub] = (request.url ?? '').split(/[/?]/)
  return transaction(token, async (ask, who) => {
    const me = known.get(token) ?? known.set(token, await who()).get(token) ?? (await who())
    const record = (action: string, type: string, row: string | null, client: string | null) =>
      ask(audit, me.organization_id, action, type, row, client)
    if (noun === 'clients' && id === 'list') {
      JSON.parse(await bodyOf(request))
      const [rows, tabs] = await Promise.all([
        ask(page, me.user_id),
        ask(counts, me.user_id),
        record('client.listed', 'client', null, null),
      ])
      return { items: rows.rows, counts: tabs.rows }
    }
    if (noun === 'clients' && sub === 'sessions') {
      const offset = request.url?.endsWith('page=2') ? 5 : 0
      const client = await ask(one, id)
      await record('client.read', 'client', id ?? null, id ?? null)
      const [rows, count] = await Promise.all([
        ask(sessions, id, offset),
        ask(sessionCount, id),
        record('session.listed', 'session', null, id ?? null),
      ])
      return { client: client.rows[0], items: rows.rows, total: count.rows[0] }
    }
    if (noun === 'clients') {
      const [row] = await Promise.all([ask(one, id), record('client.read', 'client', id ?? null, id ?? null)])
      return row.rows[0]
    }
    if (request.method === 'GET') {
      const [row] = await Promise.all([ask(note, id), record('note.read', 'note', id ?? null, null)])
      return row.rows[0]
    }
    const { sections } = JSON.parse(await bodyOf(request))
    const found = (await ask(`${note} for update of n`, id)).rows[0]
    const text = JSON.stringify(sections.map((section: object) => ({ ...section, statements: [] })))
    const saved = await ask(update, id, text, JSON.stringify(found.safety))
    await Promise.all([
      ask(
        insertVersion,
        id,
        saved.rows[0].version,
        found.organization_id,
        found.therapist_id,
        found.note_type,
        text,
        found.drafter,
      ),
      record('note.saved', 'note', id ?? null, found.client_id),
    ])
    return { ...found, sections, version: saved.rows[0].version }
  })
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of request) text += String(part)
  return text
}

const server = createServer((request, response) => {
  const token = sessionToken(request, key, false)
  serve(request, token ?? '').then(
    (value) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value)),
    () => response.writeHead(500).end(),
  )
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address && typeof address === 'object') process.send?.({ port: address.port })
})
process.once('disconnect', () => process.exit())

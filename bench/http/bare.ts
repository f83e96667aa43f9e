// A server with the minimum that each job needs, on node:http and named prepared statements. A job is one round trip: a sign-in by its
// primary key, one policy for each table, one statement for the data, and one audit row.
import { createServer, type IncomingMessage } from 'node:http'
import pg from 'pg'
import { deriveKey } from '#server/secrets.ts'
import { sessionToken } from '#server/http/session-cookie.ts'

const [databaseUrl = '', secret = ''] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString: databaseUrl, max: 20, pipeline: true })
pool.on('connect', (client) => void client.query('set role bare_web'))
const key = deriveKey({ secret }, 'session cookies').toString('base64url')

const enter = `select set_config('bare.therapist', user_id::text, true), set_config('bare.organization', organization_id::text, true)
  from bare.sign_ins where token = $1`
const audit = `insert into bare.audit_events (therapist_id, organization_id, action, resource_type, resource_id, client_id)
  values (current_setting('bare.therapist')::uuid, current_setting('bare.organization')::uuid, $1, $2, $3, $4)`
const clients = `select *, (select max(date) from bare.sessions s where s.client_id = c.id) as last_session_date,
    (select count(*)::int from bare.sessions s where s.client_id = c.id) as session_count
  from bare.clients c where status = 'active' and therapist_id = current_setting('bare.therapist')::uuid
  order by lower(last_name), lower(first_name), id limit 20`
const today = `select s.*, c.first_name, c.last_name from bare.sessions s join bare.clients c on c.id = s.client_id
  where s.therapist_id = current_setting('bare.therapist')::uuid and s.date between $1 and $2 order by s.date, s.start_time`
const record = `select to_jsonb(c) as client, (select jsonb_agg(to_jsonb(s) || jsonb_build_object('note', to_jsonb(n)) order by s.date desc)
  from bare.sessions s left join bare.notes n on n.session_id = s.id where s.client_id = c.id) as sessions from bare.clients c where c.id = $1`
const save = `with saved as (update bare.notes set sections = $2, version = version + 1, updated_at = now() where session_id = $1 and version = $3
    returning session_id, version, therapist_id, sections)
  insert into bare.note_versions (session_id, version, therapist_id, sections) select * from saved returning version, at`

const names = new Map<string, string>()
const nameOf = (text: string) => names.get(text) ?? names.set(text, `s${names.size}`).get(text) ?? ''

type Statement = readonly [text: string, ...values: unknown[]]

async function transaction(token: string, ...statements: Statement[]): Promise<pg.QueryResult[]> {
  const client = await pool.connect()
  try {
    const results = [
      client.query('begin'),
      ...([[enter, token], ...statements] as const).map(([text, ...values]) =>
        client.query({ name: nameOf(text), text, values }),
      ),
      client.query('commit'),
    ]
    return await Promise.all(results)
  } finally {
    client.release()
  }
}

async function serve(request: IncomingMessage, token: string): Promise<unknown> {
  const url = new URL(request.url ?? '', 'http://bare')
  const [, , noun, id = null] = url.pathname.split('/')
  const recordAs = (action: string, type: string, row: string | null, client: string | null): Statement => [
    audit,
    action,
    type,
    row,
    client,
  ]
  if (noun === 'clients' && id === 'list') {
    JSON.parse(await bodyOf(request))
    return (await transaction(token, [clients], recordAs('client.listed', 'client', null, null)))[2]?.rows
  }
  if (noun === 'calendar') {
    const days = [url.searchParams.get('from'), url.searchParams.get('to')]
    return (await transaction(token, [today, ...days], recordAs('session.listed', 'session', null, null)))[2]?.rows
  }
  if (noun === 'clients')
    return (await transaction(token, [record, id], recordAs('client.read', 'client', id, id)))[2]?.rows[0]
  const { sections, baseVersion } = JSON.parse(await bodyOf(request))
  const done = await transaction(
    token,
    [save, id, JSON.stringify(sections), baseVersion],
    recordAs('note.saved', 'note', id, null),
  )
  return { sections, ...done[2]?.rows[0] }
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
    (error: unknown) => {
      console.error(error)
      response.writeHead(500).end()
    },
  )
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address && typeof address === 'object') process.send?.({ port: address.port })
})
process.once('disconnect', () => process.exit())

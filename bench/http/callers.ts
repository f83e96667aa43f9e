import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { deriveKey } from '#server/secrets.ts'
import { signedToken } from '#server/http/session-cookie.ts'

/** A signed-in therapist with one client. */
export interface Caller {
  cookie: string
  client: string
  /** Sessions of the client, newest first. */
  sessions: string[]
  /** Version of the newest note, in the tables of each server. */
  versions: { product: number; bare: number }
}

/** Signs in a therapist for each caller, because the audit events of one user are written one after the other. */
export async function signInTherapists(admin: pg.Client, secret: string, count: number): Promise<Caller[]> {
  const key = deriveKey({ secret }, 'session cookies').toString('base64url')
  const { rows } = await admin.query<Pick<Caller, 'client' | 'sessions'> & { id: string; version: number }>(
    `select user_id as id, client.id as client, client.sessions, n.version from organization_members m
     join lateral (select c.id, array(select s.id from sessions s where s.client_id = c.id order by s.date desc) as sessions
       from clients c where c.therapist_id = m.user_id and c.status = 'active' order by c.id limit 1) client on true
     join notes n on n.session_id = client.sessions[1] where m.role = 'therapist' order by m.user_id limit $1`,
    [count],
  )
  const callers: Caller[] = []
  for (const { id, client, sessions, version } of rows) {
    const token = randomBytes(16).toString('hex')
    await admin.query(
      `insert into auth_sessions (user_id, token, expires_at) values ($1, $2, now() + interval '1 hour')`,
      [id, token],
    )
    const cookie = `attend.session_token=${signedToken(token, key)}`
    callers.push({ cookie, client, sessions, versions: { product: version, bare: version } })
  }
  return callers
}

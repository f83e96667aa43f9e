import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import * as z from 'zod'
import { signedToken } from '#server/http/session-cookie.ts'
import { deriveKey } from '#server/secrets.ts'
import type { Recorder } from './browsers.ts'

interface Place {
  admin: pg.Client
  secret: string
  /** Of the web process on this machine. */
  port: number
}

/** Therapists of an organization, each with one client and a started recording. */
export async function startRecordings({ admin, secret, port }: Place, count: number): Promise<Recorder[]> {
  const key = deriveKey({ secret }, 'session cookies').toString('base64url')
  const tokens = Array.from({ length: count }, () => randomBytes(24).toString('hex'))
  const { rows } = await admin.query<{ token: string; client: string }>(
    `with person as (insert into users (email, first_name, last_name) select token || '@example.test', 'Robin', 'Hale' from unnest($1::text[]) token
        returning id, split_part(email, '@', 1) as token),
      clinic as (insert into organizations (name, owner_id) select 'Clinic', id from person limit 1 returning id),
      member as (insert into organization_members (organization_id, user_id, role) select clinic.id, person.id, 'therapist' from clinic, person),
      signed_in as (insert into auth_sessions (user_id, token, expires_at) select id, token, now() + interval '1 hour' from person),
      client as (insert into clients (organization_id, therapist_id, first_name, last_name) select clinic.id, person.id, 'Sam', 'Okoro' from clinic, person
        returning id, therapist_id)
    select token, client.id as client from person join client on client.therapist_id = person.id`,
    [tokens],
  )
  const recorders: Recorder[] = []
  const url = `http://127.0.0.1:${port}`
  for (const { token, client } of rows) {
    const cookie = `attend.session_token=${signedToken(token, key)}`
    const response = await fetch(`${url}/api/clients/${client}/recordings`, {
      method: 'POST',
      headers: { cookie, origin: url, 'content-type': 'application/json' },
      body: JSON.stringify({ requestId: crypto.randomUUID() }),
    })
    if (!response.ok) throw new Error(`A recording could not be started: ${response.status} ${await response.text()}`)
    const { sessionId } = z.object({ sessionId: z.string() }).parse(await response.json())
    recorders.push({ sessionId, cookie, n: 0 })
  }
  return recorders
}

import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { signedToken } from '#server/http/session-cookie.ts'
import { deriveKey } from '#server/secrets.ts'

/** A signed-in therapist with clients, sessions and notes. */
export interface Clinician {
  cookie: string
  /** Session whose note is saved. */
  session: string
  /** The note's newest version. */
  version: number
}

/** Adds therapists of one organization, each with 20 clients, and with five sessions and notes of each client. */
export async function addClinicians(admin: pg.Client, secret: string, count: number): Promise<Clinician[]> {
  const key = deriveKey({ secret }, 'session cookies').toString('base64url')
  const tokens = Array.from({ length: count }, () => randomBytes(24).toString('hex'))
  const { rows } = await admin.query<{ token: string; session: string }>(
    `with person as (insert into users (email, first_name, last_name) select token || '@example.test', 'Robin', 'Hale' from unnest($1::text[]) token
        returning id, split_part(email, '@', 1) as token),
      clinic as (insert into organizations (name, owner_id) select 'Clinic', id from person limit 1 returning id),
      member as (insert into organization_members (organization_id, user_id, role) select clinic.id, person.id, 'therapist' from clinic, person),
      signed_in as (insert into auth_sessions (user_id, token, expires_at) select id, token, now() + interval '1 hour' from person),
      client as (insert into clients (organization_id, therapist_id, first_name, last_name)
        select clinic.id, person.id, 'Sam', 'Okoro' || n from clinic, person, generate_series(1, 20) n returning id, organization_id, therapist_id),
      held as (insert into sessions (organization_id, therapist_id, client_id, date, start_time, end_time, status, setting_type)
        select organization_id, therapist_id, id, current_date - n, '09:00', '09:50', 'completed', 'in-person' from client, generate_series(0, 4) n
        returning id, organization_id, therapist_id, client_id, date),
      noted as (insert into notes (session_id, organization_id, therapist_id, client_id, session_date, state, version, sections)
        select id, organization_id, therapist_id, client_id, date, 'ready', 1, $2::jsonb from held returning session_id, therapist_id)
    select token, min(session_id::text) as session from person join noted on therapist_id = person.id group by token`,
    [tokens, JSON.stringify([{ title: 'Subjective', content: 'The client slept better this week.', statements: [] }])],
  )
  return rows.map(({ token, session }) => ({
    session,
    version: 1,
    cookie: `attend.session_token=${signedToken(token, key)}`,
  }))
}

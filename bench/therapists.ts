import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { signedToken } from '#server/http/session-cookie.ts'
import { deriveKey } from '#server/secrets.ts'

/** Adds signed-in therapists of one organization. Returns the cookie of each by user id. */
export async function addTherapists(admin: pg.Client, secret: string, count: number): Promise<Map<string, string>> {
  const key = deriveKey({ secret }, 'session cookies').toString('base64url')
  const tokens = Array.from({ length: count }, () => randomBytes(24).toString('hex'))
  const { rows } = await admin.query<{ id: string; token: string }>(
    `with person as (insert into users (email, first_name, last_name) select token || '@example.test', 'Robin', 'Hale' from unnest($1::text[]) token
        returning id, split_part(email, '@', 1) as token),
      clinic as (insert into organizations (name, owner_id) select 'Clinic', id from person limit 1 returning id),
      member as (insert into organization_members (organization_id, user_id, role) select clinic.id, person.id, 'therapist' from clinic, person),
      signed_in as (insert into auth_sessions (user_id, token, expires_at) select id, token, now() + interval '1 hour' from person)
    select id, token from person`,
    [tokens],
  )
  return new Map(rows.map(({ id, token }) => [id, `attend.session_token=${signedToken(token, key)}`]))
}

import type pg from 'pg'
import { addTherapists } from '../therapists.ts'

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
  const cookies = await addTherapists(admin, secret, count)
  const { rows } = await admin.query<{ therapist: string; session: string }>(
    `with client as (insert into clients (organization_id, therapist_id, first_name, last_name)
        select organization_id, user_id, 'Sam', 'Okoro' || n from organization_members, generate_series(1, 20) n where user_id = any ($1)
        returning id, organization_id, therapist_id),
      held as (insert into sessions (organization_id, therapist_id, client_id, date, start_time, end_time, status, setting_type)
        select organization_id, therapist_id, id, current_date - n, '09:00', '09:50', 'completed', 'in-person' from client, generate_series(0, 4) n
        returning id, organization_id, therapist_id, client_id, date),
      noted as (insert into notes (session_id, organization_id, therapist_id, client_id, session_date, state, version, sections)
        select id, organization_id, therapist_id, client_id, date, 'ready', 1, $2::jsonb from held returning session_id, therapist_id)
    select therapist_id as therapist, min(session_id::text) as session from noted group by therapist_id`,
    [
      [...cookies.keys()],
      JSON.stringify([{ title: 'Subjective', content: 'The client slept better this week.', statements: [] }]),
    ],
  )
  return rows.map(({ therapist, session }) => ({ session, version: 1, cookie: cookies.get(therapist) ?? '' }))
}

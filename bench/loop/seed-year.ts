import pg from 'pg'
import type { RunningProduct } from '../running-product.ts'

/** A sentence with its quote, both as long as in a real note. */
const sentence = (n: number) => ({
  text: `The client reports that they slept four hours on night ${n} and woke with their heart racing before a day of meetings.`,
  evidence: [
    {
      utteranceId: `u${n}`,
      quote: `I slept four hours on night ${n} and woke with my heart racing before a day of meetings`,
    },
  ],
  check: 'supported',
})
const sentences = Array.from({ length: 30 }, (_, n) => sentence(n))
const sections = ['Subjective', 'Objective', 'Assessment', 'Plan'].map((title) => ({
  title,
  content: sentences.map(({ text }) => text).join(' '),
  statements: sentences,
}))
const insights = {
  mainThemes: sentences,
  clientMood: sentences,
  therapeuticTechniquesUsed: sentences,
  suggestedFollowUp: sentences,
  potentialConcerns: sentences,
}

/** Creates a practice for the therapist: 200 recent sessions with notes and insights, and 49,000 audit events. */
export async function seedYear({ adminUrl, clientId }: Pick<RunningProduct, 'adminUrl' | 'clientId'>): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  const ask = async (sql: string, values: unknown[]) =>
    (await admin.query<{ id: string }>(sql, values)).rows[0]?.id ?? ''
  const therapist = await ask('select therapist_id as id from clients where id = $1', [clientId])
  const practice = await ask(`insert into organizations (name, owner_id) values ('Bench', $1) returning id`, [
    therapist,
  ])
  await admin.query(`insert into organization_members (organization_id, user_id, role) values ($1, $2, 'owner')`, [
    practice,
    therapist,
  ])
  await admin.query('update clients set organization_id = $1', [practice])
  await admin.query(
    `with made as (insert into sessions (organization_id, therapist_id, client_id, date, start_time, end_time, status, setting_type)
        select $1, $2, $3, current_date - n / 4, '09:00', '09:50', 'completed', 'in-person' from generate_series(1, 200) n
        returning id, organization_id, therapist_id, client_id, date),
      noted as (insert into notes (session_id, organization_id, therapist_id, client_id, session_date, state, version, sections)
        select id, organization_id, therapist_id, client_id, date, 'ready', 1, $4::jsonb from made)
    insert into insights (session_id, organization_id, therapist_id, state, insights)
      select id, organization_id, therapist_id, 'ready', $5::jsonb from made`,
    [practice, therapist, clientId, JSON.stringify(sections), JSON.stringify(insights)],
  )
  // Skips the trigger that chains the events: the bench reads the trail and does not verify it.
  await admin.query('begin; set local session_replication_role = replica')
  await admin.query(
    `insert into audit_events (chain, seq, at, actor_id, organization_id, action, resource_type, resource_id, client_id)
      select $1, 1000000 + n, now() - n * interval '1 minute', $1, $2, 'client.read', 'client', $3, $3::uuid
      from generate_series(1, 49000) n`,
    [therapist, practice, clientId],
  )
  await admin.query('commit; analyze')
  await admin.end()
}

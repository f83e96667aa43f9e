import { sql } from 'kysely'
import type { Db } from '#server/db/tenant.ts'

/** The therapist who held the session. After a transfer, `notes.therapist_id` is another therapist. */
const clinicianId = sql`coalesce(sessions.rendered_by, notes.therapist_id)`

/** The next step of an unfinished note, which is also the name of its group. */
const nextStep = sql`case when notes.status in ('returned', 'awaiting_cosign') then notes.status
  when notes.to_review_count > 0 then 'review' else 'sign' end`

/** A note whose redraft failed still has its text, and is unfinished. */
const isUnfinished = sql`notes.status <> 'signed' and notes.version > 0 and notes.state in ('ready', 'failed') and sessions.status <> 'cancelled'`

export interface OwnGroup {
  nextStep: 'review' | 'sign' | 'returned' | 'awaiting_cosign'
  count: number
  oldestAt: Date
  oldestSessionId: string
}

/** Counts a therapist's unfinished notes by their next step, with the oldest note of each group. */
export async function countOwnNotes(db: Db, therapistId: string): Promise<OwnGroup[]> {
  const { rows } = await sql<OwnGroup>`
    select next_step as "nextStep", count(*)::int as count, min(since) as "oldestAt", (array_agg(session_id order by since))[1] as "oldestSessionId"
    from (select notes.session_id, ${nextStep} as next_step, coalesce(ended.superseded_at, notes.first_ready_at, notes.created_at) as since
      from notes join sessions on sessions.id = notes.session_id
      left join lateral (select max(superseded_at) as superseded_at from note_supersessions e
        where e.session_id = notes.session_id and notes.status = 'returned') ended on true
      where notes.therapist_id = ${therapistId} and ${clinicianId} = ${therapistId}::uuid and ${isUnfinished}) unfinished
    group by next_step`.execute(db)
  return rows
}

export interface WorkCounts {
  toReview: number
  toSign: number
  returned: number
  awaitingCosign: number
  amendments: number
}

/** True if the note awaits a co-signature, or if its author still has the client and is an active member. */
const canBeFinished = sql`(notes.status = 'awaiting_cosign' or notes.therapist_id = ${clinicianId} and exists (
  select from organization_members m join users u on u.id = m.user_id and u.is_active
  where m.organization_id = notes.organization_id and m.user_id = notes.therapist_id))`

/**
 * The unfinished notes and open amendment requests of an organization, without notes that their author can no longer
 * sign. `therapist_id` is the author of the note or the therapist of the request, `access_therapist_id` the therapist
 * who has access to the client.
 */
const unfinishedWork = (organizationId: string) => sql`(
    select ${clinicianId} as therapist_id, notes.therapist_id as access_therapist_id, ${nextStep} as next_step
    from notes join sessions on sessions.id = notes.session_id
    where notes.organization_id = ${organizationId} and ${isUnfinished} and ${canBeFinished}
    union all
    select clients.therapist_id, clients.therapist_id, 'amendment'
    from clients join amendment_requests r on r.client_id = clients.id
    where clients.organization_id = ${organizationId}
      and not exists (select from amendment_steps s where s.amendment_id = r.id and s.kind in ('accepted', 'denied'))
  ) work`

const counts = sql`count(*) filter (where next_step = 'review')::int as "toReview", count(*) filter (where next_step = 'sign')::int as "toSign",
  count(*) filter (where next_step = 'returned')::int as returned, count(*) filter (where next_step = 'awaiting_cosign')::int as "awaitingCosign",
  count(*) filter (where next_step = 'amendment')::int as amendments`

/** Counts the unfinished work of each therapist whom the caller supervises, sorted by last name. */
export async function countBySupervisedTherapist(
  db: Db,
  organizationId: string,
): Promise<(WorkCounts & { name: string })[]> {
  const { rows } = await sql<WorkCounts & { name: string }>`
    select users.first_name || ' ' || users.last_name as name, ${counts}
    from ${unfinishedWork(organizationId)} join users on users.id = work.therapist_id
    where work.access_therapist_id in (select s.therapist_id from app.supervised() s where s.organization_id = ${organizationId})
    group by users.id order by lower(users.last_name), lower(users.first_name), users.id`.execute(db)
  return rows
}

/** Counts the unfinished work of an organization that the caller administers. */
export async function countInOrganization(db: Db, organizationId: string): Promise<WorkCounts> {
  const { rows } = await sql<WorkCounts>`select ${counts} from ${unfinishedWork(organizationId)}`.execute(db)
  return rows[0] ?? { toReview: 0, toSign: 0, returned: 0, awaitingCosign: 0, amendments: 0 }
}

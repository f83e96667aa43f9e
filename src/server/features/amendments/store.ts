import { sql } from 'kysely'
import { AmendmentRequest, type DueAmendment, type NewAmendment } from '#shared/contract/amendments.ts'
import { failureCode } from '#server/db/failure-code.ts'
import type { Db } from '#server/db/tenant.ts'

/** The due date of the request `r`. */
const dueOn = sql`coalesce((select s.due_on from amendment_steps s where s.amendment_id = r.id and s.kind = 'extended'), r.due_on)`

const answer = sql`(select s.kind from amendment_steps s where s.amendment_id = r.id and s.kind in ('accepted', 'denied'))`

/** Lists requests of a client, about a note, or with an id, in the order of their receipt. */
export async function listRequests(
  db: Db,
  of: { clientId: string } | { sessionId: string } | { id: string },
): Promise<AmendmentRequest[]> {
  const condition =
    'clientId' in of
      ? sql`r.client_id = ${of.clientId}`
      : 'sessionId' in of
        ? sql`r.session_id = ${of.sessionId}`
        : sql`r.id = ${of.id}`
  const { rows } = await sql<Record<string, unknown> & { loggedAt: Date }>`
    select r.id, r.client_id as "clientId", r.session_id as "sessionId", sessions.date::text as "sessionDate",
      r.received_on::text as "receivedOn", r.channel, r.text, ${dueOn}::text as "dueOn", coalesce(${answer}, 'open') as state,
      r.logged_by_name as "loggedBy", r.logged_at as "loggedAt", coalesce((select jsonb_agg(jsonb_build_object('kind', s.kind,
        'denialReason', s.denial_reason, 'text', s.text, 'addendumNumber', s.addendum_number, 'by', s.made_by_name, 'at', s.made_at)
        order by s.seq) from amendment_steps s where s.amendment_id = r.id), '[]') as steps
    from amendment_requests r join sessions on sessions.id = r.session_id
    where ${condition} order by r.received_on, r.id`.execute(db)
  return rows.map((row) => AmendmentRequest.parse({ ...row, loggedAt: row.loggedAt.toISOString() }))
}

/** Finds the request that a user logged under a request id. */
export async function findByRequestId(
  db: Db,
  userId: string,
  requestId: string,
): Promise<AmendmentRequest | undefined> {
  const row = await db
    .selectFrom('amendment_requests')
    .where('logged_by', '=', userId)
    .where('request_id', '=', requestId)
    .select('id')
    .executeTakeFirst()
  return row && (await listRequests(db, row))[0]
}

/** True if the caller may log and answer requests of a client. */
export async function mayAmend(db: Db, clientId: string): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`select app.may_amend(${clientId}) as may`.execute(db)
  return rows[0]?.may ?? false
}

/** Returns null, or the error code. */
export async function insertRequest(db: Db, request: NewAmendment): Promise<string | null> {
  const { sessionId, requestId, receivedOn, channel, text } = request
  return await failureCode(
    db,
    sql`app.log_amendment(${sessionId}, ${requestId}, ${receivedOn}::date, ${channel}, ${text})`,
  )
}

export interface NewStep {
  kind: 'extended' | 'accepted' | 'denied' | 'statement'
  text: string
  denialReason?: string
}

/** Returns null, or the error code. */
export async function insertStep(db: Db, amendmentId: string, step: NewStep): Promise<string | null> {
  const { kind, text, denialReason = null } = step
  return await failureCode(db, sql`app.add_amendment_step(${amendmentId}, ${kind}, ${text}, ${denialReason})`)
}

/** Maximum number of requests in a work queue. */
const maxDue = 50

/**
 * Lists open requests of a therapist's clients, earliest due date first. If the caller administers an organization,
 * `organizationId` adds the requests of clients whose therapist left the organization or was deactivated.
 */
export async function listDue(db: Db, therapistId: string, organizationId: string | null): Promise<DueAmendment[]> {
  const { rows } = await sql<DueAmendment>`
    select r.id, r.session_id as "sessionId", r.received_on::text as "receivedOn", ${dueOn}::text as "dueOn"
    from clients c join amendment_requests r on r.client_id = c.id
    where (c.therapist_id = ${therapistId} or c.organization_id = ${organizationId} and not exists (
        select from organization_members m join users u on u.id = m.user_id
        where m.organization_id = c.organization_id and m.user_id = c.therapist_id and u.is_active))
      and ${answer} is null
    order by ${dueOn}, r.id limit ${maxDue}`.execute(db)
  return rows
}

import { sql } from 'kysely'
import type { LegalHold, NewHold, NewRelease, RecordRelease } from '#shared/contract/releases.ts'
import type { Context } from '#server/context.ts'
import { failureCode } from '#server/db/failure-code.ts'
import { lockRequest } from '#server/db/lock-request.ts'
import type { Db } from '#server/db/tenant.ts'

/** Lists the releases of a client, oldest first. */
export async function listReleases(db: Db, clientId: string): Promise<RecordRelease[]> {
  const rows = await db
    .selectFrom('record_releases')
    .where('client_id', '=', clientId)
    .select([
      'id',
      sql<string>`released_on::text`.as('releasedOn'),
      'recipient',
      'contents',
      'logged_by_name as loggedBy',
      'logged_at as loggedAt',
    ])
    .orderBy('released_on')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, loggedAt: row.loggedAt.toISOString() }))
}

/** Lists the holds of a client, oldest first. */
export async function listHolds(db: Db, clientId: string): Promise<LegalHold[]> {
  const rows = await db
    .selectFrom('legal_holds')
    .leftJoin('legal_hold_lifts as lift', 'lift.hold_id', 'legal_holds.id')
    .where('legal_holds.client_id', '=', clientId)
    .select([
      'legal_holds.id',
      sql<string>`starts_on::text`.as('startsOn'),
      'legal_holds.reason',
      'legal_holds.placed_by_name as placedBy',
      'legal_holds.placed_at as placedAt',
      'lift.reason as liftReason',
      'lift.lifted_by_name as liftedBy',
      'lift.lifted_at as liftedAt',
    ])
    .orderBy('legal_holds.starts_on')
    .orderBy('legal_holds.id')
    .execute()
  return rows.map(({ placedAt, liftReason, liftedBy, liftedAt, ...row }) => ({
    ...row,
    placedAt: placedAt.toISOString(),
    lifted:
      liftReason === null || liftedBy === null || liftedAt === null
        ? null
        : { reason: liftReason, by: liftedBy, at: liftedAt.toISOString() },
  }))
}

/** Finds the client of a hold that the caller may see. */
export async function findClientOfHold(db: Db, holdId: string): Promise<string | undefined> {
  const row = await db.selectFrom('legal_holds').where('id', '=', holdId).select('client_id').executeTakeFirst()
  return row?.client_id
}

/**
 * True if the release or hold of this request is already stored. Until the transaction ends, a repeated request waits.
 */
export async function lockReleaseRequest(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  table: 'record_releases' | 'legal_holds',
  { clientId, requestId }: { clientId: string; requestId: string },
): Promise<boolean> {
  const [, row] = await Promise.all([
    lockRequest(db, actor.userId, requestId),
    db
      .selectFrom(table)
      .where('client_id', '=', clientId)
      .where('request_id', '=', requestId)
      .select('id')
      .executeTakeFirst(),
  ])
  return row !== undefined
}

/** True if the caller may log releases of a client's record, and place and lift holds. */
export async function mayChange(db: Db, clientId: string): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`select app.may_amend(${clientId}) as may`.execute(db)
  return rows[0]?.may ?? false
}

/** Returns the first day of the client's earliest legal hold in force. Null if no hold is in force. */
export async function findHoldStart(db: Db, clientId: string): Promise<string | null> {
  const { rows } = await sql<{ since: string | null }>`select app.hold_since(${clientId})::text as since`.execute(db)
  return rows[0]?.since ?? null
}

/** Returns null, or the error code. */
export async function insertRelease(db: Db, release: NewRelease): Promise<string | null> {
  const { clientId, requestId, releasedOn, recipient, contents } = release
  return await failureCode(
    db,
    sql`app.log_release(${clientId}, ${requestId}, ${releasedOn}::date, ${recipient}, ${contents})`,
  )
}

/** Returns null, or the error code. */
export async function insertHold(db: Db, { clientId, requestId, startsOn, reason }: NewHold): Promise<string | null> {
  return await failureCode(db, sql`app.place_hold(${clientId}, ${requestId}, ${startsOn}::date, ${reason})`)
}

/** Returns null, or the error code. */
export async function insertLift(db: Db, holdId: string, reason: string): Promise<string | null> {
  return await failureCode(db, sql`app.lift_hold(${holdId}, ${reason})`)
}

import { sql } from 'kysely'
import {
  type CorrectedSession,
  type Deletable,
  DeletionReceipt,
  type SessionBefore,
} from '#shared/contract/corrections.ts'
import { lockRequest } from '#server/db/lock-request.ts'
import type { Db } from '#server/db/tenant.ts'

/** Finds the name of the therapist who held a session. */
export async function findRendererName(db: Db, sessionId: string): Promise<string> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.rendered_by')
    .where('sessions.id', '=', sessionId)
    .select(sql<string>`users.first_name || ' ' || users.last_name`.as('name'))
    .executeTakeFirst()
  return row?.name ?? ''
}

/** Returns the first day of the legal hold on the record of a session, or null without one. */
export async function findHoldStart(db: Db, sessionId: string): Promise<string | null> {
  const row = await db
    .selectFrom('sessions')
    .where('id', '=', sessionId)
    .select(sql<string | null>`app.hold_since(client_id)::text`.as('since'))
    .executeTakeFirst()
  return row?.since ?? null
}

/** Finds how the therapist met the client. */
export async function findContact(db: Db, sessionId: string): Promise<string> {
  const row = await db.selectFrom('sessions').where('id', '=', sessionId).select('contact').executeTakeFirstOrThrow()
  return row.contact
}

/** Corrects a session with all rows that depend on it, if it is as `seen`. Returns null, or the error code. */
export async function applyCorrection(
  db: Db,
  sessionId: string,
  to: CorrectedSession,
  seen: SessionBefore | undefined,
): Promise<string | null> {
  const { clientId, date, startTime, endTime, type, settingType, contact } = to
  const { rows } = await sql<{ refusal: string | null }>`
    select app.correct_session(${sessionId}, ${clientId}, ${date}, ${startTime}, ${endTime}, ${type}, ${settingType}, ${contact},
      ${seen === undefined ? null : JSON.stringify(seen)}::jsonb) as refusal`.execute(db)
  return rows[0]?.refusal ?? null
}

/** Finds the name of a session's recording in the file store. */
export async function findStorageName(db: Db, sessionId: string): Promise<string | null> {
  const row = await db
    .selectFrom('recordings')
    .where('session_id', '=', sessionId)
    .select('storage_name as storageName')
    .executeTakeFirst()
  return row?.storageName ?? null
}

/** Deletes a recording, transcript or session, and inserts the receipt. Returns the receipt's id, or the error code. */
export async function applyDeletion(
  db: Db,
  sessionId: string,
  deletion: { what: Deletable; reason: string; audioSha256: string | null; requestId: string | undefined },
): Promise<{ refusal: string | null; receipt: string | null }> {
  const { what, reason, audioSha256, requestId = null } = deletion
  const { rows } = await sql<{ refusal: string | null; receipt: string | null }>`
    select refusal, receipt from app.delete_filed(${sessionId}, ${what}, ${reason}, ${audioSha256}, ${requestId})
  `.execute(db)
  return rows[0] ?? { refusal: null, receipt: null }
}

function receipts(db: Db) {
  return db
    .selectFrom('deletion_receipts')
    .select([
      'id',
      'what',
      'reason',
      'session_date as sessionDate',
      sql<string>`to_char(start_time, 'HH24:MI')`.as('startTime'),
      'deleted_by_name as deletedBy',
      'deleted_at as deletedAt',
      'contents',
      sql<number>`cardinality(files)`.as('fileCount'),
      'files_erased_at as filesErasedAt',
    ])
}

type ReceiptRow = Awaited<ReturnType<ReturnType<typeof receipts>['executeTakeFirstOrThrow']>>

const toReceipt = (row: ReceiptRow) =>
  DeletionReceipt.parse({
    ...row,
    deletedAt: row.deletedAt.toISOString(),
    filesErasedAt: row.filesErasedAt?.toISOString() ?? null,
  })

/** @throws Error if the caller may not see the receipt */
export async function findReceipt(db: Db, id: string): Promise<DeletionReceipt> {
  return toReceipt(await receipts(db).where('id', '=', id).executeTakeFirstOrThrow())
}

/**
 * Returns the receipt of the deletion that this request of the user has made, if any, and the session. Until the
 * transaction ends, a repeated request waits.
 */
export async function lockDeletionRequest(
  db: Db,
  userId: string,
  requestId: string,
): Promise<{ sessionId: string; receipt: DeletionReceipt } | undefined> {
  const [, row] = await Promise.all([
    lockRequest(db, userId, requestId),
    receipts(db)
      .select('session_id as sessionId')
      .where('deleted_by', '=', userId)
      .where('request_id', '=', requestId)
      .executeTakeFirst(),
  ])
  return row && { sessionId: row.sessionId, receipt: toReceipt(row) }
}

/** Lists the deletion receipts of a client's record, newest first. */
export async function listReceipts(db: Db, clientId: string): Promise<DeletionReceipt[]> {
  const rows = await receipts(db).where('client_id', '=', clientId).orderBy('deleted_at', 'desc').execute()
  return rows.map(toReceipt)
}

/**
 * Lists the names of the files that a deletion has not erased yet, except those that are used again. Null if the receipt
 * does not exist, or its files are erased. Only workers may call it.
 */
export async function findFilesToErase(db: Db, receiptId: string): Promise<string[] | null> {
  const { rows } = await sql<{ files: string[] | null }>`select app.files_to_erase(${receiptId}) as files`.execute(db)
  return rows[0]?.files ?? null
}

/** Marks the files of a deletion as erased. Only workers may call it. */
export async function markErased(db: Db, receiptId: string, at: Date): Promise<void> {
  await sql`select app.mark_erased(${receiptId}, ${at})`.execute(db)
}

/** Lists the ids of receipts older than an hour whose files are not erased yet. Only workers may call it. */
export async function findOverdueErasures(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select app.overdue_erasures() as id`.execute(db)
  return rows.map(({ id }) => id)
}

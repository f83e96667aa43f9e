import { sql } from 'kysely'
import * as z from 'zod'
import { CosignItem, CosignNote, type NoteComment } from '#shared/contract/cosign.ts'
import { requiredText } from '#server/required-text.ts'
import { storableText } from '#server/db/storable.ts'
import { failureCode } from '#server/db/failure-code.ts'
import type { Db } from '#server/db/tenant.ts'

const Row = z.object({
  ...CosignItem.shape,
  ...CosignNote.shape.facts.shape,
  version: z.int(),
  contentSha256: z.string(),
  signedAt: z.string(),
  timeZone: z.string(),
  /** True if the caller co-signs the note, or has co-signed it. */
  isMine: z.boolean(),
})

/** A note in the co-sign queue of the caller, or in that of another member. */
export type CosignRow = z.infer<typeof Row>

interface StoredRow {
  sessionId: string
  firstName: string
  lastName: string
  authorId: string
  authorName: string
  credentials: string
  assignedId: string | null
  assignedName: string | null
  since: Date
  signedAt: Date
}

/**
 * Lists notes of an organization that the caller co-signs or has co-signed in the last seven days, oldest first. For
 * owners and admins, the list includes notes of other co-signers.
 */
export async function listQueue(db: Db, organizationId: string): Promise<CosignRow[]> {
  const { rows } = await sql<StoredRow>`
    select session_id as "sessionId", first_name as "firstName", last_name as "lastName", author_id as "authorId", author_name as "authorName",
      credentials,
      to_char(date, 'YYYY-MM-DD') as date, to_char(start_time, 'HH24:MI') as "startTime", to_char(end_time, 'HH24:MI') as "endTime",
      type, setting_type as "settingType", participants, contact, note_type as "noteType", version, content_sha256 as "contentSha256", signed_at as "signedAt",
      time_zone as "timeZone", status, since, comment_count as "commentCount", returned_by as "returnedBy",
      supervisor_name as "supervisorName", to_char(away_until, 'YYYY-MM-DD') as "awayUntil", assigned_id as "assignedId",
      assigned_name as "assignedName", is_mine as "isMine"
    from app.cosign_queue(${organizationId})`.execute(db)
  return rows.map(
    ({ firstName, lastName, authorId, authorName, credentials, assignedId, assignedName, since, signedAt, ...row }) =>
      Row.parse({
        ...row,
        client: { firstName, lastName },
        author: { userId: authorId, name: authorName, credentials },
        assigned: assignedId === null ? null : { userId: assignedId, name: assignedName },
        since: since.toISOString(),
        signedAt: signedAt.toISOString(),
      }),
  )
}

const Sections = z.array(z.object({ title: z.string(), content: z.string() }))

/** Finds the sections that the author signed. Null if the caller does not co-sign the note. */
export async function findSections(db: Db, sessionId: string): Promise<z.infer<typeof Sections> | null> {
  const { rows } = await sql<{ sections: unknown }>`select app.cosign_sections(${sessionId}) as sections`.execute(db)
  return Sections.nullable().parse(rows[0]?.sections ?? null)
}

export interface CosignerRow {
  name: string
  credentials: string
  licenseNumber: string
  licenseState: string
  needsConfirmation: boolean
  confirmedAt: Date | null
}

/** Finds the details of a co-signer, and when the caller confirmed their identity. */
export async function findCosigner(db: Db, organizationId: string, userId: string): Promise<CosignerRow> {
  return await db
    .selectFrom('users')
    .where('id', '=', userId)
    .select([
      sql<string>`first_name || ' ' || last_name`.as('name'),
      'credentials',
      'license_number as licenseNumber',
      'license_state as licenseState',
      sql<boolean>`not app.is_demo(${organizationId})`.as('needsConfirmation'),
      sql<Date | null>`app.confirmed_at()`.as('confirmedAt'),
    ])
    .executeTakeFirstOrThrow()
}

/** Finds the client of a note that the caller may read or co-signs. */
export async function findClient(db: Db, sessionId: string): Promise<string | null> {
  const { rows } = await sql<{ clientId: string | null }>`
    select coalesce((select client_id from notes where session_id = ${sessionId}), app.cosign_client(${sessionId})) as "clientId"`.execute(
    db,
  )
  return rows[0]?.clientId ?? null
}

/** Lists the comments on a note with their replies, oldest first. */
export async function listComments(db: Db, sessionId: string): Promise<NoteComment[]> {
  const rows = await db
    .selectFrom('note_comments')
    .where('session_id', '=', sessionId)
    .select(['id', 'version', 'section', 'sentence', 'quote', 'reply_to', 'author_name', 'credentials', 'text'])
    .select('created_at')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const entries = rows.map((row) => ({
    id: row.id,
    authorName: row.author_name,
    credentials: row.credentials,
    text: row.text,
    createdAt: row.created_at.toISOString(),
  }))
  return rows.flatMap(({ id, version, section, sentence, quote }, at) => {
    const entry = entries[at]
    // Only comments have a place in the note. Replies are listed with their comment.
    if (!entry || section === null || sentence === null || quote === null) return []
    const replies = entries.filter((_, other) => rows[other]?.reply_to === id)
    return [{ ...entry, version, section, sentence, quote, replies }]
  })
}

export interface CosignState {
  cosignerName: string | null
  awayUntil: string | null
  returnedBy: string | null
  returnedAt: Date | null
  version: number
}

/** Finds the co-signer of a note and the return of its newest signature. Undefined for a note that was never signed. */
export async function findState(db: Db, sessionId: string): Promise<CosignState | undefined> {
  const { rows } = await sql<CosignState>`
    select cosigner_name as "cosignerName", to_char(away_until, 'YYYY-MM-DD') as "awayUntil", returned_by as "returnedBy",
      returned_at as "returnedAt", version
    from app.cosign_state(${sessionId})`.execute(db)
  return rows[0]
}

/** Finds the last day of a member's absence. */
export async function findAwayUntil(db: Db, organizationId: string, userId: string): Promise<string | null> {
  const row = await db
    .selectFrom('organization_members')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .select(sql<string | null>`to_char(away_until, 'YYYY-MM-DD')`.as('awayUntil'))
    .executeTakeFirst()
  return row?.awayUntil ?? null
}

/** A sentence of a signed version. The quote is empty if the version has no such sentence. */
export interface NoteSentence {
  version: number
  section: string
  sentence: number
  quote: string
}

/** The text of a comment or reply, and the id of the request that adds it. */
export interface NewComment {
  text: string
  requestId?: string | undefined
}

/** True if the author's request with this id has added a comment or reply to the note. */
export async function isCommentStored(
  db: Db,
  authorId: string,
  sessionId: string,
  { requestId }: NewComment,
): Promise<boolean> {
  if (requestId === undefined) return false
  const row = await db
    .selectFrom('note_comments')
    .where('session_id', '=', sessionId)
    .where('author_id', '=', authorId)
    .where('request_id', '=', requestId)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns null or the error code, like the functions below. */
export async function insertComment(
  db: Db,
  sessionId: string,
  { version, section, sentence, quote }: NoteSentence,
  { text, requestId }: NewComment,
) {
  return failureCode(
    db,
    sql`app.add_note_comment(${sessionId}, ${storableText(section)}, ${sentence}, ${quote}, null, ${requiredText(text)},
      ${requestId ?? null}::uuid, ${version})`,
  )
}

export async function insertReply(db: Db, sessionId: string, commentId: string, { text, requestId }: NewComment) {
  return failureCode(
    db,
    sql`app.add_note_comment(${sessionId}, null, null, null, ${commentId}::uuid, ${requiredText(text)}, ${requestId ?? null}::uuid)`,
  )
}

export async function returnNote(db: Db, sessionId: string, version: number) {
  return failureCode(db, sql`app.return_note(${sessionId}, ${version})`)
}

export async function cosignNote(
  db: Db,
  sessionId: string,
  { version, contentSha256, statement }: { version: number; contentSha256: string; statement: string },
) {
  return failureCode(db, sql`app.cosign_note(${sessionId}, ${version}, ${storableText(contentSha256)}, ${statement})`)
}

export async function assignCosigner(db: Db, sessionId: string, userId: string) {
  return failureCode(db, sql`app.assign_cosigner(${sessionId}, ${userId})`)
}

export async function setAwayUntil(db: Db, organizationId: string, day: string | null) {
  return failureCode(db, sql`app.set_away_until(${organizationId}, ${day}::date)`)
}

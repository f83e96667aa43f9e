import { sql } from 'kysely'
import type { Actor, Db } from '#server/db/tenant.ts'
import type { NotePlace } from './sealed-note.ts'

/** A psychotherapy note as stored. */
export interface SealedNote extends NotePlace {
  sealed: Buffer
  version: number
  createdAt: Date
  updatedAt: Date
}

/** Creates the id of a new note. The id must exist before the insert, because the content is encrypted for it. */
export async function newNoteId(db: Db): Promise<string> {
  const { rows } = await sql<{ id: string }>`select app.new_id() as id`.execute(db)
  return rows[0]?.id ?? ''
}

/** Inserts a note. Returns false if the author already added a note with this request id. */
export async function insertNote(
  db: Db,
  { id, authorId, clientId, organizationId, requestId, sealed }: NewNote,
): Promise<boolean> {
  const row = { id, author_id: authorId, client_id: clientId, organization_id: organizationId }
  const result = await db
    .insertInto('psychotherapy_notes')
    .values({ ...row, request_id: requestId, sealed })
    .onConflict((conflict) => conflict.columns(['author_id', 'request_id']).doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export interface NewNote extends NotePlace {
  organizationId: string | null
  requestId: string
  sealed: Buffer
}

/**
 * Updates a note. Returns false if the note has another version than `baseVersion`, or if a policy prevents the change
 * because the record is under a legal hold.
 */
export async function updateNote(db: Db, id: string, baseVersion: number, sealed: Buffer): Promise<boolean> {
  const result = await db
    .updateTable('psychotherapy_notes')
    .set({ sealed, version: baseVersion + 1 })
    .where('id', '=', id)
    .where('version', '=', baseVersion)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/**
 * Deletes a note and returns the id of its client. Returns undefined if the caller has no such note, or if a policy
 * prevents the deletion because the record is under a legal hold.
 */
export async function deleteNote(db: Db, actor: Actor, id: string): Promise<string | undefined> {
  const deleted = db.deleteFrom('psychotherapy_notes').where('author_id', '=', actor.userId).where('id', '=', id)
  return (await deleted.returning('client_id').executeTakeFirst())?.client_id
}

export function findNote(db: Db, actor: Actor, id: string): Promise<SealedNote | undefined> {
  return ownNotes(db, actor).where('id', '=', id).executeTakeFirst()
}

export function findByRequest(db: Db, actor: Actor, requestId: string): Promise<SealedNote | undefined> {
  return ownNotes(db, actor).where('request_id', '=', requestId).executeTakeFirst()
}

/** Lists the caller's notes about a client, newest first. */
export function listNotes(
  db: Db,
  actor: Actor,
  { clientId, after, limit }: { clientId: string; after: string | undefined; limit: number },
): Promise<SealedNote[]> {
  const position = sql<boolean>`(created_at, id) < (select created_at, id from psychotherapy_notes where id = ${after})`
  return ownNotes(db, actor)
    .where('client_id', '=', clientId)
    .$if(after !== undefined, (query) => query.where(position))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Lists the caller's newest note about each client, with the number of notes and the time of the last edit. */
export function listNewest(db: Db, actor: Actor): Promise<(SealedNote & { noteCount: number; editedAt: Date })[]> {
  return ownNotes(db, actor)
    .select([
      sql<number>`(count(*) over (partition by client_id))::int`.as('noteCount'),
      sql<Date>`max(updated_at) over (partition by client_id)`.as('editedAt'),
    ])
    .distinctOn('client_id')
    .orderBy('client_id')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** Returns the given clients that are the caller's own, by id. */
export async function ownClients(db: Db, actor: Actor, ids: readonly string[]): Promise<Map<string, OwnClient>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('clients')
    .where('therapist_id', '=', actor.userId)
    .where('id', 'in', ids)
    .select(['id', 'organization_id as organizationId', sql<string>`first_name || ' ' || last_name`.as('name')])
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

export interface OwnClient {
  id: string
  organizationId: string | null
  name: string
}

function ownNotes(db: Db, actor: Actor) {
  return db
    .selectFrom('psychotherapy_notes')
    .where('author_id', '=', actor.userId)
    .select([
      'id',
      'author_id as authorId',
      'client_id as clientId',
      'sealed',
      'version',
      'created_at as createdAt',
      'updated_at as updatedAt',
    ])
}

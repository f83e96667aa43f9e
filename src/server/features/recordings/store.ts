import { sql } from 'kysely'
import { chunkBytes } from '#shared/contract/recordings.ts'
import type { Db } from '#server/db/tenant.ts'
import type { Keyring } from '#server/keyring.ts'
import { openChunk, type SealedChunk } from './sealed-chunk.ts'

export interface UploadRow {
  id: string
  organizationId: string | null
  clientId: string
  fileName: string
  mediaType: string
  size: number
  settingType: string
  /** The date on which the session was held; null if the user did not state it. */
  heldDate: string | null
  /** `HH:mm` */
  heldStart: string | null
  participants: string[]
  appointmentId: string | null
  sessionId: string | null
}

/** Finds the data of a client that a new upload needs, if the caller may see the client. */
export async function findClient(db: Db, clientId: string) {
  return await db
    .selectFrom('clients')
    .where('id', '=', clientId)
    .select(['id', 'therapist_id as therapistId', 'organization_id as organizationId', 'status'])
    .executeTakeFirst()
}

/** Counts the unfinished uploads that this therapist started at or after `since`. */
export async function countUnfinished(db: Db, therapistId: string, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('uploads')
    .where('therapist_id', '=', therapistId)
    .where('created_at', '>=', since)
    .where('session_id', 'is', null)
    .select((build) => build.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Counts a started upload, even if the upload is discarded later. Returns the seconds to wait if there were too many
 * uploads within an hour, otherwise 0.
 */
export async function countUpload(db: Db, therapistId: string, limit: number): Promise<number> {
  const counter = `uploads of ${therapistId}`
  const { rows } = await sql<{
    wait: number
  }>`select app.count_attempt(${counter}, ${limit}, '1 hour') as wait`.execute(db)
  return rows[0]?.wait ?? 0
}

export async function insertUpload(db: Db, therapistId: string, upload: Omit<UploadRow, 'id' | 'sessionId'>) {
  return await db
    .insertInto('uploads')
    .values({
      organization_id: upload.organizationId,
      therapist_id: therapistId,
      client_id: upload.clientId,
      file_name: upload.fileName,
      media_type: upload.mediaType,
      size: upload.size,
      setting_type: upload.settingType,
      held_date: upload.heldDate,
      held_start: upload.heldStart,
      participants: upload.participants,
      appointment_id: upload.appointmentId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
}

/**
 * Finds an upload of this therapist. With `share`, other transactions cannot complete or delete the upload until this
 * transaction ends. `update` is for a transaction that completes or deletes the upload.
 */
export async function findUpload(db: Db, therapistId: string, id: string, lock?: 'share' | 'update') {
  return await db
    .selectFrom('uploads')
    .where('id', '=', id)
    .where('therapist_id', '=', therapistId)
    .select([
      'id',
      'organization_id as organizationId',
      'client_id as clientId',
      'file_name as fileName',
      'media_type as mediaType',
      'size',
      'setting_type as settingType',
      'held_date as heldDate',
      sql<string | null>`to_char(held_start, 'HH24:MI')`.as('heldStart'),
      'participants',
      'appointment_id as appointmentId',
      'session_id as sessionId',
    ])
    .$if(lock === 'share', (query) => query.forShare())
    .$if(lock === 'update', (query) => query.forUpdate())
    .executeTakeFirst()
}

export async function deleteUpload(db: Db, therapistId: string, id: string): Promise<void> {
  await db.deleteFrom('uploads').where('id', '=', id).where('therapist_id', '=', therapistId).execute()
}

export async function markFinished(db: Db, therapistId: string, id: string, sessionId: string): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ session_id: sessionId })
    .where('id', '=', id)
    .where('therapist_id', '=', therapistId)
    .execute()
}

/** Returns the number of chunks of a file. */
export function chunkCount(size: number): number {
  return Math.ceil(size / chunkBytes)
}

/** Returns the number of the first missing chunk, or the number of chunks if all are stored. */
export async function firstMissingChunk(db: Db, upload: Pick<UploadRow, 'id' | 'size'>): Promise<number> {
  const { rows } = await sql<{ next: number }>`
    select min(wanted.n) as next from generate_series(0, ${chunkCount(upload.size)}::int) as wanted (n)
    where not exists (select from upload_chunks c where c.upload_id = ${upload.id} and c.n = wanted.n)`.execute(db)
  return rows[0]?.next ?? 0
}

/** Counts the stored bytes of an upload. */
export async function storedBytes(db: Db, uploadId: string): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(octet_length(data)), 0)::bigint as bytes from upload_chunks where upload_id = ${uploadId}`.execute(
    db,
  )
  return rows[0]?.bytes ?? 0
}

export interface Chunk extends SealedChunk {
  n: number
  /** SHA-256 of the content. */
  sha256: Buffer
}

/** Stores a chunk if its number is not stored yet. Returns true if the stored chunk equals this one. */
export async function storeChunk(db: Db, therapistId: string, upload: UploadRow, chunk: Chunk): Promise<boolean> {
  const inserted = await db
    .insertInto('upload_chunks')
    .values({
      upload_id: upload.id,
      n: chunk.n,
      organization_id: upload.organizationId,
      therapist_id: therapistId,
      sha256: chunk.sha256,
      data: chunk.data,
      seal: chunk.seal,
    })
    .onConflict((conflict) => conflict.columns(['upload_id', 'n']).doNothing())
    .returning('n')
    .executeTakeFirst()
  if (inserted) return true
  const stored = await db
    .selectFrom('upload_chunks')
    .where('upload_id', '=', upload.id)
    .where('n', '=', chunk.n)
    .select('sha256')
    .executeTakeFirst()
  return stored?.sha256.equals(chunk.sha256) ?? false
}

/**
 * Yields the content of an upload, chunk by chunk: the whole content, or the bytes from `from` up to `to`.
 * @throws Error if a chunk is missing or was altered
 */
export async function* readContent(
  db: Db,
  keys: Keyring,
  upload: Pick<UploadRow, 'id' | 'size'>,
  { from, to }: { from: number; to: number } = { from: 0, to: upload.size },
): AsyncGenerator<Buffer> {
  for (let n = Math.floor(from / chunkBytes); n * chunkBytes < to; n++) {
    // Base64 text is shorter than PostgreSQL's text form of bytes.
    const { rows } = await sql<{ data: string; seal: Buffer | null }>`
      select encode(data, 'base64') as data, seal from upload_chunks where upload_id = ${upload.id} and n = ${n}`.execute(
      db,
    )
    const [row] = rows
    if (!row) throw new Error(`chunk ${n} of this recording is gone`)
    const sealed = { data: Buffer.from(row.data, 'base64'), seal: row.seal }
    const content = openChunk(keys, { recordingId: upload.id, n }, sealed)
    yield content.subarray(Math.max(0, from - n * chunkBytes), to - n * chunkBytes)
  }
}

export async function deleteChunks(db: Db, uploadId: string): Promise<void> {
  await db.deleteFrom('upload_chunks').where('upload_id', '=', uploadId).execute()
}

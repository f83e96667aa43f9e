import { sql } from 'kysely'
import type { StoredChunks, VideoVisit } from '#shared/contract/recordings.ts'
import { lockRequest } from '#server/db/lock-request.ts'
import type { Caller, Db } from '#server/db/tenant.ts'
import type { Keyring } from '#server/keyring.ts'
import { openChunk, type SealedChunk, sealChunk } from '../sealed-chunk.ts'

/** The live recording of a session, in progress or ended. */
export interface LiveRow {
  sessionId: string
  clientId: string
  organizationId: string | null
  startedAt: Date
  nextChunk: number
  nextSegment: number
  bytes: number
  savedMs: number
  lastChunkAt: Date | null
  endedAt: Date | null
  isVideoVisit: boolean
}

function liveRows(db: Db, therapistId: string) {
  return db
    .selectFrom('live_recordings')
    .innerJoin('sessions', 'sessions.id', 'live_recordings.session_id')
    .where('live_recordings.therapist_id', '=', therapistId)
    .select([
      'live_recordings.session_id as sessionId',
      'sessions.client_id as clientId',
      'live_recordings.organization_id as organizationId',
      'live_recordings.created_at as startedAt',
      'live_recordings.next_chunk as nextChunk',
      'live_recordings.next_segment as nextSegment',
      'live_recordings.bytes',
      'live_recordings.saved_ms as savedMs',
      'live_recordings.last_chunk_at as lastChunkAt',
      'live_recordings.ended_at as endedAt',
      'live_recordings.is_video_visit as isVideoVisit',
    ])
}

/**
 * Finds a live recording of this therapist. With `update`, other transactions can neither append chunks nor end the
 * recording until this transaction ends.
 */
export async function findLive(
  db: Db,
  therapistId: string,
  sessionId: string,
  lock?: 'update',
): Promise<LiveRow | undefined> {
  return await liveRows(db, therapistId)
    .where('live_recordings.session_id', '=', sessionId)
    .$if(lock === 'update', (query) => query.forUpdate('live_recordings'))
    .executeTakeFirst()
}

/**
 * Returns the live recording that this request of the therapist has started, if any. Until the transaction ends, a
 * repeated request waits.
 */
export async function lockStart(db: Db, therapistId: string, requestId: string): Promise<LiveRow | undefined> {
  const [, row] = await Promise.all([
    lockRequest(db, therapistId, requestId),
    liveRows(db, therapistId).where('live_recordings.request_id', '=', requestId).executeTakeFirst(),
  ])
  return row
}

export interface NewLive {
  requestId: string
  at: Date
  videoVisit: VideoVisit | undefined
}

/** Inserts the live recording of a session. */
export async function insertLive(db: Db, sessionId: string, { requestId, at, videoVisit }: NewLive): Promise<void> {
  await db
    .insertInto('live_recordings')
    .columns([
      'session_id',
      'organization_id',
      'therapist_id',
      'request_id',
      'created_at',
      'is_video_visit',
      'client_location',
    ])
    .expression(
      db
        .selectFrom('sessions')
        .where('id', '=', sessionId)
        .select([
          'id',
          'organization_id',
          'therapist_id',
          sql<string>`${requestId}::uuid`.as('request_id'),
          sql<Date>`${at}::timestamptz`.as('created_at'),
          sql<boolean>`${videoVisit !== undefined}::boolean`.as('is_video_visit'),
          sql<string | null>`${videoVisit?.clientLocation ?? null}::text`.as('client_location'),
        ]),
    )
    .execute()
}

export interface UnfinishedRow extends LiveRow {
  firstName: string
  lastName: string
}

/** The therapist's live recordings that have not ended, newest first. */
export async function listUnfinished(db: Db, therapistId: string, limit: number): Promise<UnfinishedRow[]> {
  return await liveRows(db, therapistId)
    .innerJoin('clients', 'clients.id', 'sessions.client_id')
    .select(['clients.first_name as firstName', 'clients.last_name as lastName'])
    .where('live_recordings.ended_at', 'is', null)
    .orderBy('live_recordings.created_at', 'desc')
    .limit(limit)
    .execute()
}

/** Consecutive chunks of one segment that arrived in one request. */
export interface Chunks {
  /** Number of the first chunk. */
  n: number
  count: number
  segment: number
  /** Recorded time at the end of the chunks, in milliseconds. */
  endsMs: number
  mediaType: string
  sha256: Buffer
  data: Buffer
  /** True if the chunks can be the beginning of a segment. */
  canBegin: boolean
}

/** Maximum number of bytes of a recording: 37 hours at 32 kbit/s, or one hour at the highest rate of a browser. */
export const maxRecordingBytes = 512 * 1024 * 1024

export interface AppendOptions {
  /** Maximum number of bytes of a recording. */
  maxBytes: number
  /** Time of the append. */
  at: Date
}

/**
 * Appends chunks to a recording of the caller that has not ended, if the chunks directly follow the stored chunks and
 * the recording stays within the limit. Otherwise returns undefined.
 */
export async function appendChunks(
  db: Db,
  keys: Keyring,
  sessionId: string,
  chunks: Chunks,
  options: AppendOptions,
): Promise<StoredChunks | undefined> {
  const { n, count, segment, endsMs, mediaType, sha256, canBegin } = chunks
  const { data, seal } = sealChunk(keys, { recordingId: sessionId, n }, chunks.data)
  const { rows } = await sql<StoredChunks>`
    select kept_chunks as "nextChunk", kept_ms as "savedMs"
    from app.append_live_chunk(${sessionId}, ${n}, ${count}, ${segment}, ${endsMs}, ${canBegin}, ${mediaType}, ${sha256}, ${seal}, ${data},
      ${options.at}, ${options.maxBytes})
    where kept_chunks is not null`.execute(db)
  return rows[0]
}

/** Chunks of one recording, with their sender. */
export interface SentChunks {
  caller: Caller
  sessionId: string
  chunks: Chunks
}

/**
 * Appends chunks of many recordings, each in the scope of its caller. Returns the stored positions by index, without
 * chunks that were not appended.
 */
export async function appendMany(
  db: Db,
  keys: Keyring,
  all: readonly SentChunks[],
  options: AppendOptions,
): Promise<Map<number, StoredChunks>> {
  const contents: Buffer[] = []
  let start = 1
  const rows = all.map(({ caller, sessionId, chunks }, item) => {
    const { n, count, segment, endsMs, mediaType, sha256, canBegin } = chunks
    const { data, seal } = sealChunk(keys, { recordingId: sessionId, n }, chunks.data)
    contents.push(sha256, seal, data)
    const sender = { token: caller.token, ip: caller.ipAddress, agent: caller.userAgent }
    const position = { session_id: sessionId, n, count, segment, ends_ms: endsMs, can_begin: canBegin }
    const row = { item, ...sender, ...position, media_type: mediaType, start, size: data.length }
    start += sha256.length + seal.length + data.length
    return row
  })
  const { rows: stored } = await sql<{ item: number } & StoredChunks>`
    select item, kept_chunks as "nextChunk", kept_ms as "savedMs"
    from app.append_live_chunks(${JSON.stringify(rows)}, ${Buffer.concat(contents)}, ${options.at}, ${options.maxBytes})`.execute(
    db,
  )
  return new Map(stored.map(({ item, ...position }) => [item, position]))
}

/**
 * Compares chunks, of which at least the first is stored, with the stored chunks. Returns true if the segment and all
 * stored bytes are equal. A repeated request may join the chunks in other groups, so the bytes are compared by
 * position.
 */
export async function areStored(db: Db, keys: Keyring, sessionId: string, chunks: Chunks): Promise<boolean> {
  const { n, count, segment, data } = chunks
  const { rows } = await sql<StoredChunk & { count: number; segment: number }>`
    select c.n, c.count, c.segment, c.data, c.seal from live_chunks c
    where c.session_id = ${sessionId} and c.n < ${n + count}::int
      and c.n >= (select max(f.n) from live_chunks f where f.session_id = ${sessionId} and f.n <= ${n}::int)
    order by c.n`.execute(db)
  const [first] = rows
  const last = rows.at(-1)
  if (!first || !last || rows.some((row) => row.segment !== segment)) return false
  const stored = Buffer.concat(rows.map((row) => openChunk(keys, { recordingId: sessionId, n: row.n }, row)))
  const startsEarlier = first.n < n
  const storedUpTo = last.n + last.count
  // Only the first of these chunks are stored. Their bytes must be equal.
  if (storedUpTo < n + count)
    return startsEarlier ? doOverlap(stored, data) : data.subarray(0, stored.length).equals(stored)
  const at = stored.indexOf(data)
  return at >= 0 && (startsEarlier || at === 0) && (storedUpTo > n + count || at + data.length === stored.length)
}

/**
 * True if the end of `stored` equals the beginning of `sent`. Every length is tried, because the lengths of single
 * chunks in a stored group are unknown.
 */
function doOverlap(stored: Buffer, sent: Buffer): boolean {
  const firstByte = sent.subarray(0, 1)
  for (let at = stored.indexOf(firstByte); at >= 0; at = stored.indexOf(firstByte, at + 1)) {
    const end = stored.subarray(at)
    if (sent.subarray(0, end.length).equals(end)) return true
  }
  return false
}

interface StoredChunk extends SealedChunk {
  n: number
}

export async function markEnded(db: Db, therapistId: string, sessionId: string, at: Date): Promise<void> {
  await db
    .updateTable('live_recordings')
    .set({ ended_at: at })
    .where('session_id', '=', sessionId)
    .where('therapist_id', '=', therapistId)
    .execute()
}

/** Returns the media type of the first chunk of a recording, or undefined if no chunk is stored. */
export async function firstMediaType(db: Db, sessionId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('live_chunks')
    .where('session_id', '=', sessionId)
    .where('n', '=', 0)
    .select('media_type as mediaType')
    .executeTakeFirst()
  return row?.mediaType
}

/** Deletes the chunks of a recording, except those of the named segments. */
export async function deleteLiveChunks(
  db: Db,
  therapistId: string,
  sessionId: string,
  { except = [] }: { except?: readonly number[] } = {},
): Promise<void> {
  await db
    .deleteFrom('live_chunks')
    .where('session_id', '=', sessionId)
    .where('therapist_id', '=', therapistId)
    .$if(except.length > 0, (query) => query.where('segment', 'not in', except))
    .execute()
}

/** Consecutive chunks of one segment that one query reads, from number `from` to number `to`. */
export interface ChunkRange {
  segment: number
  from: number
  to: number
  bytes: number
  mediaType: string
}

/**
 * Divides a recording into ranges of about `bytes` bytes, in order. Single queries for thousands of small chunks are
 * slow.
 */
export async function listChunkRanges(db: Db, sessionId: string, bytes: number): Promise<ChunkRange[]> {
  const { rows } = await sql<ChunkRange>`
    select segment, min(n) as "from", max(n) as "to", sum(size)::int as bytes, min(media_type) as "mediaType" from (
      select n, segment, media_type, octet_length(data) as size,
        sum(octet_length(data)) over (partition by segment order by n) / ${bytes}::int as part
      from live_chunks where session_id = ${sessionId}) chunks
    group by segment, part order by min(n)`.execute(db)
  return rows
}

/** Reads and decrypts the chunks of a range. */
export async function readChunkRange(
  db: Db,
  keys: Keyring,
  sessionId: string,
  { from, to }: ChunkRange,
): Promise<Buffer> {
  // Base64 text is shorter than PostgreSQL's text form of bytes.
  const { rows } = await sql<{ n: number; data: string; seal: Buffer | null }>`
    select n, encode(data, 'base64') as data, seal
    from live_chunks where session_id = ${sessionId} and n between ${from} and ${to} order by n`.execute(db)
  const contents = rows.map(({ n, data, seal }) =>
    openChunk(keys, { recordingId: sessionId, n }, { data: Buffer.from(data, 'base64'), seal }),
  )
  return Buffer.concat(contents)
}

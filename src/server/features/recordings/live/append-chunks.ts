import { createHash } from 'node:crypto'
import type { KeptChunks } from '#shared/contract/recordings.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { rowId } from '#server/ids.ts'
import { canBeginRecording } from '#server/providers/media/sniff.ts'
import { chunkKeys } from '../sealed-chunk.ts'
import { getOwnLive, toStoredChunks } from './own-recording.ts'
import { appendChunks, areStored, type Chunks } from './store.ts'

/** Most bytes of one recording: 37 hours at 32 kbit/s, or one hour at the highest rate of a browser. */
export const largestRecording = 512 * 1024 * 1024

export interface Append extends Omit<Chunks, 'sha256' | 'canBegin'> {
  sessionId: string
  /** SHA-256 that the sender computed, in hex. */
  sha256: string
}

/**
 * Appends chunks to a live recording if they follow the stored ones. Repeated chunks change nothing and get the same
 * response. Acknowledged chunks are durable once the transaction commits.
 * @throws recording_empty, recording_format, chunk_damaged, and the errors of `answerOthers`
 */
export async function appendToRecording(context: Context, { sessionId, ...input }: Append): Promise<KeptChunks> {
  if (input.data.length === 0) fail('recording_empty')
  if (!/^audio\//i.test(input.mediaType)) fail('recording_format')
  const sha256 = createHash('sha256').update(input.data).digest()
  if (sha256.toString('hex') !== input.sha256.toLowerCase()) fail('chunk_damaged')
  const chunks = { ...input, sha256, canBegin: canBeginRecording(input.data) }
  const id = rowId(sessionId, 'session_missing')
  return (await append(context, id, chunks)) ?? (await answerOthers(context, id, chunks))
}

function append(
  { db, actor, clock, config }: Context,
  sessionId: string,
  chunks: Chunks,
): Promise<KeptChunks | undefined> {
  return appendChunks(db, chunkKeys(config), actor.userId, sessionId, chunks, { bytes: largestRecording, at: clock() })
}

/**
 * Handles chunks that could not be appended: already stored, or rejected.
 * @throws session_missing, not_allowed, recording_missing; recording_ended; chunk_out_of_range for chunks that differ
 * from the stored ones or belong to an earlier segment; chunk_out_of_order for a gap; recording_format for a segment
 * that does not begin like a recording; recording_full
 */
async function answerOthers(context: Context, sessionId: string, chunks: Chunks): Promise<KeptChunks> {
  const live = await getOwnLive(context, sessionId, 'update')
  const kept = toStoredChunks(live)
  const { n, count, segment, canBegin } = chunks
  if (live.endedAt) fail('recording_ended')
  if (n > live.nextChunk) fail('chunk_out_of_order', {}, kept)
  if (n < live.nextChunk) {
    if (!(await areStored(context.db, chunkKeys(context.config), sessionId, chunks))) fail('chunk_out_of_range')
    return n + count <= live.nextChunk ? kept : fail('chunk_out_of_order', {}, kept)
  }
  if (segment + 1 < live.nextSegment) fail('chunk_out_of_range')
  if (segment >= live.nextSegment && !canBegin) fail('recording_format')
  // The chunk before may have arrived meanwhile. The locked row no longer changes.
  return (await append(context, sessionId, chunks)) ?? fail('recording_full')
}

import { createHash } from 'node:crypto'
import type { StoredChunks } from '#shared/contract/recordings.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { canBeginRecording } from '#server/providers/media/sniff.ts'
import { chunkKeys } from '../sealed-chunk.ts'
import { getOwnLive, toStoredChunks } from './own-recording.ts'
import { appendChunks, areStored, type Chunks, maxRecordingBytes } from './store.ts'

interface Received extends Omit<Chunks, 'sha256' | 'canBegin'> {
  /** SHA-256 that the sender computed, in hex. */
  sha256: string
}

/**
 * Checks media type and checksum of received chunks.
 * @throws recording_empty, recording_format, chunk_damaged
 */
export function checkChunks(received: Received): Chunks {
  const { data, mediaType } = received
  if (data.length === 0) fail('recording_empty')
  if (!/^audio\//i.test(mediaType)) fail('recording_format')
  const sha256 = createHash('sha256').update(data).digest()
  if (sha256.toString('hex') !== received.sha256.toLowerCase()) fail('chunk_damaged')
  return { ...received, sha256, canBegin: canBeginRecording(data) }
}

/**
 * Handles chunks that `ChunkBatches` did not append. Appends chunks that directly follow the stored chunks. Returns the
 * stored position for chunks that are stored already.
 * @throws session_missing, not_allowed, recording_missing; recording_ended; chunk_out_of_range for chunks that differ
 * from the stored chunks or belong to an earlier segment; chunk_out_of_order after a gap, or if only some of the chunks
 * are stored; recording_format for a segment that does not begin like a recording; recording_full
 */
export async function appendUnbatched(
  context: Context,
  { sessionId, chunks }: { sessionId: string; chunks: Chunks },
): Promise<StoredChunks> {
  const { db, clock, config } = context
  const live = await getOwnLive(context, sessionId, 'update')
  const stored = toStoredChunks(live)
  const { n, count, segment, canBegin } = chunks
  if (live.endedAt) fail('recording_ended')
  if (n > live.nextChunk) fail('chunk_out_of_order', {}, stored)
  if (n < live.nextChunk) {
    if (!(await areStored(db, chunkKeys(config), live.sessionId, chunks))) fail('chunk_out_of_range')
    return n + count <= live.nextChunk ? stored : fail('chunk_out_of_order', {}, stored)
  }
  if (segment + 1 < live.nextSegment) fail('chunk_out_of_range')
  if (segment >= live.nextSegment && !canBegin) fail('recording_format')
  const options = { maxBytes: maxRecordingBytes, at: clock() }
  return (await appendChunks(db, chunkKeys(config), live.sessionId, chunks, options)) ?? fail('recording_full')
}

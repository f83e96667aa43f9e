import { readConfig } from '#server/config.ts'
import { chunkKeys, openChunk } from '#server/features/recordings/sealed-chunk.ts'
import { withDatabase } from '../database.ts'
import type { Product } from '../product.ts'
import type { Probe } from './probe.ts'

/** Database content of a recording that is not processed yet. */
export interface PendingChunks {
  nextChunk: number
  /** Bytes of the chunks, by the recorder's segment number. */
  segments: ReadonlyMap<number, Buffer>
}

/** Reads the product's database directly. */
export async function readPendingChunks(product: Product, sessionId: string): Promise<PendingChunks> {
  return await withDatabase(product, async (client) => {
    const chunks = await client.query<{ n: number; segment: number; data: Buffer; seal: Buffer }>(
      'select n, segment, data, seal from live_chunks where session_id = $1 order by n',
      [sessionId],
    )
    const keys = chunkKeys(readConfig({ DATA_DIR: product.dataDir }))
    const opened = chunks.rows.map((row) => ({
      segment: row.segment,
      content: openChunk(keys, { recordingId: sessionId, n: row.n }, row),
    }))
    const segments = Map.groupBy(opened, ({ segment }) => segment)
    const live = await client.query<{ next: number }>(
      'select next_chunk as next from live_recordings where session_id = $1',
      [sessionId],
    )
    return {
      nextChunk: live.rows[0]?.next ?? 0,
      segments: new Map(
        [...segments].map(([segment, parts]) => [segment, Buffer.concat(parts.map(({ content }) => content))]),
      ),
    }
  })
}

/** Moves the time of the newest chunk back by five minutes. */
export async function ageChunks(product: Product, sessionId: string): Promise<void> {
  await withDatabase(product, (client) =>
    client.query(
      `update live_recordings set last_chunk_at = last_chunk_at - interval '5 minutes' where session_id = $1`,
      [sessionId],
    ),
  )
}

/** Number of bytes in acknowledged chunks that are not stored at their position as captured. Each slice is a chunk. */
export async function acknowledgedBytesLost(read: () => Promise<PendingChunks>, probe: Probe): Promise<number> {
  // The probe is read before the database, which would lack chunks that are acknowledged between the two reads.
  const { acknowledged } = probe
  const stored = await read()
  let lostChunks = 0
  for (const [segment, chunks] of acknowledged) {
    const found = stored.segments.get(segment) ?? Buffer.alloc(0)
    // A segment without stored chunks has no number, so several candidates are possible.
    const candidates = probe.segments.filter(({ slices }) => slices.length >= chunks)
    lostChunks += Math.min(...candidates.map(({ slices }) => differing(Buffer.concat(slices.slice(0, chunks)), found)))
  }
  return lostChunks
}

function differing(expected: Buffer, found: Buffer): number {
  return expected.reduce((sum, byte, at) => (found[at] === byte ? sum : sum + 1), 0)
}

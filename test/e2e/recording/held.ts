import { readConfig } from '#server/config.ts'
import { chunkKeys, openChunk } from '#server/features/recordings/sealed-chunk.ts'
import { withDatabase } from '../database.ts'
import type { Product } from '../product.ts'
import type { Witness } from './witness.ts'

/** What the database holds of a recording that has not been processed yet. */
export interface Held {
  nextChunk: number
  /** Bytes of the chunks, by the recorder's number of the segment. */
  segments: ReadonlyMap<number, Buffer>
}

/** Looks into the product's database, past all of the product. */
export async function readHeld(product: Product, sessionId: string): Promise<Held> {
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
        [...segments].map(([segment, own]) => [segment, Buffer.concat(own.map(({ content }) => content))]),
      ),
    }
  })
}

/** As if the newest chunk of a recording had come some minutes ago. */
export async function letMinutesPass(product: Product, sessionId: string): Promise<void> {
  await withDatabase(product, (client) =>
    client.query(
      `update live_recordings set last_chunk_at = last_chunk_at - interval '5 minutes' where session_id = $1`,
      [sessionId],
    ),
  )
}

/** Bytes of acknowledged chunks that are not held in their place as they were captured, each slice being a chunk. */
export async function acknowledgedBytesLost(read: () => Promise<Held>, witness: Witness): Promise<number> {
  // Taken before the look into the database: what is acknowledged during it may not be found.
  const { acknowledged } = witness
  const held = await read()
  let lost = 0
  for (const [segment, chunks] of acknowledged) {
    const found = held.segments.get(segment) ?? Buffer.alloc(0)
    // A segment of which nothing was kept has no number, so it is not known which one this is.
    const candidates = witness.segments.filter(({ slices }) => slices.length >= chunks)
    lost += Math.min(...candidates.map(({ slices }) => differing(Buffer.concat(slices.slice(0, chunks)), found)))
  }
  return lost
}

function differing(expected: Buffer, found: Buffer): number {
  return expected.reduce((sum, byte, at) => (found[at] === byte ? sum : sum + 1), 0)
}

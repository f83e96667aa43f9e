import type { Db } from '#server/db/tenant.ts'
import type { Keyring } from '#server/keyring.ts'
import { type ChunkRange, listChunkRanges, readChunkRange } from './store.ts'

/** Number of bytes that one query reads. */
const rangeBytes = 1024 * 1024

/** The output of one run of a browser's recorder. */
export interface Segment {
  number: number
  bytes: number
  mediaType: string
  ranges: readonly ChunkRange[]
}

/** Lists the stored segments of a live recording, in order. */
export async function listSegments(db: Db, sessionId: string): Promise<Segment[]> {
  const ranges = await listChunkRanges(db, sessionId, rangeBytes)
  const segments = Map.groupBy(ranges, ({ segment }) => segment)
  return [...segments].map(([number, own]) => ({
    number,
    bytes: own.reduce((sum, { bytes }) => sum + bytes, 0),
    mediaType: own[0]?.mediaType ?? 'application/octet-stream',
    ranges: own,
  }))
}

/** Yields the bytes of a segment. Reads the next range while the caller processes the current range. */
export async function* contentOf(
  db: Db,
  keys: Keyring,
  sessionId: string,
  { ranges }: Pick<Segment, 'ranges'>,
): AsyncGenerator<Buffer> {
  const startReading = (range: ChunkRange | undefined) => {
    const reading = range && readChunkRange(db, keys, sessionId, range)
    // If the caller stops early, an error of the next range must not become an unhandled rejection.
    reading?.catch(() => undefined)
    return reading
  }
  let next = startReading(ranges[0])
  for (let at = 1; next; at++) {
    const bytes = await next
    next = startReading(ranges[at])
    yield bytes
  }
}

import type { Db } from '#server/db/tenant.ts'
import type { Keyring } from '#server/keyring.ts'
import { listStretches, readStretch, type Stretch } from './store.ts'

/** Bytes read from the database at a time. */
const stretchBytes = 1024 * 1024

/** The output of one run of a browser's recorder. */
export interface Segment {
  number: number
  bytes: number
  mediaType: string
  stretches: readonly Stretch[]
}

/** The stored segments of a live recording, in order. */
export async function listSegments(db: Db, sessionId: string): Promise<Segment[]> {
  const stretches = await listStretches(db, sessionId, stretchBytes)
  const segments = Map.groupBy(stretches, ({ segment }) => segment)
  return [...segments].map(([number, own]) => ({
    number,
    bytes: own.reduce((sum, { bytes }) => sum + bytes, 0),
    mediaType: own[0]?.mediaType ?? 'application/octet-stream',
    stretches: own,
  }))
}

/** Yields the bytes of a segment. Reads the next stretch while the current one is processed. */
export async function* contentOf(
  db: Db,
  keys: Keyring,
  sessionId: string,
  { stretches }: Pick<Segment, 'stretches'>,
): AsyncGenerator<Buffer> {
  const startReading = (stretch: Stretch | undefined) => {
    const reading = stretch && readStretch(db, keys, sessionId, stretch)
    // If the reader stops early, an error of the next stretch does not matter.
    reading?.catch(() => undefined)
    return reading
  }
  let next = startReading(stretches[0])
  for (let at = 1; next; at++) {
    const bytes = await next
    next = startReading(stretches[at])
    yield bytes
  }
}

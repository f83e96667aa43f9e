import type { Db } from '#server/db/tenant.ts'
import type { Keyring } from '#server/keyring.ts'
import { listStretches, readStretch, type Stretch } from './store.ts'

/** Bytes read from the database at a time. */
const stretchBytes = 1024 * 1024

/** What one run of a browser's recorder wrote. */
export interface Segment {
  number: number
  bytes: number
  mediaType: string
  stretches: readonly Stretch[]
}

/** The segments that are held of a live recording, in order. */
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

/** Asks for each stretch while the one before is worked on. */
export async function* contentOf(
  db: Db,
  keys: Keyring,
  sessionId: string,
  { stretches }: Pick<Segment, 'stretches'>,
): AsyncGenerator<Buffer> {
  const ask = (stretch: Stretch | undefined) => {
    const asked = stretch && readStretch(db, keys, sessionId, stretch)
    // Whoever stops early does not hear of it.
    asked?.catch(() => undefined)
    return asked
  }
  let next = ask(stretches[0])
  for (let at = 1; next; at++) {
    const bytes = await next
    next = ask(stretches[at])
    yield bytes
  }
}

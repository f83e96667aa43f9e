import type { ChunkEntry } from './chunk-database.ts'

/** `data` is set only if the chunk could not be stored; it is lost with the page. */
export type PendingChunk = ChunkEntry & { data?: ArrayBuffer }

/** The server's limit per request. */
const maxBytes = 256 * 1024

/** Recorded time not yet on the server, in milliseconds. */
export function waitingMs(held: readonly ChunkEntry[]): number {
  return held.reduce((ms, { isSent, startsMs, endsMs }) => (isSent ? ms : ms + endsMs - startsMs), 0)
}

/** The first consecutive unsent chunks of one segment that fit in one request. */
export function joinable(held: readonly PendingChunk[]): PendingChunk[] {
  const waiting = held.filter(({ isSent }) => !isSent)
  const [first] = waiting
  let bytes = 0
  const end = waiting.findIndex((chunk, index) => {
    bytes += chunk.bytes
    return chunk.segment !== first?.segment || (index > 0 && bytes > maxBytes)
  })
  return waiting.slice(0, end === -1 ? waiting.length : end)
}

/** Which chunks to keep after the server acknowledged all before a number: later ones, and the first chunk of each segment that is not finished. */
export function afterAcknowledged(
  held: readonly PendingChunk[],
  before: number,
): { stay: PendingChunk[]; gone: PendingChunk[] } {
  const marked = held.map((chunk) => (chunk.n < before ? { ...chunk, isSent: true } : chunk))
  const firsts = new Map<number, number>()
  for (const { segment, n } of marked) if (!firsts.has(segment)) firsts.set(segment, n)
  const open = new Set(marked.filter(({ isSent }) => !isSent).map(({ segment }) => segment))
  const newest = marked.at(-1)?.segment
  const stays = ({ n, segment, isSent }: PendingChunk) =>
    !isSent || (firsts.get(segment) === n && (open.has(segment) || segment === newest))
  return { stay: marked.filter(stays), gone: marked.filter((chunk) => !stays(chunk)) }
}

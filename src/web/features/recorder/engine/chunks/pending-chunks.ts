import type { ChunkEntry } from './chunk-database.ts'

/** `data` only of a chunk that could not be stored: it is lost with the page. */
export type PendingChunk = ChunkEntry & { data?: ArrayBuffer }

/** Largest body that the server takes at once. */
const maxBytes = 256 * 1024

/** Recorded time that the server does not have, in milliseconds. */
export function waitingMs(held: readonly ChunkEntry[]): number {
  return held.reduce((ms, { isSent, startsMs, endsMs }) => (isSent ? ms : ms + endsMs - startsMs), 0)
}

/** The first waiting chunks in a row that fit in one body: a body holds chunks of one segment. */
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

/**
 * What stays when the server has acknowledged all chunks before a number: those after it, and the first one of each
 * segment of which some wait or may come.
 */
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

import type { ChunkEntry } from './chunk-database.ts'

/** `data` is set only if the chunk could not be stored; it is lost with the page. */
export type PendingChunk = ChunkEntry & { data?: ArrayBuffer }

/**
 * At most this many bytes precede a segment's audio; without them nothing plays. They may span chunks: Chromium's first
 * slice is a single byte if the microphone starts late.
 */
export const largestHeader = 1024

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

/**
 * Which chunks to keep after the server acknowledged all before a number: later ones, and the beginning of each segment
 * that is not finished.
 */
export function afterAcknowledged(
  held: readonly PendingChunk[],
  before: number,
): { stay: PendingChunk[]; gone: PendingChunk[] } {
  const marked = held.map((chunk) => (chunk.n < before ? { ...chunk, isSent: true } : chunk))
  const beginnings = new Set<PendingChunk>()
  const bytesBefore = new Map<number, number>()
  for (const chunk of marked) {
    const bytes = bytesBefore.get(chunk.segment) ?? 0
    if (bytes < largestHeader) beginnings.add(chunk)
    bytesBefore.set(chunk.segment, bytes + chunk.bytes)
  }
  const open = new Set(marked.filter(({ isSent }) => !isSent).map(({ segment }) => segment))
  const newest = marked.at(-1)?.segment
  const stays = (chunk: PendingChunk) =>
    !chunk.isSent || (beginnings.has(chunk) && (open.has(chunk.segment) || chunk.segment === newest))
  return { stay: marked.filter(stays), gone: marked.filter((chunk) => !stays(chunk)) }
}

import type { ChunkEntry } from './chunk-database.ts'

/** `data` is set only if the chunk could not be stored. It is then lost with the page. */
export type PendingChunk = ChunkEntry & { data?: ArrayBuffer }

/**
 * Maximum size in bytes of a segment's header, without which the segment does not play. The header may span several
 * chunks: Chromium's first slice is a single byte if the microphone starts late.
 */
export const maxHeaderBytes = 1024

/** Maximum number of bytes per request, as on the server. */
const maxBytes = 256 * 1024

/** Maximum number of bytes of a new chunk, which must fit into one request. */
export const maxChunkBytes = 200 * 1024

/** Returns the recorded time that the server does not have yet, in milliseconds. */
export function waitingMs(pending: readonly ChunkEntry[]): number {
  return pending.reduce((ms, { isSent, startsMs, endsMs }) => (isSent ? ms : ms + endsMs - startsMs), 0)
}

/** Returns the first consecutive unsent chunks of one segment that fit into one request. */
export function joinable(pending: readonly PendingChunk[]): PendingChunk[] {
  const waiting = pending.filter(({ isSent }) => !isSent)
  const [first] = waiting
  let bytes = 0
  const end = waiting.findIndex((chunk, index) => {
    bytes += chunk.bytes
    return chunk.segment !== first?.segment || (index > 0 && bytes > maxBytes)
  })
  return waiting.slice(0, end === -1 ? waiting.length : end)
}

/**
 * Returns which chunks to keep after the server has acknowledged all before a number: the later ones, and the
 * beginnings of unfinished segments.
 */
export function afterAcknowledged(
  pending: readonly PendingChunk[],
  before: number,
): { stay: PendingChunk[]; gone: PendingChunk[] } {
  const marked = pending.map((chunk) => (chunk.n < before ? { ...chunk, isSent: true } : chunk))
  const beginnings = new Set<PendingChunk>()
  const bytesBefore = new Map<number, number>()
  for (const chunk of marked) {
    const bytes = bytesBefore.get(chunk.segment) ?? 0
    if (bytes < maxHeaderBytes) beginnings.add(chunk)
    bytesBefore.set(chunk.segment, bytes + chunk.bytes)
  }
  const openSegments = new Set(marked.filter(({ isSent }) => !isSent).map(({ segment }) => segment))
  const newest = marked.at(-1)?.segment
  const stays = (chunk: PendingChunk) =>
    !chunk.isSent || (beginnings.has(chunk) && (openSegments.has(chunk.segment) || chunk.segment === newest))
  return { stay: marked.filter(stays), gone: marked.filter((chunk) => !stays(chunk)) }
}

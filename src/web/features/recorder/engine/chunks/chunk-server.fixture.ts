import type { StoredChunks } from '#shared/contract/recordings.ts'
import type { Chunk } from './chunk-store.ts'
import { maxHeaderBytes } from './pending-chunks.ts'
import { type Body, ChunksRefused } from './put-chunks.ts'

/**
 * The outcome of a request. `lost`: not delivered; `unanswered`: delivered, but the response was lost; `hung`: no
 * response in time; a number: rejected with this status (502 by a proxy).
 */
export type RequestOutcome = 'received' | 'lost' | 'unanswered' | 'hung' | 'damaged' | 401 | 500 | 502

const chunkLetters = 6
const sliceMs = 500

/** A chunk whose audio names its number and its browser. It is large enough to be the whole beginning of a segment. */
export function chunkOf(n: number, segment = 0, browser = 'a'): Chunk {
  const letters = `${browser}${segment.toString(36)}${String(n).padStart(chunkLetters - 2, '0')}`
  const data = new TextEncoder().encode(letters.padEnd(maxHeaderBytes, '_')).buffer
  return { n, segment, startsMs: n * sliceMs, endsMs: (n + 1) * sliceMs, mediaType: 'audio/webm', data }
}

export function textOf(data: ArrayBuffer): string {
  return new TextDecoder().decode(data)
}

/**
 * A fake server that appends chunks like the real one. Requests meet the given outcomes in order; later requests succeed.
 */
export function chunkServer(outcomes: readonly RequestOutcome[] = []) {
  const remaining = [...outcomes]
  const storedChunks: string[] = []
  const requests: Omit<Body, 'data'>[] = []
  let segment = -1
  let isEnded = false

  const storedResponse = (): StoredChunks => ({
    nextChunk: storedChunks.length,
    savedMs: storedChunks.length * sliceMs,
  })

  const append = (body: Body): StoredChunks => {
    const chunks = textOf(body.data).match(new RegExp(`[^_]{${chunkLetters}}_*`, 'g')) ?? []
    if (isEnded) throw new ChunksRefused(409, 'recording_ended', null)
    if (body.n > storedChunks.length) throw new ChunksRefused(409, 'chunk_out_of_order', storedResponse())
    const known = storedChunks.slice(body.n, body.n + body.count)
    if (known.some((chunk, index) => chunk !== chunks[index])) throw new ChunksRefused(422, 'chunk_out_of_range', null)
    if (known.length === body.count) return storedResponse()
    if (known.length > 0) throw new ChunksRefused(409, 'chunk_out_of_order', storedResponse())
    if (body.segment < segment) throw new ChunksRefused(422, 'chunk_out_of_range', null)
    segment = body.segment
    storedChunks.push(...chunks)
    return storedResponse()
  }

  return {
    requests,
    stored: storedResponse,
    nextSegment: () => segment + 1,
    append,
    content: () => storedChunks.join(''),
    end: () => {
      isEnded = true
    },
    put: async ({ data, ...body }: Body, signal: AbortSignal): Promise<StoredChunks> => {
      signal.throwIfAborted()
      requests.push(body)
      const outcome = remaining.shift() ?? 'received'
      if (outcome === 'lost') throw new TypeError('Failed to fetch')
      if (outcome === 'hung') throw new DOMException('No answer came in time', 'TimeoutError')
      if (outcome === 'damaged') throw new ChunksRefused(422, 'chunk_damaged', null)
      if (outcome === 401) throw new ChunksRefused(outcome, 'not_signed_in', null)
      if (outcome === 500 || outcome === 502)
        throw new ChunksRefused(outcome, outcome === 500 ? 'unexpected' : '', null)
      const answer = append({ ...body, data })
      if (outcome === 'unanswered') throw new TypeError('Failed to fetch')
      return answer
    },
  }
}

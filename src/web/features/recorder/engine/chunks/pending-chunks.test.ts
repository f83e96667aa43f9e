import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { afterAcknowledged, type PendingChunk, joinable, waitingMs } from './pending-chunks.ts'

const chunk = (n: number, segment: number, bytes = 2000): PendingChunk => ({
  sessionId: 's',
  n,
  segment,
  bytes,
  startsMs: n * 500,
  endsMs: (n + 1) * 500,
  mediaType: 'audio/webm',
  isSent: false,
})
const numbers = (pending: readonly PendingChunk[]) => pending.map(({ n }) => n)

/** Returns chunks of segments with these lengths, numbered consecutively. */
const recorded = (lengths: readonly number[]) =>
  lengths.flatMap((length, segment) => Array<number>(length).fill(segment)).map((segment, n) => chunk(n, segment))

describe('a request body', () => {
  it('a request body contains chunks of one segment only', () => {
    expect(numbers(joinable(recorded([2, 3])))).toEqual([0, 1])
    expect(joinable([])).toEqual([])
  })

  it('a request body contains at most 256 KB, or a single chunk of any size', () => {
    const kb = 1024
    expect(numbers(joinable([chunk(0, 0, 100 * kb), chunk(1, 0, 156 * kb), chunk(2, 0, 1)]))).toEqual([0, 1])
    expect(numbers(joinable([chunk(0, 0, 300 * kb), chunk(1, 0)]))).toEqual([0])
  })

  it('a request body contains no chunks that were sent', () => {
    const { stay } = afterAcknowledged(recorded([4]), 2)
    expect(numbers(joinable(stay))).toEqual([2, 3])
  })
})

describe('after an acknowledgement', () => {
  it('acknowledged chunks are removed, except the beginnings of unfinished segments', () =>
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 5 }),
        fc.nat(30),
        (lengths, before) => {
          const pending = recorded(lengths)
          const { stay, gone } = afterAcknowledged(pending, before)
          expect(numbers(gone).every((n) => n < before)).toBe(true)
          expect(numbers(stay.filter(({ isSent }) => !isSent))).toEqual(numbers(pending.filter(({ n }) => n >= before)))
          for (const { segment } of stay.filter(({ isSent }) => !isSent)) {
            const first = pending.find((one) => one.segment === segment)
            expect(numbers(stay)).toContain(first?.n)
          }
          // One chunk of this size is a whole beginning, so at most one acknowledged chunk per segment remains. The newest
          // segment always keeps its chunk, because more may follow.
          const beginnings = stay.filter(({ isSent }) => isSent)
          expect(new Set(beginnings.map(({ segment }) => segment)).size).toBe(beginnings.length)
          expect(stay.some(({ segment }) => segment === lengths.length - 1)).toBe(true)
        },
      ),
    ))

  it('a beginning that consists of several small chunks is retained as a whole', () => {
    const pending = [chunk(0, 0, 1), chunk(1, 0, 300), chunk(2, 0, 800), chunk(3, 0), chunk(4, 0)]
    expect(numbers(afterAcknowledged(pending, 4).stay)).toEqual([0, 1, 2, 4])
    expect(numbers(afterAcknowledged(afterAcknowledged(pending, 2).stay, 5).stay)).toEqual([0, 1, 2])
  })

  it('waitingMs counts the chunks that the server does not have', () => {
    expect(waitingMs(afterAcknowledged(recorded([6]), 2).stay)).toBe(2000)
  })
})

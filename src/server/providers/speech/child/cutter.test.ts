import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { speechRate } from '#shared/audio/speech-rate.ts'
import { Cutter, type CutPiece } from './cutter.ts'

/** Cuts a recording in which every second has its own level; speech is given in seconds. */
function cut(speech: [start: number, end: number][], longest: number, silence = 8, length = 0): CutPiece[] {
  const cutter = new Cutter({ longest, silence })
  const pieces: (CutPiece | null)[] = []
  let second = 0
  const acceptUntil = (end: number) => {
    for (; second < end; second++) cutter.accept(new Float32Array(speechRate).fill(second / 32_767))
  }
  for (const [start, end] of speech) {
    acceptUntil(Math.ceil(end) + 1)
    pieces.push(cutter.speech(start * speechRate, end * speechRate))
  }
  acceptUntil(length)
  pieces.push(cutter.flush())
  return pieces.filter((piece) => piece !== null)
}

setFlagsFromString('--expose-gc')
const collectGarbage: unknown = runInNewContext('gc')

function usedBytes(): number {
  if (typeof collectGarbage === 'function') collectGarbage()
  return process.memoryUsage().arrayBuffers
}

const times = (pieces: CutPiece[]) =>
  pieces.map(({ start, samples }) => [start / speechRate, (start + samples.length) / speechRate])

describe('pieces of a recording', () => {
  test('pieces contain adjacent speech with its pauses and a margin', () => {
    expect(
      times(
        cut(
          [
            [2, 4],
            [6, 9],
          ],
          30,
        ),
      ),
    ).toEqual([[1.8, 9.2]])
  })

  test('pieces end before they exceed the limit', () => {
    expect(
      times(
        cut(
          [
            [1, 9],
            [10, 18],
            [19, 27],
          ],
          20,
        ),
      ),
    ).toEqual([
      [0.8, 18.2],
      [18.8, 27.2],
    ])
  })

  test('pieces end at a long silence, which is not sent', () => {
    expect(
      times(
        cut(
          [
            [1, 2],
            [40, 41],
          ],
          300,
        ),
      ),
    ).toEqual([
      [0.8, 2.2],
      [39.8, 41.2],
    ])
  })

  test('a piece before a long silence is returned with the next speech, and the silence is not held', () => {
    const second = new Float32Array(speechRate).fill(7 / 32_767)
    const cutter = new Cutter({ longest: 300, silence: 8 })
    for (let at = 0; at < 10; at++) cutter.accept(second)
    expect(cutter.speech(2 * speechRate, 4 * speechRate)).toBeNull()
    const before = usedBytes()
    for (let at = 0; at < 1200; at++) cutter.accept(second)
    expect(usedBytes() - before).toBeLessThan(20_000_000)
    const later = 1205 * speechRate
    const piece = cutter.speech(later, later + speechRate)
    expect([piece?.start, piece?.samples.length]).toEqual([1.8 * speechRate, 2.4 * speechRate])
    expect(piece?.samples.every((sample) => sample === 7)).toBe(true)
    expect(times([cutter.flush()].filter((last) => last !== null))).toEqual([[1204.8, 1206.2]])
    expect(cutter.flush()).toBeNull()
  })

  test('a piece before a long silence is the last piece if no speech follows', () => {
    expect(times(cut([[2, 4]], 300, 8, 400))).toEqual([[1.8, 4.2]])
  })

  test('pieces contain the audio of their own position', () => {
    const [piece] = cut([[3, 5]], 30)
    expect(piece?.samples[0]).toBe(2)
    expect(piece?.samples[1.5 * speechRate]).toBe(4)
  })

  test('a recording without speech has no pieces', () => {
    expect(cut([], 30)).toEqual([])
  })
})

test('pieces cover all speech, keep the limit, are in order and do not overlap', () => {
  const stretch = fc.tuple(fc.integer({ min: 1, max: 15 }), fc.integer({ min: 1, max: 20 }))
  fc.assert(
    fc.property(fc.array(stretch, { maxLength: 6 }), fc.integer({ min: 21, max: 60 }), (steps, longest) => {
      let at = 0
      const speech = steps.map(([pause, length]): [number, number] => {
        const start = at + pause
        at = start + length
        return [start, at]
      })
      const pieces = times(cut(speech, longest))
      for (const [start, end] of speech)
        expect(pieces.some(([from = 0, to = 0]) => from <= start && to >= end)).toBe(true)
      for (const [i, [start = 0, end = 0]] of pieces.entries()) {
        expect(end - start).toBeLessThanOrEqual(longest + 0.001)
        expect(start).toBeGreaterThanOrEqual(pieces[i - 1]?.[1] ?? 0)
      }
    }),
    { numRuns: 40 },
  )
})

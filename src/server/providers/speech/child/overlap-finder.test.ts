import { expect, test } from 'vitest'
import { speechRate } from '#shared/audio/speech-rate.ts'
import type { Span } from '../speakers/port.ts'
import { createOverlapFinder } from './overlap-finder.ts'

/** A finder whose model returns the given spans of speech, one answer per ten seconds, and the lengths of its inputs. */
function finderOf(...answers: Span[][]) {
  const lengths: number[] = []
  const finder = createOverlapFinder((samples) => answers[lengths.push(samples.length / speechRate) - 1] ?? [])
  return { finder, lengths }
}

const seconds = (count: number) => new Float32Array(count * speechRate)

test('an overlap finder reports overlapping speech, in seconds of the recording', () => {
  const { finder, lengths } = finderOf(
    [
      { start: 0, end: 4 },
      { start: 3, end: 5 },
      { start: 6, end: 7 },
    ],
    [
      { start: 1, end: 3 },
      { start: 1.5, end: 2 },
    ],
  )
  for (let i = 0; i < 13; i++) finder.accept(seconds(1))
  expect(finder.flush()).toEqual([
    { start: 3, end: 4 },
    { start: 11.5, end: 12 },
  ])
  expect(lengths).toEqual([10, 3])
})

test('a long block is read in parts of ten seconds, and the end of the recording ends an overlap', () => {
  const late = [
    { start: 0, end: 9 },
    { start: 1, end: 9 },
  ]
  const { finder, lengths } = finderOf([], [], late)
  finder.accept(seconds(24))
  expect(finder.flush()).toEqual([{ start: 21, end: 24 }])
  expect(lengths).toEqual([10, 10, 4])
})

test('silence and spans that only touch do not overlap', () => {
  const touching = [
    { start: 0, end: 2 },
    { start: 2, end: 4 },
  ]
  const { finder } = finderOf(touching)
  finder.accept(seconds(10))
  expect(finder.flush()).toEqual([])
  expect(finderOf().finder.flush()).toEqual([])
})

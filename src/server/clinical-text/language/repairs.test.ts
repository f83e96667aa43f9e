import { expect, test } from 'vitest'
import { withoutRepairs } from './repairs.ts'

test.each([
  ['Two weeks, no, three weeks ago.', 'three', 'two'],
  ['It was on Saturday. No, sorry, Friday night.', 'friday', 'saturday'],
  ['I was there three hours. Well, no, two and a half.', 'two', 'three'],
  ['In March, I mean May.', 'may', 'march'],
])('withoutRepairs removes corrected words: %s', (text, kept, gone) => {
  const words = withoutRepairs(text).toLowerCase()
  expect(words).toContain(kept)
  expect(words).not.toContain(gone)
})

test.each(['I took two, no more.', 'On Monday no, on Tuesday yes.', 'Three or four times.', 'No, two weeks.'])(
  'withoutRepairs removes nothing without a correction: %s',
  (text) => {
    expect(withoutRepairs(text)).toBe(text)
  },
)

import { expect, test } from 'vitest'
import { minutesLeft } from './minutes-left.ts'

test.each([
  [3_600_900, '60 minutes left'],
  [3_540_000, '59 minutes left'],
  [60_001, '2 minutes left'],
  [60_000, '1 minute left'],
  [1, '1 minute left'],
  [0, '0 minutes left'],
  [-5000, '0 minutes left'],
])('a remaining viewing time of %i ms is shown as %s', (ms, text) =>
  expect(minutesLeft(1_000_000 + ms, 1_000_000)).toBe(text),
)

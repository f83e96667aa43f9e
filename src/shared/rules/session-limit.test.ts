import { expect, test } from 'vitest'
import { isNearLimit } from './session-limit.ts'

test.each([
  [20, 14, false],
  [20, 15, true],
  [20, 20, true],
  [20, 31, true],
  [50, 44, false],
  [50, 45, true],
  [80, 71, false],
  [80, 72, true],
  [85, 76, false],
  [85, 77, true],
])('isNearLimit for a plan of %i sessions, of which %i are used, is %s', (limit, used, expected) => {
  expect(isNearLimit({ used, limit })).toBe(expected)
})

import { expect, test } from 'vitest'
import { isTemporaryStatus } from './temporary-status.ts'

test.each([
  [200, false],
  [404, false],
  [408, true],
  [429, true],
  [500, true],
  [501, false],
  [503, true],
  [504, true],
  [505, false],
  [529, true],
])('status %i is temporary: %s', (status, isTemporary) => {
  expect(isTemporaryStatus(status)).toBe(isTemporary)
})

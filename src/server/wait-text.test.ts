import { expect, test } from 'vitest'
import { waitText } from './wait-text.ts'

test.each([
  [0, '1 second'],
  [1, '1 second'],
  [39.2, '40 seconds'],
  [60, '1 minute'],
  [61, '2 minutes'],
  [715, '12 minutes'],
  [3600, '60 minutes'],
  [7141, '2 hours'],
  [84_000, '24 hours'],
])('waitText writes %d seconds as %s', (seconds, text) => {
  expect(waitText(seconds)).toBe(text)
})

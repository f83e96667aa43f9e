import { expect, it } from 'vitest'
import { mediaTime } from './media-time.ts'

it.each([
  [0, '0:00'],
  [9.98, '0:09'],
  [75, '1:15'],
  [3599, '59:59'],
  [3600, '1:00:00'],
  [36_061, '10:01:01'],
])('mediaTime shows %d seconds as %s', (seconds, shown) => expect(mediaTime(seconds)).toBe(shown))

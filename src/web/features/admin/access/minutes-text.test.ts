import { expect, test } from 'vitest'
import { minutesText } from './minutes-text.ts'

test.each([
  [900_000, '15 more minutes'],
  [840_001, '15 more minutes'],
  [60_001, '2 more minutes'],
  [60_000, '1 more minute'],
  [0, '1 more minute'],
])('a remaining access time of %i ms is shown as %s', (ms, text) => expect(minutesText(ms)).toBe(text))

import { expect, it } from 'vitest'
import { formatTimer } from './timer.ts'

it('recorded time is shown as mm:ss, also zero and more than an hour', () => {
  expect(formatTimer(0)).toBe('00:00')
  expect(formatTimer(13_999)).toBe('00:13')
  expect(formatTimer(761_000)).toBe('12:41')
  expect(formatTimer(4 * 3_600_000)).toBe('240:00')
  expect(formatTimer(-5)).toBe('00:00')
})

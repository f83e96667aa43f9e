import { expect, it } from 'vitest'
import { clock } from './timer.ts'

it('shows minutes and seconds, also after an hour and for nothing at all', () => {
  expect(clock(0)).toBe('00:00')
  expect(clock(13_999)).toBe('00:13')
  expect(clock(761_000)).toBe('12:41')
  expect(clock(4 * 3_600_000)).toBe('240:00')
  expect(clock(-5)).toBe('00:00')
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { byteRange } from './byte-range.ts'

test.each([
  [undefined, 'whole'],
  ['bytes=0-', { start: 0, end: 999 }],
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=10-19', { start: 10, end: 19 }],
  ['bytes=990-5000', { start: 990, end: 999 }],
  ['bytes=-10', { start: 990, end: 999 }],
  ['bytes=-5000', { start: 0, end: 999 }],
  ['bytes=1000-', 'unsatisfiable'],
  ['bytes=5000-6000', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=20-10', 'whole'],
  ['bytes=-', 'whole'],
  ['bytes=0-1,5-6', 'whole'],
  ['items=0-1', 'whole'],
  ['bytes=a-b', 'whole'],
] as const)('byteRange reads the Range header %s for content of 1000 bytes', (header, expected) => {
  expect(byteRange(header, 1000)).toEqual(expected)
})

test('byteRange returns a range inside the content for any two numbers in a Range header', () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat(), fc.nat(100_000), (from, to, size) => {
      const range = byteRange(`bytes=${from}-${to}`, size)
      if (typeof range === 'string') return
      expect(range.start).toBe(from)
      expect(range.end).toBeLessThan(size)
      expect(range.end).toBeGreaterThanOrEqual(range.start)
    }),
  )
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isCheapToParse } from './json-shape.ts'

const judge = (json: string) => isCheapToParse(Buffer.from(json))

describe('JSON that is cheap to parse', () => {
  test('isCheapToParse accepts flat JSON with long texts', () => {
    fc.assert(fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => judge(JSON.stringify(value))))
    expect(judge(JSON.stringify({ content: '[{,:'.repeat(500_000), more: '"\\"[[['.repeat(1000) }))).toBe(true)
    expect(judge(JSON.stringify(Array.from({ length: 4000 }, (_, id) => ({ id, start: 0, end: 1, text: 'a' }))))).toBe(
      true,
    )
  })

  test.each([
    ['deeply nested lists', '['.repeat(33)],
    ['deeply nested objects', '{"a":'.repeat(40)],
    ['many values', `[${'1,'.repeat(60_000)}1]`],
    ['many empty lists', `[${'[],'.repeat(60_000)}1]`],
    ['many keys', `{${Array.from({ length: 40_000 }, (_, n) => `"${n}":1`).join(',')}}`],
  ])('isCheapToParse rejects JSON with %s', (_, json) => {
    expect(judge(json)).toBe(false)
  })

  test('isCheapToParse reads megabytes of unterminated text without backtracking', () => {
    const startedAt = performance.now()
    for (const json of [`"${'\\"'.repeat(400_000)}`, `"${'\\\\'.repeat(400_000)}`, 'x'.repeat(1_000_000)]) judge(json)
    // Milliseconds alone; minutes if each quote were searched from the beginning.
    expect(performance.now() - startedAt).toBeLessThan(10_000)
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isQuicklyParsed } from './json-shape.ts'

const judge = (json: string) => isQuicklyParsed(Buffer.from(json))

describe('JSON is quickly parsed', () => {
  test('when it is flat, however long its texts are', () => {
    fc.assert(fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => judge(JSON.stringify(value))))
    expect(judge(JSON.stringify({ content: '[{,:'.repeat(500_000), more: '"\\"[[['.repeat(1000) }))).toBe(true)
    expect(judge(JSON.stringify(Array.from({ length: 4000 }, (_, id) => ({ id, start: 0, end: 1, text: 'a' }))))).toBe(
      true,
    )
  })

  test.each([
    ['deep', '['.repeat(33)],
    ['deep in objects', '{"a":'.repeat(40)],
    ['in many parts', `[${'1,'.repeat(60_000)}1]`],
    ['in many empty parts', `[${'[],'.repeat(60_000)}1]`],
    ['in many keys', `{${Array.from({ length: 40_000 }, (_, n) => `"${n}":1`).join(',')}}`],
  ])('but not when it is %s', (_, json) => {
    expect(judge(json)).toBe(false)
  })

  test('takes milliseconds to judge, also where a text never ends', () => {
    const began = performance.now()
    for (const json of [`"${'\\"'.repeat(400_000)}`, `"${'\\\\'.repeat(400_000)}`, 'x'.repeat(1_000_000)]) judge(json)
    expect(performance.now() - began).toBeLessThan(1000)
  })
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { displayName } from './file-name.ts'

test.each([
  ['session.mp3', 'session.mp3'],
  ['C:\\Users\\me\\Monday session.m4a', 'Monday session.m4a'],
  ['../../../../etc/passwd', 'passwd'],
  ['a/b/../', 'b'],
  ['  two   spaces\t.wav ', 'two spaces .wav'],
  ['invoice\u202Egpj.mp3', 'invoicegpj.mp3'],
  ['nul\u0000byte.mp3', 'nulbyte.mp3'],
  ['Sitzung Zoe\u0308.mp3', 'Sitzung Zoë.mp3'],
  ['\uD800.mp3', '\uFFFD.mp3'],
  ['', 'Recording'],
  ['..', 'Recording'],
  ['/\\/', 'Recording'],
])('displayName turns %j into %j', (given, shown) => {
  expect(displayName(given)).toBe(shown)
})

test('displayName shortens a long file name and keeps its extension', () => {
  const shown = displayName(`${'../'.repeat(400)}${'x'.repeat(3000)}.webm`)
  expect(shown).toMatch(/^x{114}….webm$/)
  expect(displayName('😀'.repeat(500))).toBe(`${'😀'.repeat(119)}…`)
})

test('displayName turns any file name into one line without a path', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 4096 }), (given) => {
      const shown = displayName(given)
      expect(Array.from(shown).length).toBeGreaterThan(0)
      expect(Array.from(shown).length).toBeLessThanOrEqual(120)
      expect(shown).not.toMatch(/[/\\\p{Cc}]/u)
      expect(shown.isWellFormed()).toBe(true)
    }),
  )
})

import { describe, expect, test } from 'vitest'
import { FirstName } from '#shared/contract/names.ts'
import { visibleName } from '#shared/rules/visible.ts'

describe('visible characters of a name', () => {
  test.each([
    ['an override', 'Ana\u202Egnp.exe', 'Anagnp.exe'],
    ['a zero-width space', 'Theo\u200B', 'Theo'],
    ['an isolate', '\u2066Robin\u2069', 'Robin'],
    ['direction marks', '\u200ERobin\u200F\u061C', 'Robin'],
    ['a word joiner and a byte order mark', 'Ro\u2060bin\uFEFF', 'Robin'],
    ['a soft hyphen', 'Ro\u00ADbin', 'Robin'],
    ['tags', 'Robin\u{E0041}\u{E007F}', 'Robin'],
    ['interlinear notes', 'Robin\uFFF9\uFFFB', 'Robin'],
    ['fillers', 'Ro\u3164bin\u115F\uFFA0\u2800\u034F', 'Robin'],
    ['loose joiners', 'Ro\u200Dbin\u200C', 'Robin'],
  ])('a name loses %s', (_, typed, name) => expect(visibleName(typed)).toBe(name))

  test.each([
    ['a Persian name with a non-joiner', 'علی\u200Cرضا'],
    ['a Sinhala conjunct', 'ශ\u0DCA\u200Dරී'],
    ['a Devanagari conjunct', 'क\u094D\u200Dष'],
    ['an emoji of a family', '👩\u200D👧'],
    ['an emoji with a skin tone', '👩🏽\u200D⚕\uFE0F'],
    ['an apostrophe and a hyphen', 'Anne-Marie O’Brien'],
    ['Hebrew', 'נועה'],
    ['Hangul', '김하늘'],
    ['combining marks', 'Ng\u1ECDzi\u0323'.normalize('NFC')],
  ])('a name keeps %s', (_, name) => expect(visibleName(name)).toBe(name))

  test('a name stays on one line, and its characters are composed', () => {
    expect(visibleName(' Ana\r\nMaria\u2028Vale\u0000 ')).toBe('Ana Maria Vale')
    expect(visibleName('Jose\u0301')).toBe('Jos\u00E9')
  })

  test('a name without a visible character counts as missing, and its length is limited after invisible ones are removed', () => {
    for (const empty of ['', ' ', '\u200B', '\u202E \u2066', '\u3164'])
      expect(FirstName.safeParse(empty).error?.issues[0]?.message).toBe('First name is required.')
    expect(FirstName.parse(`${'x'.repeat(100)}\u200B`)).toBe('x'.repeat(100))
    expect(FirstName.safeParse('x'.repeat(101)).success).toBe(false)
  })
})

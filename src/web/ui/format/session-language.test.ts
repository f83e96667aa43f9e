import { expect, test } from 'vitest'
import { sessionLanguage } from './session-language.ts'

test.each([
  ['de', false, 'This session is in German.'],
  ['es', true, 'This session is partly in Spanish.'],
  ['tl', false, 'This session is in Filipino.'],
  ['und', false, 'This session is in another language than English.'],
  ['und', true, 'This session is partly in another language than English.'],
])('for language %s (partly: %s), the language notice is: %s', (code, isPartly, text) => {
  expect(sessionLanguage({ code, isPartly })).toBe(text)
})

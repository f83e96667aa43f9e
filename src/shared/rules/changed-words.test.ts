import { expect, test } from 'vitest'
import { changedWords } from './changed-words.ts'

test.each([
  ['nothing', 'Slept well.', 'Slept well.', { words: 2, changed: 0 }],
  ['an added and a removed word', 'Slept well.', 'Slept badly.', { words: 2, changed: 2 }],
  ['another case, line or mark', 'Slept “well”.\nAte.', 'ate; slept WELL', { words: 3, changed: 0 }],
  ['a moved sentence', 'Slept well. Ate little.', 'Ate little. Slept well.', { words: 4, changed: 0 }],
  ['one of two equal words', 'Very very tired.', 'Very tired.', { words: 2, changed: 1 }],
  ['a text without a draft', '', 'Wrote 1.5 pages, didn’t stop.', { words: 5, changed: 5 }],
  ['a deleted text', 'Slept well.', '', { words: 0, changed: 2 }],
  ['words in other scripts', 'Durmió mal.', 'Durmió bien. 睡眠', { words: 3, changed: 3 }],
  ['the name of a method', '', 'constructor __proto__', { words: 2, changed: 2 }],
])('changedWords counts %s', (_, draft, text, expected) => {
  expect(changedWords(draft, text)).toEqual(expected)
})

test('two different texts of 30,000 characters are compared in seconds', () => {
  const text = (word: string) => Array.from({ length: 5000 }, (_, at) => `${word}${at}`).join(' ')
  const start = Date.now()
  expect(changedWords(text('a'), text('b'))).toEqual({ words: 5000, changed: 10_000 })
  expect(Date.now() - start).toBeLessThan(5000)
})

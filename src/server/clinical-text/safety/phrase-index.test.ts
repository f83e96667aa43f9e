import { expect, test } from 'vitest'
import { createPhraseIndex } from './phrase-index.ts'

test('the phrase index finds every pattern that matches, and skips those whose letters are missing', () => {
  const [kill, cut, any] = [/\bkill(?:ed)?\b/, /\b(?:cut|burn)ing\b/, /\w+/]
  const patternsFor = createPhraseIndex([kill, cut, any])
  expect([...patternsFor('they killed the lights')]).toEqual([any, kill])
  expect([...patternsFor('he was burning wood')]).toEqual([any, cut])
  expect([...patternsFor('a quiet week')]).toEqual([any])
})

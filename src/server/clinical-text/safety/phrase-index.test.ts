import { expect, test } from 'vitest'
import { indexOf } from './phrase-index.ts'

test('finds every pattern that matches and leaves out those whose letters are missing', () => {
  const [kill, cut, any] = [/\bkill(?:ed)?\b/, /\b(?:cut|burn)ing\b/, /\w+/]
  const patternsFor = indexOf([kill, cut, any])
  expect([...patternsFor('they killed the lights')]).toEqual([any, kill])
  expect([...patternsFor('he was burning wood')]).toEqual([any, cut])
  expect([...patternsFor('a quiet week')]).toEqual([any])
})

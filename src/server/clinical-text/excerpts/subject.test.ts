import { expect, test } from 'vitest'
import { termsOf } from '../language/words.ts'
import { widenedTerms } from './subject.ts'
import { unitsOf } from './units.ts'

const units = unitsOf({
  utterances: [
    {
      id: 'u1',
      speaker: 'client',
      label: 'Client',
      start: 0,
      end: 4,
      text: 'I stopped the sertraline in May because of the headaches.',
    },
  ],
  language: 'en',
  engine: 'import',
  hasTimes: true,
})
const widened = (subject: string) => widenedTerms(new Set(termsOf(subject)), units)

test('a subject includes other words for it', () => {
  for (const term of termsOf('pills tablets sertraline')) expect(widened('medication')).toContain(term)
  for (const term of termsOf('slept insomnia')) expect(widened('sleep')).toContain(term)
})

test('drug names belong only to medication', () => {
  for (const term of termsOf('sertraline')) expect(widened('sleep')).not.toContain(term)
  expect(widenedTerms(new Set(), units).size).toBe(0)
})

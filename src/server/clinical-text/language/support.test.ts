import { expect, test } from 'vitest'
import { areSiblings } from './dictionary.ts'
import { supports } from './support.ts'

const word = (lemma: string, pos = 'NOUN') => ({ text: lemma, lemma, pos, isCapital: false })

test.each([
  ['the same word', 'garden', 'garden'],
  ['another word for it', 'error', 'mistake'],
  ['a more general word', 'mother', 'parent'],
  ['a kind of it', 'car', 'vehicle'],
  ['a term of charting', 'racing', 'palpitation'],
  ['a drug of a class', 'doxycycline', 'antibiotic'],
  ['an in-law’s relation', 'mother', 'motherinlaw'],
  ['a medical adjective', 'kidney', 'renal'],
])('%s is supported: %s was said, the note has %s', (_, said, claimed) => {
  expect(supports(word(said), word(claimed))).toBe(true)
})

test.each([
  ['a relative', 'sister', 'brother'],
  ['a grandmother', 'grandmother', 'mother'],
  ['a drug', 'fluoxetine', 'sertraline'],
  ['a drug where only its class was said', 'antibiotic', 'doxycycline'],
  ['a drink', 'tea', 'coffee'],
  ['another in-law', 'father', 'motherinlaw'],
  ['a day', 'tuesday', 'monday'],
])('%s is not supported: %s was said, the note has %s', (_, said, claimed) => {
  expect(supports(word(said), word(claimed))).toBe(false)
})

test('kinds of one thing are siblings; a thing and its kind are not', () => {
  expect(areSiblings(word('bus'), word('tram'))).toBe(true)
  expect(areSiblings(word('tea'), word('coffee'))).toBe(true)
  expect(areSiblings(word('car'), word('vehicle'))).toBe(false)
  expect(areSiblings(word('bus'), word('grief'))).toBe(false)
})

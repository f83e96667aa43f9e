import { expect, test } from 'vitest'
import fc from 'fast-check'
import { wordsOf } from '#shared/rules/words.ts'
import { asSentence, withoutFillers } from './clean.ts'

test.each([
  ['Um, I-I just, uh, went home.', 'I just went home.'],
  ['And so, you know, the- the pain came back [sighs].', 'The pain came back.'],
  ["i do n't wan na go .", "I don't wanna go."],
  ['Okay, so take it with food, okay?', 'Take it with food.'],
  ['I had had enough.', 'I had had enough.'],
  ['It was [unintelligible 00:12] again.', 'It was … again.'],
  ['No.', 'No.'],
  ['I like tea', 'I like tea.'],
])('%s', (spoken, shown) => {
  expect(asSentence(spoken)).toBe(shown)
})

test('adds no word', () => {
  const word = fc.constantFrom(
    'I',
    'uh',
    'like',
    'you know,',
    'went',
    'home--',
    'so,',
    'the-',
    'the',
    'night.',
    '[laughs]',
    'no',
    '…',
  )
  fc.assert(
    fc.property(fc.array(word, { maxLength: 20 }), (words) => {
      const spoken = new Set(wordsOf(words.join(' ')).map(({ text }) => text))
      const shown = wordsOf(withoutFillers(words.join(' '))).map(({ text }) => text)
      expect(shown.every((text) => spoken.has(text))).toBe(true)
    }),
  )
})

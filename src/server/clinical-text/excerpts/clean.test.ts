import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { wordsOf } from '../language/words.ts'
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
])('asSentence removes fillers: %s', (spoken, shown) => {
  expect(asSentence(spoken)).toBe(shown)
})

test('removing fillers adds no word', () => {
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

describe('opening words that carry meaning', () => {
  test.each([
    ['No suicidal thoughts this week.', 'No suicidal thoughts this week.'],
    ['No pain since Monday.', 'No pain since Monday.'],
    ['No, suicidal thoughts this week.', 'No, suicidal thoughts this week.'],
    ['Well, no, I never drink.', 'No, I never drink.'],
    ['Like my mother I cry a lot.', 'Like my mother I cry a lot.'],
    ['Like, I cry a lot.', 'I cry a lot.'],
    ['Right after work I drink.', 'Right after work I drink.'],
    ['Right, I drink after work.', 'I drink after work.'],
    ['Well enough to work.', 'Well enough to work.'],
    ['Now I sleep better.', 'Now I sleep better.'],
    ['Now, I sleep better.', 'Now, I sleep better.'],
    ['Then I cried.', 'Then I cried.'],
    ['Because of my mother I drink.', 'Because of my mother I drink.'],
    ['Because I was tired.', 'Because I was tired.'],
    ['Sure signs of a relapse.', 'Sure signs of a relapse.'],
    ['So much pain.', 'So much pain.'],
    ['So I went home.', 'I went home.'],
    ['But for my wife I would be dead.', 'But for my wife I would be dead.'],
    ['But my wife helped.', 'My wife helped.'],
    ['Perfect days are rare.', 'Perfect days are rare.'],
    ['Okay days are rare.', 'Okay days are rare.'],
    ['I mean it, I will leave.', 'I mean it, I will leave.'],
    ['You know my mother.', 'You know my mother.'],
    ['Plus I drink.', 'I drink.'],
    ['Mm-mm, I drink water.', 'Mm-mm, I drink water.'],
  ])('asSentence keeps opening words that carry meaning: %s', (spoken, shown) => {
    expect(asSentence(spoken)).toBe(shown)
  })

  test.each([
    ['It is not what I mean.', 'It is not what I mean.'],
    ['He is a no-nonsense man.', 'He is a no-nonsense man.'],
    ['When I cut, I cut deep.', 'When I cut, I cut deep.'],
    ['I, I cut deep.', 'I cut deep.'],
  ])('asSentence keeps meaningful words inside a sentence: %s', (spoken, shown) => {
    expect(asSentence(spoken)).toBe(shown)
  })
})

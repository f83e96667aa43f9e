import { expect, test } from 'vitest'
import { cuesIn, moveOf } from './cues.ts'

test.each([
  'There is a part of me with a clipboard.',
  'Where do you find that part, in or around your body?',
  'It looks like the part with the clipboard is tired.',
  'The part that wants to run is loud today.',
  'The critic says I am lazy.',
  'My inner critic never sleeps.',
  'A part of me wants to stay.',
  'One part wants to leave and another part holds on.',
  'Those parts fight all day.',
  'How do you feel toward it?',
  'The fed-up one is willing to step back.',
  'Ask it what it is afraid would happen.',
  'The little one is sitting on the kitchen floor.',
  'I am blended with it.',
  'The scared seven-year-old hides.',
  'Can it feel you there, from Self?',
])('a sentence about inner parts has the cue “parts”: %s', (sentence) => {
  expect(cuesIn(sentence)).toContain('parts')
})

test.each([
  'I work part time.',
  'That is the hardest part of the day.',
  'For the most part I sleep well.',
  'The best part is the food.',
  'I want to be part of the team.',
  'I went to the party.',
  'Which part of town is it?',
  'That part of the plan is done.',
  'My part-time job is fine.',
  'I have to replace some parts of the car.',
  'My son is the little one in his class photo, and I have two kids.',
  'I did my part.',
  'The film critic hated it.',
])('a sentence about other parts lacks the cue “parts”: %s', (sentence) => {
  expect(cuesIn(sentence)).not.toContain('parts')
})

test.each([
  ["Let it know that you see it's tired.", 'guided'],
  ['Take a breath.', 'guided'],
  ['Notice what comes up.', 'guided'],
  ['That sounds like a good beginning.', 'affirmed'],
  ['See you next time.', 'social'],
  ['Take good care of yourself, Ana.', 'social'],
  ["I'll be asking many questions today.", 'framed'],
  ['Take the new pill with food.', 'advised'],
])('moveOf returns the conversational move of a therapist’s sentence: %s', (sentence, move) => {
  expect(moveOf(sentence)).toBe(move)
})

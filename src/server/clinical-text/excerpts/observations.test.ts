import { describe, expect, test } from 'vitest'
import { isObservation } from './observations.ts'

describe('observation of the client now', () => {
  test.each([
    'I notice you are tearing up.',
    'You look tired today.',
    'I can see that your hands are shaking.',
    'You seem calmer than last week.',
    "You're smiling right now.",
    'Your voice got quieter just now.',
    "I'm noticing some tears.",
    'Your blood pressure is 130 over 80 today.',
    'Your PHQ-9 score today is 14.',
    'On your exam, the knee is swollen.',
    'So I see tears in your eyes.',
    "You haven't looked up since you sat down.",
  ])('recognizes %s', (sentence) => {
    expect(isObservation(sentence)).toBe(true)
  })
})

describe('not an observation', () => {
  test.each([
    ['a reflection', 'I see that you want things to change.'],
    ['what was heard', "I hear that you're tired of it."],
    ['a summary', "It sounds like you're exhausted."],
    ['a question', 'Are you crying?'],
    ['a question in other words', 'You look tired, did you sleep?'],
    ['the past', 'You looked tired last week.'],
    ['what others see', 'Your wife says you look tired.'],
    ['a hypothetical', 'If you look sad, people ask.'],
    ['a judgement', 'You seem to have a lot of strategies.'],
    ['ambivalence', 'You seem torn between the two.'],
    ['a look into the future', 'You look forward to Sunday.'],
    ['a goal', 'You want to feel calm.'],
    ['a test result that is to come', 'Your blood test results will be in on Monday.'],
    ['advice about a measure', 'Your blood pressure should be under 130.'],
    ['a smile of the past', 'You were smiling when you told me about her.'],
    ['a score that is asked for', 'Your score is what?'],
    ['what was noticed at home', 'I notice you said you cry at night.'],
    ['a feeling that is told', 'I see you are scared of losing her.'],
  ])('rejects %s: %s', (_, sentence) => {
    expect(isObservation(sentence)).toBe(false)
  })
})

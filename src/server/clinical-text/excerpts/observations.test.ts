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
    'I notice your hands are shaking.',
    "You've been smiling more since you sat down.",
    'Elise, you turned away from him just then and your arms are crossed.',
    "I can see you're gripping the arms of the chair.",
    'You laughed a bit there, and then you looked down.',
    'You keep shifting in the chair.',
    'You hid behind your sleeve when I said the word school.',
    "And now you're giggling.",
    'You also made a lot of eye contact today.',
    "You've gone pale, Wendell.",
    'Your voice goes very soft when you mention your son.',
    'You shrugged when I asked about work.',
    "You're picking at your nails.",
    'You cried when you talked about your mother just now.',
    'You are speaking faster today and you smiled twice.',
    "You're talking very quietly.",
    "You're moving slowly today.",
    'Your hair is unwashed and your clothes are wrinkled.',
  ])('recognizes an observation: %s', (sentence) => {
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
    ['an interpretation', 'You look like someone who has given up.'],
    ['an interpretation of an act', 'You turned away from your family after the funeral.'],
    ['speed in life', "You're moving quickly at work."],
    ['a comparison with others', "You're talking faster than your sister does."],
    ['being tired of a thing', 'You sound tired of fighting.'],
    ['being angry with a person', 'You seem angry at him.'],
    ['a smile that is asked about', "You're smiling, aren't you?"],
    ['an act of another day', 'You laughed when the letter came.'],
    ['crying at another place', "You've been crying in the car."],
    ['a habit', "You're always looking away from problems."],
    ['a figure of speech', "You're holding the family together."],
    ['another figure of speech', "You're sitting on a lot of anger."],
    ['a burden', "You've been carrying this since you were ten."],
    ['a weight as a figure of speech', "You're pulling the weight of two people."],
    ['a plan', "You're picking the kids up at three."],
    ['hands in a figure of speech', 'I see you have your hands full.'],
    ['silence at home', 'You went quiet on him for a month.'],
    ['a feeling that is told', 'I see you are scared of losing her.'],
  ])('%s is not an observation: %s', (_, sentence) => {
    expect(isObservation(sentence)).toBe(false)
  })
})

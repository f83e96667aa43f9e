import { describe, expect, test } from 'vitest'
import { askedClaim, clientReport, therapistReport } from './third-person.ts'
import { undertaking } from './undertaking.ts'

describe('clientReport', () => {
  test.each([
    ["I've been sleeping badly.", 'they have been sleeping badly.'],
    ["I'm tired and my back hurts.", 'they are tired and their back hurts.'],
    ["I wasn't myself when it happened to me.", 'they were not themselves when it happened to them.'],
    ["I don't drink at home.", 'they do not drink at home.'],
    [
      "My wife says she can't sleep because of my snoring.",
      'their wife says she cannot sleep because of their snoring.',
    ],
    ["It's worse at night.", "it's worse at night."],
    ["Lately I can't focus.", 'lately they cannot focus.'],
    ['On Wednesday I slept four hours.', 'on Wednesday they slept four hours.'],
    ['In March I lost my job.', 'in March they lost their job.'],
    ['In case I lose the paper, I keep a copy.', 'in case they lose the paper, they keep a copy.'],
    ['When I wake up, I feel numb.', 'when they wake up, they feel numb.'],
    ['After work I drink.', 'after work they drink.'],
    ['Now I sleep better.', 'now they sleep better.'],
  ])('%s', (sentence, report) => {
    expect(clientReport(sentence)).toBe(report)
  })

  test.each([
    ['a question', 'Am I going mad?'],
    ['somebody is addressed', 'You know how I get at night.'],
    ['others are they already', 'They told me that I was late.'],
    ['we', 'We argued about it.'],
    ['somebody is quoted', 'I was like, leave me alone.'],
    ['a quotation', 'I told him "stop".'],
    ['she would read as the client', "She's a single mom and I help her."],
    ['she before the mother is named', 'She left when my mother came, I think.'],
    ['broken off', 'I went to the store and -- I slept.'],
    ['a fragment', 'Tired all the time.'],
    ['an unfinished sentence', 'I went there because of the.'],
    ['a clause about what follows', 'That I lied to my wife.'],
    ['a clause about what follows, with more', 'That I lied to my wife bothers me.'],
    ['that, which would be said twice', "That's why I feel sad."],
    ['a clause that stands alone', 'In case I lose the paper.'],
    ['a clause that stands alone, with when', 'When I was a kid and my father drank.'],
    ['a clause that stands alone, with if', 'If I had slept.'],
    ['a clause that stands alone, after a day', 'The day I met my wife.'],
    ['an answer that leans on its question', "I really don't, but I drink sometimes."],
    ['an answer that leans on what was said before', "I'm laughing, I can't."],
    ['an answer in front', 'No, I never drink.'],
  ])('leaves as it was: %s', (_, sentence) => {
    expect(clientReport(sentence)).toBeNull()
  })
})

describe('therapistReport', () => {
  test('speaks of the client', () => {
    expect(therapistReport("You're carrying your family's worries.")).toBe("they are carrying their family's worries.")
  })

  test.each([
    'I think you are tired.',
    'That will help you.',
    "She says you're tired.",
    'The weather is fine.',
    'Are you tired?',
  ])('leaves as it was: %s', (sentence) => {
    expect(therapistReport(sentence)).toBeNull()
  })
})

describe('askedClaim', () => {
  test.each([
    ['Do you smoke?', 'they smoke'],
    ['Have you had any fevers?', 'they have had any fevers'],
    ['Are you taking your medication?', 'they are taking their medication'],
    ['Did you take your pills, are you taking the new ones?', 'they are taking the new ones'],
  ])('%s', (question, claim) => {
    expect(askedClaim(question)).toBe(claim)
  })

  test.each([
    'How do you sleep?',
    'Do you want to talk about it?',
    'Do you think I am right?',
    'Do you know what he said?',
  ])('is not plain: %s', (question) => {
    expect(askedClaim(question)).toBeNull()
  })
})

describe('undertaking', () => {
  test.each([
    [
      "I'd like you to write down your sleep every morning.",
      'Therapist asks Ana to write down their sleep every morning.',
    ],
    ['Take one tablet with food.', 'Therapist asks Ana to take one tablet with food.'],
    ["I'm going to refer you to a group.", 'Therapist plans to refer Ana to a group.'],
    ["We'll increase the dose to 40 milligrams.", 'Therapist plans to increase the dose to 40 milligrams.'],
    ['Take your pills with food, Ana.', 'Therapist asks Ana to take their pills with food.'],
    ["Let's try a breathing exercise.", 'Therapist proposes to try a breathing exercise.'],
  ])('%s', (sentence, expected) => {
    expect(undertaking(sentence, 'Ana')).toBe(expected)
  })

  test.each([
    'You feel tired.',
    "I'll call her this afternoon.",
    "Let's put his name on it.",
    "Let's not call it cheating.",
    "Let's write that down as yours.",
    "I'll tell my colleague that I agree.",
    'Let’s see what we can do.',
    'Do you want to try?',
  ])('none: %s', (sentence) => {
    expect(undertaking(sentence, 'Ana')).toBeNull()
  })
})

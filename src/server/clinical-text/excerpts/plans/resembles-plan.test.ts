import { describe, expect, test } from 'vitest'
import { undertakingIn } from '../../language/undertakings.ts'
import { resemblesPlan } from './resembles-plan.ts'

describe('plans in forms that no rule knows', () => {
  test.each([
    "And I'd like you to jot down the time you fall asleep, every morning.",
    'Would you be up for ringing your cousin on Saturday?',
    "What I'm going to suggest is a jar by the door, and a coin in it each time you leave the house.",
    'Pop the form back to reception before Friday.',
  ])('a proposal of a therapist resembles a plan: %s', (sentence) => {
    expect(undertakingIn(sentence, 'therapist')).toBeNull()
    expect(resemblesPlan(sentence, 'therapist')).toBe(true)
  })

  test.each([
    "I'll apologise to my brother at the weekend.",
    "I'm going to count to twenty before I answer him.",
    "Right, I'll have a go at the stairs tomorrow.",
  ])('a commitment of a client resembles a plan: %s', (sentence) => {
    expect(undertakingIn(sentence, 'client')).toBeNull()
    expect(resemblesPlan(sentence, 'client')).toBe(true)
  })
})

describe('sentences that are not plans', () => {
  test.each([
    ['an exercise in the room', "I'd like you to close your eyes and notice your breath."],
    ['a guideline', 'The guidelines recommend that adults have no more than two drinks a day.'],
    ['a question about last week', 'Did you manage to jot down your sleep every morning?'],
    ['a reflection', 'So on the one hand you want to stop, and on the other hand it helps you sleep.'],
    ['an explanation of the session', "Before we get to that, I'd like to ask you a little about your week."],
    ['speech of another person', 'Your mother said, “I’ll ring the school on Monday.”'],
  ])('%s does not resemble a plan of a therapist: %s', (_, sentence) => {
    expect(resemblesPlan(sentence, 'therapist')).toBe(false)
  })

  test.each([
    ['a habit', "Most evenings I'll come home and I'll have a glass of wine."],
    ['doubt', "Maybe I'll ring her on Saturday."],
    ['harm to others', "I'll smash his windows on Saturday."],
    ['harm to oneself', "I'm going to take the whole packet tonight."],
    ['a story', 'Then I went to the shop and I bought the bread.'],
    ['a plan of another person', 'She was going to ring the school on Monday.'],
  ])('%s does not resemble a plan of a client: %s', (_, sentence) => {
    expect(resemblesPlan(sentence, 'client')).toBe(false)
  })

  test('a sentence of more than forty words never resembles a plan', () => {
    const plan = "I'd like you to jot down the time you fall asleep, every morning"
    expect(resemblesPlan(`${plan}.`, 'therapist')).toBe(true)
    expect(resemblesPlan(`${plan}${' and every evening'.repeat(10)}.`, 'therapist')).toBe(false)
  })
})

import { expect, test } from 'vitest'
import { checkedOn } from './checked.fixture.ts'

const session = `
  C: I cough every morning. The dog sleeps through it.
  C: We had soup at two in the morning.
  C: I go running after work.
  C: I sing in the mornings. By the evening, after the choir, I'm tired.
  C: I wake at three in the morning.
  C: I take it with my tea, not in the morning.
  T: Good morning. I'd like you to write the list at bedtime.
  C: I read in the mornings.
`

test.each([
  ['Nadia coughs every evening.', 1],
  ['They had soup at two in the evening.', 2],
  ['Nadia reads in the afternoon.', 8],
] as const)('the evidence check flags a part of the day that was not said: %s', (text, turn) => {
  expect(checkedOn(session, text, turn)).toMatchObject({ check: 'when' })
})

test.each([
  ['Nadia coughs every morning.', 1],
  ['They had soup at two at night.', 2],
  ['Nadia goes running in the evening.', 3],
  ['Nadia is tired by the evening, after the choir.', 4],
  ['Nadia wakes at night.', 5],
  ['Nadia takes it in the evening.', 6],
  ['The therapist suggested writing the list in the evening.', 7],
] as const)('the evidence check accepts other words for the same part of the day: %s', (text, turn) => {
  expect(checkedOn(session, text, turn).reason ?? '').not.toMatch(/which was not said/)
})

import { expect, test } from 'vitest'
import { checkedOn } from './checked.fixture.ts'

const session = `
  T: When did the sink overflow?
  C: It overflowed in August.
  T: And the plumber?
  C: The plumber came yesterday.
  C: My weight is up a pound on last time.
  C: Fourteen pints. The week before it was twenty.
  C: My aunt was in bed at the previous visit.
  T: We'll watch the film here next week.
`

test('the evidence check flags a time that was not said if the passage names another time', () => {
  expect(checkedOn(session, 'The sink overflowed last week.', 2)).toMatchObject({ check: 'when' })
})

test.each([
  ['Her weight is up a pound since the next visit.', 5],
  ['Plan: watch the film in the last session.', 8],
  ['Intake was fourteen pints, compared with twenty the week after.', 6],
] as const)('the evidence check flags a past time in place of a future time, and the reverse: %s', (text, turn) => {
  expect(checkedOn(session, text, turn)).toMatchObject({ check: 'when' })
})

test.each([
  ['The sink overflowed in August.', 2],
  ['The plumber came yesterday.', 4],
  ['Her weight is up a pound since the last visit.', 5],
  ['Plan: watch the film in the next session.', 8],
  ['Intake was fourteen pints, compared with twenty the previous week.', 6],
  ['Her aunt was in bed at the last visit.', 7],
])('the evidence check supports a statement with the time that was said: %s', (text, turn) => {
  expect(checkedOn(session, text, turn).check).toBe('supported')
})

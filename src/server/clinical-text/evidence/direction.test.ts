import { expect, test } from 'vitest'
import { checkedOn } from './checked.fixture.ts'

const session = `
  T: How is the shoulder?
  C: The left shoulder is stiff. It hurts less than in June.
  T: And the cough?
  C: The cough is worse at night.
  C: They lowered my rent.
  C: I'm down to two cigarettes.
  C: I wake up at six and I fall asleep quickly.
  C: I gained four kilos.
`

test.each([
  ['The right shoulder is stiff.', 2],
  ['The shoulder hurts more than in June.', 2],
  ['The cough is better at night.', 4],
  ['Her rent was raised.', 5],
  ['Client is up to two cigarettes.', 6],
  ['Client lost four kilos.', 8],
])('the evidence check flags a statement that gives the opposite direction: %s', (text, turn) => {
  expect(checkedOn(session, text, turn).check).toBe('direction')
})

test.each([
  ['The left shoulder is stiff and hurts less than in June.', 2],
  ['The cough is worse at night.', 4],
  ['Her rent was lowered.', 5],
  ['Client wakes at six and falls asleep quickly.', 7],
  ['Client put on four kilos.', 8],
])('the evidence check supports a statement that gives the direction that was said: %s', (text, turn) => {
  expect(checkedOn(session, text, turn).check).toBe('supported')
})

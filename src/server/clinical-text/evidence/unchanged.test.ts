import { expect, test } from 'vitest'
import { checkedOn } from './checked.fixture.ts'

const session = `
  T: And the ringing?
  C: The ringing is the same as before.
  T: On the scan the cyst has not changed since March.
  C: It's the same cough, but it's worse at night now.
`

test.each([
  ['The ringing has become louder.', 2],
  ['The cyst has increased since March.', 3],
])('the evidence check flags a change of something that was said to be unchanged: %s', (text, turn) => {
  expect(checkedOn(session, text, turn).check).toBe('direction')
})

test.each([
  ['The ringing is unchanged.', 2],
  ['The cyst has not changed since March.', 3],
  ['The cough has become worse at night.', 4],
])('the evidence check supports an unchanged state, and a change that was said: %s', (text, turn) => {
  expect(checkedOn(session, text, turn).check).toBe('supported')
})

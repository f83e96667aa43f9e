import { expect, test } from 'vitest'
import { checkedOn } from './checked.fixture.ts'

const session = `
  T: Any rash elsewhere? Feet, face?
  C: The feet are fine.
  T: How is your memory, would you say?
  C: Perfectly good.
  T: And your appetite?
  C: I'm eating okay, but I get pain in the jaw.
`

test.each([
  ['Client also has a rash on her feet.', [1, 2]],
  ['Client reports that her memory is poor.', [3, 4]],
])('the evidence check flags a complaint about something that was said to be fine: %s', (text, turns) => {
  expect(checkedOn(session, text, ...turns).check).toBe('contradicted')
})

test.each([
  ['The feet are not affected.', [1, 2]],
  ['Client reports that her memory is good.', [3, 4]],
  ['Client has pain in her jaw.', [6]],
])('the evidence check supports the absence of a problem, and a problem that was reported: %s', (text, turns) => {
  expect(checkedOn(session, text, ...turns).check).toBe('supported')
})

import { expect, test } from 'vitest'
import { checkedOn } from './checked.fixture.ts'

const session = `
  T: And the zopiclone?
  C: I stopped it three weeks ago.
  T: Are you on the pill still?
  C: I came off it in the spring.
  C: My left ear is worse than the right.
  T: What have you tried so far?
  C: Ibuprofen, it does nothing. So I stopped.
  T: The grip is a touch weaker on the right than on the left.
`

test.each([
  ['Zopiclone was started three weeks ago.', [1, 2]],
  ['The pill was started in the spring.', [3, 4]],
  ['The right ear is worse than the left.', [5]],
  ['Grip is weaker on the left than on the right.', [8]],
])('the evidence check flags started for stopped, and swapped sides: %s', (text, turns) => {
  expect(checkedOn(session, text, ...turns).check).toBe('direction')
})

test.each([
  ['Zopiclone was stopped three weeks ago.', [1, 2]],
  ['The left ear is worse than the right.', [5]],
  ['Client tried ibuprofen.', [6, 7]],
  ['Grip is weaker on the right than on the left.', [8]],
])('the evidence check supports a statement with the change or side that was said: %s', (text, turns) => {
  expect(checkedOn(session, text, ...turns).check).toBe('supported')
})

test('the evidence check flags an ongoing habit that the client stopped', () => {
  expect(checkedOn(session, 'Client takes ibuprofen.', 6, 7)).toMatchObject({
    check: 'when',
    reason: 'This was stopped.',
  })
})

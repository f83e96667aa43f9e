import { expect, test } from 'vitest'
import { checkedOn } from './checked.fixture.ts'

const session = `
  T: Would your husband come to a session?
  C: He might. I haven't asked him.
  T: Is the headache from the tablets?
  C: It could be, they can do that.
  C: She offered me hearing aids, and I said I'd think about it.
  T: Will you go to the Tuesday group?
  C: Yes, I'll go.
  C: The bread was the cause, that's what gave me the cramps.
`

test.each([
  ['Client’s husband will come to a session.', [1, 2]],
  ['The headache is caused by the tablets.', [3, 4]],
  ['Client agreed to get hearing aids.', [5]],
])('the evidence check flags a plan, cause or decision that was left open: %s', (text, turns) => {
  expect(checkedOn(session, text, ...turns).check).toBe('certainty')
})

test.each([
  ['Client agreed to go to the Tuesday group.', [6, 7]],
  ['Client’s cramps were caused by the bread.', [8]],
])('the evidence check supports a decision or cause that was settled: %s', (text, turns) => {
  expect(checkedOn(session, text, ...turns).check).toBe('supported')
})

import { expect, test } from 'vitest'
import { checkedOn } from './checked.fixture.ts'

const session = `
  T: What did you do?
  C: I baked bread on Friday because my hands wanted something.
  C: My cousin waited in the rain and then he laughed.
  C: I used the timer twice and then I sort of stopped seeing it.
  T: So you were once the big sister without a lock too.
`

test.each([
  ['Client baked bread on Friday and argued with her landlord.', 2],
  ['Client baked bread, which soothed her.', 2],
  ['Her cousin waited in the rain because he had forgiven her.', 3],
  ['Client used the timer twice and told a neighbor.', 4],
])('the evidence check flags a statement with a part that no passage mentions: %s', (text, turn) => {
  expect(['clause', 'thing']).toContain(checkedOn(session, text, turn).check)
})

test.each([
  ['Client baked bread because her hands wanted something to do.', 2],
  ['Her cousin waited in the rain and then laughed.', 3],
  ['Client used the timer twice and then no longer noticed it.', 4],
  ['Therapist drew a parallel with the client’s own childhood.', 5],
])('the evidence check supports a statement whose parts were all said: %s', (text, turn) => {
  expect(checkedOn(session, text, turn).check).toBe('supported')
})

import { expect, test } from 'vitest'
import { checkedOn } from './checked.fixture.ts'

const session = `
  T: What did you do?
  C: I baked bread on Friday because my hands wanted something.
  C: My cousin waited in the rain and then he laughed.
`

test.each([
  ['Client baked bread on Friday and argued with her landlord.', 2],
  ['Client baked bread, which soothed her.', 2],
  ['Her cousin waited in the rain because he had forgiven her.', 3],
])('a part without words of its own: %s', (text, turn) => {
  expect(['clause', 'thing']).toContain(checkedOn(session, text, turn).check)
})

test.each([
  ['Client baked bread because her hands wanted something to do.', 2],
  ['Her cousin waited in the rain and then laughed.', 3],
])('every part was said: %s', (text, turn) => {
  expect(checkedOn(session, text, turn).check).toBe('supported')
})

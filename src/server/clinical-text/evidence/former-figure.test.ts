import { expect, test } from 'vitest'
import { checkedOn } from './checked.fixture.ts'

const session = `
  T: How many cigars?
  C: Three. It used to be seven.
  T: And the lengths in the pool?
  C: I swim twenty now. Last summer it was forty.
`

test.each([
  ['Nadia smokes seven cigars a day.', [1, 2]],
  ['Nadia swims forty lengths.', [3, 4]],
])('the evidence check flags a former figure that is stated as the present one: %s', (text, turns) => {
  expect(checkedOn(session, text, ...turns).check).toBe('when')
})

test.each([
  ['Nadia smokes three cigars a day.', [1, 2]],
  ['Cigars are down from seven to three.', [1, 2]],
  ['Nadia swims twenty lengths, compared with forty last summer.', [3, 4]],
])('the evidence check supports figures that are stated for their own times: %s', (text, turns) => {
  expect(checkedOn(session, text, ...turns).check).toBe('supported')
})

import { expect, test } from 'vitest'
import { checkedOn } from './checked.fixture.ts'

const session = `
  T: And your family?
  C: He didn't call her at Christmas.
  C: My aunt posted me the bell from the bicycle.
  C: She does the buttons on my coat, I call her Mair.
  C: My mum said he'd sell the boat.
  C: He drove her to the clinic.
  C: My parents came for the bell on Sunday.
`

test.each([
  ['Her wife did not call him.', 2],
  ['Her wife did not call her at Christmas.', 2],
  ['Her mother did not call her sister.', 2],
  ['Her uncle posted her the bell from the bicycle.', 3],
] as const)('the evidence check flags a relative other than the one who was meant: %s', (text, turn) => {
  expect(checkedOn(session, text, turn).check).not.toBe('supported')
})

test.each([
  ['Her husband did not call her at Christmas.', 2],
  ['Her aunt posted her the bell from the bicycle.', 3],
  ['Her wife does the buttons on her coat.', 4],
  ['Her mother said that he would sell the boat.', 5],
  ['Her mother was driven to the clinic.', 6],
  ['Her mother and father came for the bell.', 7],
] as const)('the evidence check accepts the relative who was meant: %s', (text, turn) => {
  expect(checkedOn(session, text, turn).reason ?? '').not.toMatch(/does not fit|does not mention/)
})

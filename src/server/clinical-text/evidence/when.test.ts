import { expect, test } from 'vitest'
import { checkedOn } from './checked.fixture.ts'

const session = `
  T: How are the mornings?
  C: I used to throw up before school. I eat toast now.
  T: And the clinic?
  C: I'll phone the clinic tomorrow.
  C: I sold the caravan in May.
  C: At first the tablets gave me headaches.
  C: My landlord is going to paint the hall.
  C: Dr Lim? I've an appointment on the ninth.
  C: I saw the dentist on the second.
  T: I'll start you on a new cream, and I'll refer you to the clinic.
`

test.each([
  ['Client throws up before school.', 2],
  ['Client phoned the clinic.', 4],
  ['Client will sell the caravan.', 5],
  ['The tablets give her headaches.', 6],
  ['Her landlord painted the hall.', 7],
  ['Client saw Dr Lim on the ninth.', 8],
])('the evidence check flags a tense other than the one that was said: %s', (text, turn) => {
  expect(checkedOn(session, text, turn).check).toBe('when')
})

test.each([
  ['Client used to throw up before school.', 2],
  ['Client no longer throws up before school.', 2],
  ['Client eats toast in the mornings now.', 2],
  ['Client will phone the clinic.', 4],
  ['Client sold the caravan.', 5],
  ['The tablets gave her headaches at first.', 6],
  ['Client saw the dentist on the second.', 9],
  ['Client has an appointment with Dr Lim on the ninth.', 8],
  ['A new cream was started.', 10],
  ['Client was referred to the clinic.', 10],
])('the evidence check supports a statement in the tense that was said: %s', (text, turn) => {
  expect(checkedOn(session, text, turn).check).toBe('supported')
})

import { expect, test } from 'vitest'
import { checkedOn } from './checked.fixture.ts'

const session = `
  C: I can make a fist by nine o'clock. It used to be eleven.
  C: It is over in half a minute.
  C: I can walk the mile along the canal.
  C: I did four twelves at work.
  C: Magnesium, three of the 150s at night.
  C: My uncle lost his sight at fifty-six.
  C: My aunt was a nun for thirty years.
`

test.each([
  ['Client can make a fist two hours earlier than before.', 1],
  ['It is over in 30 seconds.', 2],
  ['Client can walk one mile along the canal.', 3],
  ['Client did four twelve-hour shifts at work.', 4],
  ['Client takes 450 mg of magnesium at night.', 5],
  ['Her uncle lost his sight in his fifties.', 6],
  ['Her aunt was a nun for three decades.', 7],
])('the evidence check supports a number that follows from the words: %s', (text, turn) => {
  expect(checkedOn(session, text, turn).check).toBe('supported')
})

test.each([
  ['Client can make a fist three hours earlier than before.', 1],
  ['It is over in 90 seconds.', 2],
  ['Client can walk two miles along the canal.', 3],
  ['Client did five twelve-hour shifts at work.', 4],
  ['Client takes 300 mg of magnesium at night.', 5],
  ['Her uncle lost his sight in his sixties.', 6],
  ['Her aunt was a nun for two decades.', 7],
])('the evidence check flags a number that does not follow from the words: %s', (text, turn) => {
  expect(checkedOn(session, text, turn).check).toBe('number')
})

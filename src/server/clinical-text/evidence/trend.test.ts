import { expect, test } from 'vitest'
import { checkedOn } from './checked.fixture.ts'

const session = `
  T: Are you still having the nightmares?
  C: Three a week. It was six when I started here.
  T: And the checking?
  C: That took an hour every evening, and now it's ten minutes.
  T: And the panic?
  C: Maybe once a month. It used to be every week.
  C: My doctor changed the quetiapine, fifty to seventy-five.
  C: They have put me on two inhalers instead of one.
  T: The HbA1c, it has come back at seventy-four. It was fifty-eight a year ago.
  C: The spasms? Before, every day. Now maybe two time in the week.
  C: I used to gamble a lot more. Now it's a ticket on Saturdays.
`

test.each([
  ['Client’s nightmares have increased since the start.', 2],
  ['Checking takes longer than before.', 4],
  ['Panic has become more frequent.', 6],
  ['The quetiapine was lowered.', 7],
  ['The inhalers have been reduced to one.', 8],
  ['The spasms have become more frequent.', 10],
  ['Gambling has increased.', 11],
])('the evidence check flags a trend that contradicts the numbers: %s', (text, turn) => {
  expect(checkedOn(session, text, turn).check).not.toBe('supported')
})

test.each([
  ['Client’s nightmares have decreased to three a week.', 2],
  ['Checking has dropped from an hour to ten minutes.', 4],
  ['Panic has become less frequent.', 6],
  ['The quetiapine has been increased to 75.', 7],
  ['HbA1c has risen from 58 to 74.', 9],
  ['The spasms have decreased from daily to twice a week.', 10],
  ['Gambling has decreased.', 11],
])('the evidence check supports a trend that agrees with the numbers: %s', (text, turn) => {
  expect(checkedOn(session, text, turn).check).toBe('supported')
})

const feared = 'C: Eighty at the door. Fifty when we left. From two or three drinks a night to one.'

test('the figures in a statement must fit the trend that it states', () => {
  expect(checkedOn(feared, 'Fear increased from 80 to 50.', 1).check).toBe('direction')
  expect(checkedOn(feared, 'Fear decreased from 80 at the first door to 50.', 1).check).toBe('supported')
  expect(checkedOn(feared, 'Drinks have decreased from two to three a night to one.', 1).reason ?? '').not.toMatch(
    /itself/,
  )
})

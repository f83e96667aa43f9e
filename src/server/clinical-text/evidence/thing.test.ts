import { expect, test } from 'vitest'
import { checkedOn } from './checked.fixture.ts'

const session = `
  T: Have you been to the museum?
  C: I walked to the harbor and I bought a lamp.
  T: And the tablets?
  C: They gave me quetiapine in the ER. My mom drove me.
  C: I left the keys in the oven.
  T: I gave you the doxycycline for your chest, five days.
  C: I took my drops, and it was gone, and then I came across Bilal and told him.
  C: I lay down in the dark with my tablets.
  C: I take the green line, not the bus, and I wore the black coat.
`

test.each([
  ['Client walked to the museum.', 2],
  ['Client bought a carpet.', 2],
  ['Client was given olanzapine.', 4],
  ['Her uncle drove her.', 4],
  ['Client left the keys in the fridge.', 5],
  ['Client was given amoxicillin.', 6],
  ['Client takes the blue line.', 9],
])('the evidence check flags a thing or person that was not said: %s', (text, turn) => {
  expect(checkedOn(session, text, turn).check).toBe('thing')
})

test.each([
  ['Client walked to the harbor.', 2],
  ['Client was given quetiapine in the emergency room.', 4],
  ['Her mother drove her.', 4],
  ['Client received medication in the ER.', 4],
  ['The keys were left by Nadia in the oven.', 5],
  ['Client was given a five-day course of antibiotics.', 6],
  ['Client took the drops and told a colleague.', 7],
  ['Client rested in a dark room.', 8],
  ['Client takes the green line.', 9],
  ['Client was adherent to the tablets and lay down.', 8],
])('the evidence check supports the same thing or person in other words: %s', (text, turn) => {
  expect(checkedOn(session, text, turn).check).toBe('supported')
})

test('the evidence check accepts short forms, in-laws, the clinician who speaks and words that only qualify', () => {
  const consultation = `
    C: My pcp found it, the iron is low.
    C: My brother's wife drove me here.
    T: I wonder whether the tea is to blame.
    C: I lie there and think of the gutters and the boiler.
    C: I rang Odile. She said, oh Mum, at last. I haven't rung Pascal, he's at sea.
  `
  expect(checkedOn(consultation, 'Low iron was found by her primary care physician.', 1).check).toBe('supported')
  expect(checkedOn(consultation, 'Her sister-in-law drove her.', 2).check).toBe('supported')
  expect(checkedOn(consultation, 'The GP wonders whether tea is to blame.', 3).check).toBe('supported')
  expect(checkedOn(consultation, 'She lies awake thinking of household matters.', 4).check).toBe('supported')
  expect(checkedOn(consultation, 'Client phoned her daughter but has not phoned her son.', 5).check).toBe('supported')
  expect(checkedOn(consultation, 'Her cousin drove her.', 2).check).toBe('thing')
})

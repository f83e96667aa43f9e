import { expect, test } from 'vitest'
import { checkedOn } from './checked.fixture.ts'

const session = `
  T: What about the choir?
  C: I might join the rowing club in spring.
  C: If the grant comes through, we'll rent a studio.
  C: I wish my father would phone me.
  C: I think the neighbor stole the parcel.
  C: I couldn't open the door. I drank maybe two glasses.
  C: I promised I'd mend the fence. I said I would clean the gutters.
  T: I'd suggest you keep a diary.
  T: I'd like some bloods and a stool test.
  T: I'll give you a letter for the school.
  C: My friends text me if I'm not there.
  C: I think I rowed for an hour. Better, I guess.
  C: My niece called to ask how to prune a rose.
  C: I'd rather stay on the island.
  T: Would you phone the bank this week?
  C: I might do. We'll see how Tuesday goes.
  C: She gave me a key so I can get in if it rains, and I've used it twice.
`

test.each([
  ['Client joined the rowing club.', 2],
  ['Client will join the rowing club in spring.', 2],
  ['They will rent a studio.', 3],
  ['Her father phones her.', 4],
  ['The neighbor stole the parcel.', 5],
  ['Client will phone the bank this week.', 16],
])('the evidence check flags a possibility stated as a fact: %s', (text, turn) => {
  expect(['certainty', 'when']).toContain(checkedOn(session, text, turn).check)
})

test.each([
  ['Client may join the rowing club in spring.', 2],
  ['Client wishes that her father would phone her.', 4],
  ['Client suspects that the neighbor stole the parcel.', 5],
  ['Client could not open the door.', 6],
  ['Client drank two glasses.', 6],
  ['Client said that she would clean the gutters.', 7],
  ['Therapist suggested that she keep a diary.', 8],
  ['Blood and stool tests were ordered.', 9],
  ['A letter for the school was provided.', 10],
  ['Her friends text her when she is not there.', 11],
  ['Client rowed for an hour.', 12],
  ['Her niece called for advice on pruning a rose.', 13],
  ['Client has used the key twice.', 17],
  ['Client is reluctant to leave the island.', 14],
])('the evidence check supports a statement that is as certain as the passage: %s', (text, turn) => {
  expect(checkedOn(session, text, turn).check).toBe('supported')
})

import { expect, test } from 'vitest'
import { checkedOn } from './checked.fixture.ts'

const session = `
  C: I quit the cigars in May.
  C: Normally I'd ring the bank. I didn't.
  C: I used to sing in the choir. Now I paint.
  C: The lamp is in the cellar, under a sheet. Tariq says there's no room.
  C: The hearing test was good for my age. I lie there and think about the shop.
  C: I'm still on the drops, I couldn't give them up.
  C: My mother's brother was held in the camp. My mother wasn't held there.
  C: They knocked back my visa, so that's the tour away.
  T: Have you needed anyone to help with the pump?
  C: No, I've always done it myself.
  C: I rehearsed the speech in the bath. No notes.
  C: My uncle never stopped. He was still shearing at seventy.
`

test.each([
  ['Nadia has not stopped smoking cigars.', 1],
  ['Nadia did ring the bank.', 2],
  ['Nadia still sings in the choir.', 3],
  ['The lamp is not in the cellar under a sheet, and Tariq says there is no room.', 4],
  ['The hearing test was not good for her age.', 5],
] as const)('the evidence check flags a statement that reverses a negation: %s', (text, turn) => {
  expect(checkedOn(session, text, turn).check).not.toBe('supported')
})

test.each([
  ['Nadia has stopped smoking cigars.', 1],
  ['Nadia did not ring the bank.', 2],
  ['Nadia no longer sings in the choir.', 3],
  ['The lamp is in the cellar.', 4],
  ['Nadia has not stopped the drops.', 6],
  ['Her mother’s brother, and not her mother, was held in the camp.', 7],
  ['The tour cannot take place without the visa.', 8],
  ['Nadia has not needed help with the pump.', 10],
  ['Nadia did rehearse the speech, without notes.', 11],
  ['Her uncle was still shearing at seventy.', 12],
] as const)('the evidence check accepts the same negation in other words: %s', (text, turn) => {
  expect(checkedOn(session, text, turn).reason ?? '').not.toMatch(/The opposite was said|negates twice/)
})

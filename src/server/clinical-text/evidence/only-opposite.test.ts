import { expect, test } from 'vitest'
import { checkedOn } from './checked.fixture.ts'

const session = `
  T: And things with your aunt?
  C: Better. We've been to the market twice this month.
  C: The tremor, it's gone up since the summer.
  C: I'm a lot more relaxed at the depot.
  C: The headaches are harder to bear.
  C: It's not as bad as it was, my back.
  C: My pulse, it's down from last time.
  C: They said I could have more sleeping pills. I said no.
`

test.each([
  ['The relationship with her aunt has worsened, with two visits to the market this month.', 2],
  ['The tremor has become less frequent since the summer.', 3],
  ['The tremor has decreased since the summer.', 3],
  ['Her pulse has increased.', 7],
] as const)('the evidence check flags a trend if the passages have words for the opposite only: %s', (text, turn) => {
  expect(checkedOn(session, text, turn).check).toBe('direction')
})

test.each([
  ['The relationship with her aunt has improved, with two visits to the market this month.', 2],
  ['The tremor has increased since the summer.', 3],
  ['Nadia is less tense at the depot.', 4],
  ['Her headaches are worse.', 5],
  ['Her back has improved.', 6],
  ['Her pulse has fallen since the last visit.', 7],
  ['Nadia declined further sleeping pills.', 8],
] as const)('the evidence check accepts the same trend in other words: %s', (text, turn) => {
  expect(checkedOn(session, text, turn).check).not.toBe('direction')
})

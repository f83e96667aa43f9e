import { expect, test } from 'vitest'
import { checkedOn } from './checked.fixture.ts'

const session = `
  T: Take it twice a day for one week.
  C: I drink three cups every day.
  C: Every day before. Now it is two times in the week.
  C: He never came to my games.
  C: She asked me if it was her fault.
  T: Could you sit in the terminal on Saturday?
  C: Yeah, I could do that.
  C: My mood fell to four by ten.
  C: They offered me zopiclone and I said no.
  C: We see her every week, and I run every morning.
  C: My heart is fine when I run.
  C: I slept through the night.
`

test.each([
  ['One tablet twice weekly was prescribed.', 1],
  ['Nadia drinks three cups weekly.', 2],
  ['Nadia drinks three cups a week.', 2],
  ['Headaches have fallen from weekly to twice a week.', 3],
  ['Her mother never came to her games.', 4],
  ['Her father asked whether it was his fault.', 5],
  ['Nadia refused to sit in the terminal on Saturday.', 7],
  ['Nadia declined to sit in the terminal on Saturday.', 7],
  ['Nadia has not slept through the night.', 12],
] as const)('the evidence check flags a statement with one changed word: %s', (text, turn) => {
  expect(checkedOn(session, text, turn).check).not.toBe('supported')
})

test.each([
  ['The medication is taken twice a day.', 1],
  ['Nadia drinks three cups daily.', 2],
  ['Nadia now has it twice a week.', 3],
  ['Her father never came to her games.', 4],
  ['Her mother asked if it was her fault.', 5],
  ['Mood declined to four by ten.', 8],
  ['Nadia refused zopiclone.', 9],
  ['Nadia runs daily.', 10],
  ['Her heart is not affected when running.', 11],
] as const)('the evidence check accepts a statement of what was said: %s', (text, turn) => {
  expect(checkedOn(session, text, turn).reason ?? '').not.toMatch(/They say|does not fit|contain no/)
})

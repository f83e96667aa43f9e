import { expect, test } from 'vitest'
import { checkedOn } from './checked.fixture.ts'

const session = `
  C: We talked about the garden once, in the kitchen.
  C: I cough most nights.
  C: Sometimes I skip lunch.
  C: I've never fainted.
  C: I practise the piano every day.
  C: It was every day in the spring, twice last week.
  C: I hardly ever ring her.
  C: I paint whenever my son is out.
  C: I swim Mondays and Fridays.
  C: I take it at breakfast and at bedtime, once each.
  C: I don't ring my uncle much, not as much as I'd like.
`

test.each([
  ['They talked about the garden daily.', 1],
  ['Nadia coughs on few nights.', 2],
  ['Nadia always skips lunch.', 3],
  ['Nadia often faints.', 4],
  ['Nadia rarely practices the piano.', 5],
  ['Nadia practices the piano once a week.', 5],
  ['It has decreased from weekly in the spring to twice last week.', 6],
  ['Nadia often rings her.', 7],
] as const)('the evidence check flags a frequency other than the one that was said: %s', (text, turn) => {
  expect(checkedOn(session, text, turn).check).not.toBe('supported')
})

test.each([
  ['They talked about the garden one time.', 1],
  ['Nadia often coughs at night.', 2],
  ['Nadia occasionally skips lunch.', 3],
  ['Nadia never fainted.', 4],
  ['Nadia practices the piano daily.', 5],
  ['It has decreased from daily in the spring to twice last week.', 6],
  ['Nadia rarely rings her.', 7],
  ['Nadia always paints when her son is out.', 8],
  ['Nadia swims twice weekly.', 9],
  ['Nadia takes it twice daily.', 10],
  ['Nadia seldom rings her uncle.', 11],
] as const)('the evidence check accepts other words for the same frequency: %s', (text, turn) => {
  expect(checkedOn(session, text, turn).reason ?? '').not.toMatch(/was not said/)
})

import { expect, test } from 'vitest'
import { datesIn } from './dates.ts'

test('datesIn finds days and months, not the verbs march and may', () => {
  expect(datesIn('on Tuesday in March')).toEqual(['tuesday', 'march'])
  expect(datesIn('We met on May 3rd')).toEqual(['may'])
  expect(datesIn('they march on and it may rain')).toEqual([])
})

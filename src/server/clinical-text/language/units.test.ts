import { expect, test } from 'vitest'
import { singleUnitsIn } from './units.ts'

test('singleUnitsIn finds units with an article, which count as one', () => {
  expect([...singleUnitsIn('I can walk the mile in an hour, and then hours of rest')]).toEqual(['mile', 'hour'])
})

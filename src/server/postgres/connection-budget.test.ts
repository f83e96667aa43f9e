import { expect, test } from 'vitest'
import { connectionsOf, neededConnections } from './connection-budget.ts'

test('counts the connections of a process by its roles', () => {
  expect([connectionsOf(['web']), connectionsOf(['worker']), connectionsOf(['web', 'worker'])]).toEqual([37, 25, 60])
})

test('the default of PostgreSQL is enough for one process with both roles', () => {
  expect(neededConnections([['web', 'worker']])).toBeLessThanOrEqual(97)
  expect(neededConnections([['web'], ['web'], ['worker'], ['worker']])).toBe(134)
})

test('with a pooler only the connections that listen are counted', () => {
  expect(neededConnections([['web'], ['web'], ['worker'], ['worker']], true)).toBe(34)
})

import { expect, test } from 'vitest'
import { connectionsOf, neededConnections } from './connection-budget.ts'

test('connectionsOf counts the connections of a process by its roles', () => {
  expect([connectionsOf(['web']), connectionsOf(['worker']), connectionsOf(['web', 'worker'])]).toEqual([37, 25, 60])
})

test('one process with both roles needs at most the 97 connections of a default PostgreSQL, and four processes need 134', () => {
  expect(neededConnections([['web', 'worker']])).toBeLessThanOrEqual(97)
  expect(neededConnections([['web'], ['web'], ['worker'], ['worker']])).toBe(134)
})

test('with a pooler, neededConnections counts only the connections that listen and the spare ones', () => {
  expect(neededConnections([['web'], ['web'], ['worker'], ['worker']], true)).toBe(34)
})

import { expect, test } from 'vitest'
import { addDays } from './calendar.ts'
import { answerDays, daysUntil, dueState, extensionDays } from './amendment-due.ts'

test('a request is due 60 calendar days after its receipt, also across leap days and the end of a year', () => {
  expect(addDays('2026-11-23', answerDays)).toBe('2027-01-22')
  expect(addDays('2028-01-01', answerDays)).toBe('2028-03-01')
  expect(addDays('2026-11-23', answerDays + extensionDays)).toBe('2027-02-21')
})

test('a due date is marked from six days before, and overdue from the day after', () => {
  const states = ['2026-11-30', '2026-11-29', '2026-11-23', '2026-11-22'].map((due) => dueState(due, '2026-11-23'))
  expect(states).toEqual(['open', 'soon', 'soon', 'overdue'])
  expect(daysUntil('2026-11-30', '2026-11-23')).toBe(7)
  expect(daysUntil('2026-11-21', '2026-11-23')).toBe(-2)
})

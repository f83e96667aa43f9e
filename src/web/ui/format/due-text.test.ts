import { expect, test } from 'vitest'
import { dueText } from './due-text.ts'

test('a due date is shown as the number of days from today', () => {
  const texts = ['2026-12-05', '2026-11-24', '2026-11-23', '2026-11-22', '2026-11-20'].map((due) =>
    dueText(due, '2026-11-23'),
  )
  expect(texts).toEqual(['Due in 12 days', 'Due in 1 day', 'Due today', '1 day overdue', '3 days overdue'])
})

import { daysUntil } from '#shared/rules/amendment-due.ts'

/** Formats a due date: `Due in 12 days`, `Due today`, `3 days overdue`. Both days are yyyy-MM-dd. */
export function dueText(dueOn: string, today: string): string {
  const days = daysUntil(dueOn, today)
  if (days === 0) return 'Due today'
  const count = Math.abs(days) === 1 ? '1 day' : `${Math.abs(days)} days`
  return days > 0 ? `Due in ${count}` : `${count} overdue`
}

import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPart } from '#web/testing/render-part.tsx'
import { SeriesDates } from './series-dates.tsx'
import type { PlannedDate, SeriesPlan } from './use-series-plan.ts'

const ignore = () => undefined
const skipped: PlannedDate = {
  date: '2026-12-03',
  startTime: '09:00',
  state: 'skipped',
  name: 'Ada Moss',
  freeTime: '10:00',
}
const plan: SeriesPlan = {
  dates: [skipped, { ...skipped, date: '2026-12-10' }],
  kept: [],
  isChecking: false,
  error: null,
  isValid: true,
  skipped: ['2026-12-03', '2026-12-10'],
  moved: [],
  skip: ignore,
  move: ignore,
  undo: ignore,
  checkAgain: ignore,
}

test('a series whose dates are all skipped says that one must stay', () => {
  renderPart(<SeriesDates plan={plan} durationMinutes={50} />)
  expect(screen.getByRole('status')).toHaveTextContent(/^Every date is skipped\. Keep at least one\.$/)
  expect(screen.getByRole('button', { name: 'Undo: Thu, Dec 10' })).toBeInTheDocument()
})

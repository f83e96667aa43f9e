import { expect, test } from 'vitest'
import { durationText, namedFigures } from './figures.ts'

test('a duration is shown in seconds, minutes, hours or days', () => {
  const minutes = [1, 45, 300, 60 * 72].map((count) => durationText(count * 60))
  expect([durationText(0), durationText(1), ...minutes]).toEqual([
    '0 seconds',
    '1 second',
    '60 seconds',
    '45 minutes',
    '5 hours',
    '3 days',
  ])
})

test('figures that were not measured are omitted', () => {
  const figures = { minutesToSign: 300, activeSeconds: null, items: 0, changedPercent: 8, snippets: null }
  expect(namedFigures(figures)).toEqual([
    { name: 'Time to sign', value: '5 hours' },
    { name: 'Items decided', value: '0' },
    { name: 'Words changed', value: '8%' },
  ])
})

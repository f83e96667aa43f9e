import { describe, expect, it } from 'vitest'
import { daysUntil, isTestMode, remainingText, usageText } from './subscription-status.ts'

describe('remaining days', () => {
  it.each([
    ['2026-11-28T09:00:00Z', 7],
    ['2026-11-21T22:59:00Z', 0],
    // This moment is on the next day in Berlin.
    ['2026-11-21T23:01:00Z', 1],
    ['2026-11-20T09:00:00Z', 0],
  ])('on 11/21/2026 at 8 PM in Berlin, %s is %i days away', (moment, days) => {
    expect(daysUntil(moment, 'Europe/Berlin', new Date('2026-11-21T19:00:00Z'))).toBe(days)
  })

  it('remaining days are whole numbers across clock changes', () => {
    expect(daysUntil('2026-03-30T09:00:00Z', 'Europe/Berlin', new Date('2026-03-28T09:00:00Z'))).toBe(2)
  })
})

it.each([
  ['test', null, true],
  ['stripe', 'pk_test_1', true],
  ['stripe', 'pk_live_1', false],
] as const)('with provider %s and key %s, test mode is %s', (provider, publishableKey, isTest) => {
  const usage = { used: 0, limit: null }
  const billing = { provider, publishableKey, mayManage: true, isDemo: false, subscription: null, ended: null, usage }
  expect(isTestMode(billing)).toBe(isTest)
})

it.each([
  [{ used: 3, limit: 80 }, true, '3 of 80 sessions in this period'],
  [{ used: 0, limit: 1 }, true, '0 of 1 session in this period'],
  [{ used: 1, limit: null }, false, '1 session this month, no limit'],
])('the usage %o is described in words', (usage, isPeriod, words) => expect(usageText(usage, isPeriod)).toBe(words))

it.each([
  [{ used: 71, limit: 80 }, null],
  [{ used: 72, limit: 80 }, '8 sessions remain in this period. You can still record.'],
  [{ used: 19, limit: 20 }, '1 session remains in this period. You can still record.'],
  [{ used: 20, limit: 20 }, 'No sessions remain in this period. You can still record.'],
  [{ used: 21, limit: 20 }, 'This is more than the plan includes. You can still record.'],
  [{ used: 900, limit: null }, null],
])('for the usage %o, the text about remaining sessions is: %s', (usage, words) =>
  expect(remainingText(usage)).toBe(words),
)

import { expect, test } from 'vitest'
import type { WorkQueue } from '#shared/contract/work-queue.ts'
import { ageText, oldestPart, partText } from './queue-text.ts'

const none = { count: 0, oldestAt: null, oldestSessionId: null }
const empty: WorkQueue = {
  toReview: none,
  toSign: none,
  returned: none,
  toCosign: none,
  amendments: [],
  associates: [],
  organization: null,
  figures: null,
}

test('the text of a part of the work queue contains the number of notes and the age of the oldest note', () => {
  const now = new Date('2026-11-20T12:00:00Z')
  expect(`${partText(4, 'to sign')}, ${ageText('2026-11-18T20:00:00Z', 'UTC', now)}`).toBe(
    '4 notes to sign, oldest 2 days',
  )
  expect(`${partText(1, 'to review')}, ${ageText('2026-11-19T20:00:00Z', 'UTC', now)}`).toBe(
    '1 note to review, oldest 1 day',
  )
  expect(ageText('2026-11-20T09:00:00Z', 'UTC', now)).toBe('oldest from today')
})

test('the oldest note of all parts of the work queue is the first to finish', () => {
  const toSign = { count: 2, oldestAt: '2026-11-18T20:00:00Z', oldestSessionId: 'sign' }
  const toCosign = { count: 1, oldestAt: '2026-11-17T20:00:00Z', oldestSessionId: 'cosign' }
  expect(oldestPart(empty)).toBeUndefined()
  expect(oldestPart({ ...empty, toSign })).toEqual({ sessionId: 'sign', isCosign: false })
  expect(oldestPart({ ...empty, toSign, toCosign })).toEqual({ sessionId: 'cosign', isCosign: true })
})

import { expect, it } from 'vitest'
import { startTimeText } from './start-time.ts'

it("the start time of a recording is shown in the therapist's zone", () => {
  // This moment is on the next day in Berlin, and on the same day in New York.
  const now = new Date('2026-03-02T23:30:00Z')
  expect(startTimeText('2026-03-02T08:05:00Z', 'Europe/Berlin', now)).toBe('on 03/02/2026 at 9:05 AM')
  expect(startTimeText('2026-03-02T23:10:00+01:00', 'America/New_York', now)).toBe('today at 5:10 PM')
})

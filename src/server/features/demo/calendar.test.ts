import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { localDateTime } from '#shared/rules/local-time.ts'
import { momentOf, recordedSlot, type Slot, slotsOf } from './calendar.ts'
import { demoClients, demoTimeZone } from './members-and-clients.ts'

const moments = fc.date({ min: new Date('2024-01-01'), max: new Date('2032-01-01'), noInvalidDate: true })
const own = demoClients.filter(({ therapist }) => therapist === 'maya')
const slotsAt = (now: Date) => own.flatMap((client, clientIndex) => slotsOf(client, clientIndex, now, demoTimeZone))
const startOf = ({ date, startTime }: Slot) => `${date} ${startTime}`

describe('demo calendar of a therapist, at any time', () => {
  test('a demo calendar has no overlapping sessions', () => {
    fc.assert(
      fc.property(moments, (now) => {
        const starts = slotsAt(now).map(startOf)
        expect(new Set(starts).size).toBe(starts.length)
      }),
      { numRuns: 50 },
    )
  })

  test('the newest finished session of the demo calendar is the recorded one, on a weekday of the last four days', () => {
    fc.assert(
      fc.property(moments, (now) => {
        const recorded = recordedSlot(158, now, demoTimeZone)
        const over = slotsAt(now).filter(({ isOver }) => isOver)
        expect(over.every((slot) => startOf(slot) < startOf(recorded))).toBe(true)
        expect(momentOf(recorded.date, recorded.endTime, demoTimeZone).getTime()).toBeLessThan(now.getTime())
        expect([1, 2, 3, 4, 5]).toContain(new Date(`${recorded.date}T00:00Z`).getUTCDay())
        expect(now.getTime() - momentOf(recorded.date, recorded.startTime, demoTimeZone).getTime()).toBeLessThan(
          4 * 86_400_000,
        )
      }),
      { numRuns: 200 },
    )
  })

  test('the demo calendar covers three months in the past and one week ahead', () => {
    fc.assert(
      fc.property(moments, (now) => {
        const today = localDateTime(now, demoTimeZone).date
        const days = slotsAt(now).map(({ date }) => (Date.parse(date) - Date.parse(today)) / 86_400_000)
        expect(Math.max(...days)).toBeGreaterThan(0)
        expect(Math.max(...days)).toBeLessThanOrEqual(7)
        expect(Math.min(...days)).toBeLessThan(-80)
      }),
      { numRuns: 50 },
    )
  })
})

test('momentOf converts local times to instants', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 3000 }), fc.integer({ min: 8, max: 20 }), (day, hour) => {
      const date = new Date(Date.UTC(2024, 0, 1 + day)).toISOString().slice(0, 10)
      const time = `${String(hour).padStart(2, '0')}:52`
      expect(localDateTime(momentOf(date, time, demoTimeZone), demoTimeZone)).toEqual({ date, time })
    }),
  )
})

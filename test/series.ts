import { randomUUID } from 'node:crypto'
import { addDays } from '#shared/rules/calendar.ts'
import { buildTherapistWithClient } from './clinic.ts'
import { type Api, createWorld } from './world.ts'

export type NewSeries = Partial<Parameters<Api['series']['schedule']>[0]>

/** A world in which a therapist in New York schedules series with a client named Maya Stone. */
export async function createSeriesHarness() {
  const world = await createWorld({ providers: { clock: () => new Date('2026-11-19T08:00:00Z') } })
  const { clinic, therapist, clientId } = await buildTherapistWithClient(world, 'America/New_York')
  let usedYears = 0
  /** A Thursday that no other test uses. */
  const unusedThursday = () => addDays('2030-01-03', 371 * usedYears++)
  return {
    world,
    clinic,
    therapist,
    clientId,
    unusedThursday,
    /** Four weekly sessions by default. */
    schedule: (values: NewSeries = {}, api = therapist) =>
      api.series.schedule({
        clientId,
        requestId: randomUUID(),
        date: unusedThursday(),
        startTime: '09:00',
        durationMinutes: 50,
        frequency: 'weekly',
        ends: { count: 4 },
        ...values,
      }),
    rowsOf: (seriesId: string) =>
      world.db.selectFrom('sessions').where('series_id', '=', seriesId).orderBy('series_date').selectAll().execute(),
    calendarOn: async (dates: string[], api = therapist) => {
      const { items } = await api.series.busy({ dates })
      return items.map(whenOf)
    },
    eventsOn: async (resourceId: string) => {
      const events = world.db.selectFrom('audit_events').where('resource_id', '=', resourceId).orderBy('seq')
      return await events.select(['action', 'client_id', 'details']).execute()
    },
  }
}

export const whenOf = ({ date, startTime }: { date: string; startTime: string }) => `${date} ${startTime}`

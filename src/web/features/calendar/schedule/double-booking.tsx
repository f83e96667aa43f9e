import { useQuery } from '@tanstack/react-query'
import type { Appointment, CalendarSession } from '#shared/contract/sessions.ts'
import { addDays, isDay, overlaps } from '#shared/rules/calendar.ts'
import { shownTime } from '#web/ui/format/dates.ts'
import { FormAlert } from '#web/ui/feedback/alerts.ts'
import { daysQuery } from '../days.ts'
import classes from './dialogs.module.css'

type Props = {
  at: Appointment
  /** The session being moved. It is not counted as an overlap. */
  exceptId?: string
  /** The series being moved. Its sessions are not counted as overlaps. */
  exceptSeriesId?: string | null
}

/** Warns that another session overlaps. The session can still be scheduled. */
export function DoubleBooking({ at, exceptId, exceptSeriesId = null }: Props) {
  const near = useNearSessions(at.date)
  const text = overlapText(
    near.filter(({ seriesId }) => seriesId === null || seriesId !== exceptSeriesId),
    at,
    exceptId,
  )
  return (
    <output className={classes.status}>
      {text !== null && <FormAlert color="ochre">{text} You can still schedule it.</FormAlert>}
    </output>
  )
}

type HeldProps = { at: Pick<Appointment, 'date' | 'startTime'>; clientId: string }

/** Assumed length in minutes until the recording is measured. */
const assumedMinutes = 30

/**
 * Warns that an uploaded session overlaps another one. An appointment of the same client is not counted, because the
 * upload becomes its session.
 */
export function UploadOverlap({ at, clientId }: HeldProps) {
  const isKnown = isDay(at.date) && at.startTime !== ''
  const near = useNearSessions(at.date)
  const others = near.filter((session) => session.clientId !== clientId || session.status !== 'scheduled')
  const text = isKnown ? overlapText(others, { ...at, durationMinutes: assumedMinutes }) : null
  return (
    <output className={classes.status}>
      {text !== null && <FormAlert color="ochre">{text} You can still upload it.</FormAlert>}
    </output>
  )
}

/** The sessions of a date and of the days before and after it, because sessions may cross midnight. */
function useNearSessions(date: string): CalendarSession[] {
  const isKnown = isDay(date)
  const [from, to] = isKnown ? [addDays(date, -1), addDays(date, 1)] : [date, date]
  return useQuery({ ...daysQuery(from, to), enabled: isKnown }).data?.items ?? []
}

/** Names the sessions that overlap an appointment; null if none does. */
export function overlapText(sessions: readonly CalendarSession[], at: Appointment, exceptId?: string): string | null {
  const [first, ...others] = sessions.filter((session) => session.id !== exceptId && overlaps(session, at))
  if (!first) return null
  const { client, startTime, endTime } = first
  const more = others.length === 0 ? '' : `, and ${others.length} more`
  return `Overlaps with your session with ${client.firstName} ${client.lastName} from ${shownTime(startTime)} to ${shownTime(endTime)}${more}.`
}

import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Appointment, CalendarSession } from '#shared/contract/sessions.ts'
import { isDay, overlaps } from '#shared/rules/calendar.ts'
import { shownTime } from '#web/ui/dates.ts'
import { daysQuery } from './days.ts'
import classes from './dialogs.module.css'

type Props = {
  at: Appointment
  /** The session that is being moved. */
  exceptId?: string
  /** The series that moves along. */
  exceptSeriesId?: string | null
}

/** Says that a time is taken, when it is; nothing is forbidden by it. */
export function DoubleBooking({ at, exceptId, exceptSeriesId = null }: Props) {
  const day = useQuery({ ...daysQuery(at.date, at.date), enabled: isDay(at.date) })
  const text = overlapText(
    (day.data?.items ?? []).filter(({ seriesId }) => seriesId === null || seriesId !== exceptSeriesId),
    at,
    exceptId,
  )
  return (
    <output className={classes.status}>
      {text !== null && (
        <Alert color="ochre" p="sm">
          {text} You can still schedule it.
        </Alert>
      )}
    </output>
  )
}

/** Which of these sessions share time with an appointment, in a sentence; null when none does. */
export function overlapText(sessions: readonly CalendarSession[], at: Appointment, exceptId?: string): string | null {
  const [first, ...others] = sessions.filter((session) => session.id !== exceptId && overlaps(session, at))
  if (!first) return null
  const { client, startTime, endTime } = first
  const more = others.length === 0 ? '' : `, and ${others.length} more`
  return `Overlaps with your session with ${client.firstName} ${client.lastName} from ${shownTime(startTime)} to ${shownTime(endTime)}${more}.`
}

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Appointment, AppointmentKind, CalendarSession } from '#shared/contract/sessions.ts'
import type { SeriesEnd, Frequency } from '#shared/rules/recurrence.ts'
import { api, query } from '#web/api/client.ts'
import { useSendOnce } from '#web/api/use-send-once.ts'
import { useSubmission } from '#web/ui/form/form.ts'

const failureText = 'Failed to create session'

type Wanted = Appointment & AppointmentKind & { clientId: string }
type WantedSeries = Wanted & {
  frequency: Frequency
  ends: SeriesEnd
  skipped: string[]
  moved: { date: string; startTime: string }[]
}

/** The scheduled session, or the sessions of a series. */
export interface Scheduled {
  seriesId: string | null
  sessions: readonly CalendarSession[]
}

/** Schedules an appointment or a series. A retry uses the same id, so that it is created only once. */
export function useScheduling(onScheduled: (scheduled: Scheduled) => void) {
  const cache = useQueryClient()
  const [isSaved, setSaved] = useState(false)
  const sendOnce = useSendOnce()

  const { submit, failure, isSending } = useSubmission(async (wanted: Wanted | WantedSeries) => {
    const scheduled = await sendOnce(wanted, send)
    // The calendar now contains these sessions, but the form must not warn that they overlap.
    setSaved(true)
    await cache.invalidateQueries({ queryKey: query.sessions.key() })
    onScheduled(scheduled)
  }, failureText)
  const shown = failure && (failure.startsWith(failureText) ? failure : `${failureText}: ${failure}`)
  return { submit, failure: shown, isSending, isSaved }
}

async function send(wanted: (Wanted | WantedSeries) & { requestId: string }): Promise<Scheduled> {
  if (!('frequency' in wanted)) return { seriesId: null, sessions: [await api.sessions.schedule(wanted)] }
  const { seriesId, items } = await api.series.schedule(wanted)
  return { seriesId, sessions: items }
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Appointment, CalendarSession, ChangedAppointment } from '#shared/contract/sessions.ts'
import { api, query } from '#web/api/client.ts'
import { readError } from '#web/api/errors.ts'
import { shownTime } from '#web/ui/format/dates.ts'
import { showFailure, showSuccess } from '#web/ui/feedback/toast.ts'
import { showUndo } from '#web/ui/feedback/undo-toast.tsx'
import { dayName } from '../days.ts'

type Shown = Awaited<ReturnType<typeof api.sessions.calendar>>

/** Moves, cancels and restores sessions with optimistic updates. If the server rejects a change, it is rolled back. */
export function useCalendarChanges() {
  const cache = useQueryClient()
  const shownKey = query.sessions.calendar.key()

  /** Applies an optimistic update. Returns a function that rolls it back. */
  async function show(session: CalendarSession): Promise<() => void> {
    await cache.cancelQueries({ queryKey: shownKey })
    const before = cache.getQueriesData<Shown>({ queryKey: shownKey })
    cache.setQueriesData<Shown>(
      { queryKey: shownKey },
      (old) => old && { ...old, items: withSession(old.items, session) },
    )
    return () => before.forEach(([key, data]) => cache.setQueryData(key, data))
  }

  const options = {
    onError: (error: unknown, _: unknown, putBack: (() => void) | undefined) => {
      putBack?.()
      showFailure(readError(error, 'The session could not be changed. Try again.').sentence)
    },
    onSettled: () => cache.invalidateQueries({ queryKey: query.sessions.key() }),
  }

  const move = useMutation({
    ...options,
    mutationFn: ({ session, to }: { session: CalendarSession; to: ChangedAppointment; note?: string }) =>
      api.sessions.reschedule({ sessionId: session.id, ...to }),
    onMutate: ({ session, to }) => show(changedBy(session, to)),
    onSuccess: (moved, { session, to, note = '' }) => {
      const kind = {
        ...(to.type !== undefined && { type: session.type }),
        ...(to.settingType !== undefined && { settingType: session.settingType }),
      }
      const back = { session: moved, to: { ...timesOf(session), ...kind } }
      void showUndo(`Moved to ${timeText(moved)}.${note}`, () => putBack.mutate(back))
    },
  })

  const putBack = useMutation({
    ...options,
    mutationFn: ({ session, to }: { session: CalendarSession; to: ChangedAppointment }) =>
      api.sessions.reschedule({ sessionId: session.id, ...to }),
    onMutate: ({ session, to }) => show(changedBy(session, to)),
    onSuccess: (moved) => showSuccess(`Moved back to ${timeText(moved)}.`),
  })

  const cancel = useMutation({
    ...options,
    mutationFn: (session: CalendarSession) => api.sessions.cancel({ sessionId: session.id }),
    onMutate: (session) => show({ ...session, status: 'cancelled' }),
    onSuccess: (cancelled) => {
      const { client } = cancelled
      void showUndo(`The session with ${client.firstName} ${client.lastName} was canceled.`, () =>
        restore.mutate(cancelled),
      )
    },
  })

  const restore = useMutation({
    ...options,
    mutationFn: (session: CalendarSession) => api.sessions.restore({ sessionId: session.id }),
    onMutate: (session) => show({ ...session, status: 'scheduled' }),
    onSuccess: (restored) => showSuccess(`The session was restored to ${timeText(restored)}.`),
  })

  return { move, cancel }
}

/** The appointment of a session, in the form that the server expects. */
export function timesOf({ date, startTime, durationMinutes }: CalendarSession): Appointment {
  return { date, startTime, durationMinutes }
}

function changedBy(session: CalendarSession, { type, settingType, ...times }: ChangedAppointment): CalendarSession {
  return { ...session, ...times, type: type ?? session.type, settingType: settingType ?? session.settingType }
}

function timeText({ date, startTime }: CalendarSession): string {
  return `${dayName(date)}, ${shownTime(startTime)}`
}

/** Returns the sessions in order, with the given one replaced, or removed if it is canceled. */
function withSession(items: readonly CalendarSession[], session: CalendarSession): CalendarSession[] {
  const others = items.filter(({ id }) => id !== session.id)
  const all = session.status === 'cancelled' ? others : [...others, session]
  return all.toSorted((a, b) => `${a.date} ${a.startTime}`.localeCompare(`${b.date} ${b.startTime}`))
}

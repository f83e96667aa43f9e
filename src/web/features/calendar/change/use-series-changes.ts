import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { SeriesSessions } from '#shared/contract/series.ts'
import type { CalendarSession, ChangedAppointment } from '#shared/contract/sessions.ts'
import { overlaps } from '#shared/rules/calendar.ts'
import { api, query } from '#web/api/client.ts'
import { useSendOnce } from '#web/api/use-send-once.ts'
import { readError } from '#web/api/errors.ts'
import { showFailure, showSuccess } from '#web/ui/feedback/toast.ts'
import { showUndo } from '#web/ui/feedback/undo-toast.tsx'
import { countOf } from '../days.ts'

/** Moves or cancels a session and all following ones of its series, with undo. */
export function useSeriesChanges() {
  const cache = useQueryClient()
  const sendOnce = useSendOnce()
  const options = {
    onError: (error: unknown) =>
      showFailure(readError(error, 'The sessions could not be changed. Try again.').sentence),
    onSettled: () => cache.invalidateQueries({ queryKey: query.sessions.key() }),
  }

  const undoMove = useMutation({
    ...options,
    mutationFn: (seriesId: string) => api.series.undoReschedule({ seriesId }),
    onSuccess: ({ items }) => showSuccess(`${countOf(items.length)} moved back.`),
  })

  const moveFollowing = useMutation({
    ...options,
    mutationFn: async ({ session, to }: { session: CalendarSession; to: ChangedAppointment }) => {
      const moved = await sendOnce({ sessionId: session.id, ...to }, api.series.rescheduleFollowing)
      // The sessions are moved, even if the overlaps cannot be counted.
      return { ...moved, overlapping: await countOverlaps(moved).catch(() => 0) }
    },
    onSuccess: ({ seriesId, items, overlapping }) => {
      const note =
        overlapping === 0 ? '' : ` ${countOf(overlapping)} ${overlapping === 1 ? 'overlaps' : 'overlap'} another.`
      void showUndo(`${countOf(items.length)} moved.${note}`, () => undoMove.mutate(seriesId))
    },
  })

  const restore = useMutation({
    ...options,
    mutationFn: ({ seriesId, items }: SeriesSessions) =>
      api.series.restoreFollowing({ seriesId, sessionIds: items.map(({ id }) => id) }),
    onSuccess: ({ items }) => showSuccess(`${countOf(items.length)} restored.`),
  })

  const cancelFollowing = useMutation({
    ...options,
    mutationFn: (session: CalendarSession) => api.series.cancelFollowing({ sessionId: session.id }),
    onSuccess: (canceled) =>
      void showUndo(`${countOf(canceled.items.length)} canceled.`, () => restore.mutate(canceled)),
  })

  /** Undoes the scheduling of a series. */
  const undoSchedule = useMutation({
    ...options,
    mutationFn: (first: CalendarSession) => api.series.cancelFollowing({ sessionId: first.id }),
    onSuccess: ({ items }) => showSuccess(`${countOf(items.length)} removed from your calendar.`),
  })

  return { moveFollowing, cancelFollowing, undoSchedule }
}

/** Counts the sessions of the series that overlap another session. */
async function countOverlaps({ items }: SeriesSessions): Promise<number> {
  const busySessions = (await api.series.busy({ dates: items.map(({ date }) => date) })).items
  return items.filter((session) => busySessions.some((other) => other.id !== session.id && overlaps(session, other)))
    .length
}

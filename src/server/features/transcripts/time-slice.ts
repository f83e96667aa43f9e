import type { Context, Services } from '#server/context.ts'

/** Time after which a transcription yields to other recordings that wait in the queue. */
const timeSliceMs = 5 * 60_000

/**
 * Starts the time slice of one transcription. After five minutes, the slice ends as soon as other recordings wait in
 * the queue, so that a short recording does not wait for a recording of four hours.
 */
export function startTimeSlice({ clock }: Services, signal: AbortSignal) {
  const end = new AbortController()
  const began = clock().getTime()
  return {
    signal: AbortSignal.any([signal, end.signal]),
    isOver: () => end.signal.aborted && !signal.aborted,
    async endIfOthersQueued({ db, jobs }: Context): Promise<void> {
      if (clock().getTime() - began < timeSliceMs) return
      if (await jobs.isWaiting(db, 'transcripts.transcribe')) end.abort(new Error('other recordings wait'))
    },
  }
}

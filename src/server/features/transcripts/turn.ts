import type { Context, Services } from '#server/context.ts'

/** Five minutes: the longest that a recording waits for another one, per recording in the queue. */
const turnMs = 5 * 60_000

/**
 * The turn of one transcription: after five minutes it ends if other recordings wait, so that a short recording does not wait for
 * one of four hours.
 */
export function startTurn({ clock }: Services, signal: AbortSignal) {
  const end = new AbortController()
  const began = clock().getTime()
  return {
    signal: AbortSignal.any([signal, end.signal]),
    isOver: () => end.signal.aborted && !signal.aborted,
    async endIfOthersWait({ db, jobs }: Context): Promise<void> {
      if (clock().getTime() - began < turnMs) return
      if (await jobs.isWaiting(db, 'transcripts.transcribe')) end.abort(new Error('other recordings wait'))
    },
  }
}

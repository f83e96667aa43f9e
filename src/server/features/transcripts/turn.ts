import type { Context, Services } from '#server/context.ts'

/** Five minutes: the longest time that a recording waits for each recording before it in the queue. */
const turnMs = 5 * 60_000

/**
 * Starts the turn of one transcription. After five minutes the turn ends if other recordings wait, so that a short
 * recording does not wait for one of four hours.
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

import type { Services } from '#server/context.ts'

/** Share of the whole way from upload to note, in percent, where transcription begins and ends (spec core §9). */
const from = 20
const to = 60
const shortestPause = 500

/**
 * Passes on how far a transcription is, as percent of the whole way: at most twice a second, never less than one percent on,
 * and one at a time.
 */
export function transcriptionProgress(
  { clock, log }: Pick<Services, 'clock' | 'log'>,
  write: (percent: number) => Promise<void>,
) {
  let last = { percent: from, at: clock().getTime() }
  let writing: Promise<void> | undefined
  return {
    /** @param share position in the recording, 0 to 1 */
    reached(share: number): void {
      const percent = Math.floor(from + (to - from) * Math.min(1, Math.max(0, share)))
      const at = clock().getTime()
      if (writing || percent <= last.percent || at - last.at < shortestPause) return
      last = { percent, at }
      writing = write(percent)
        .catch((error: unknown) => log.warn({ err: error }, 'progress could not be written'))
        .finally(() => (writing = undefined))
    },
    /** Waits for what is being written. */
    async written(): Promise<void> {
      await writing
    },
  }
}

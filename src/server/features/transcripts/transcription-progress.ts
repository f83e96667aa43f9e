import type { Services } from '#server/context.ts'

/** Percent of the way from upload to note at which transcription begins and ends (spec core §9). */
const from = 20
const to = 60
/** Percent at which the identification of speakers ends. It begins at `to`, and pages show it as a step of its own. */
const identified = 65
const shortestPause = 500

/**
 * Writes the progress of a transcription, in percent of the way from upload to note: at most twice a second, in steps
 * of at least one percent, one write at a time.
 */
export function transcriptionProgress(
  { clock, log }: Pick<Services, 'clock' | 'log'>,
  write: (percent: number) => Promise<void>,
) {
  let last = { percent: from, at: clock().getTime() }
  let writing: Promise<void> | undefined
  const report = (begins: number, ends: number, share: number) => {
    const percent = Math.floor(begins + (ends - begins) * Math.min(1, Math.max(0, share)))
    const at = clock().getTime()
    if (writing || percent <= last.percent || at - last.at < shortestPause) return
    last = { percent, at }
    writing = write(percent)
      .catch((error: unknown) => log.warn({ err: error }, 'progress could not be written'))
      .finally(() => (writing = undefined))
  }
  return {
    /** @param share position in the recording, 0 to 1 */
    reached: (share: number) => report(from, to, share),
    /** The same for the identification of speakers. */
    identified: (share: number) => report(to, identified, share),
    /** Resolves when pending progress writes are done. */
    async written(): Promise<void> {
      await writing
    },
  }
}

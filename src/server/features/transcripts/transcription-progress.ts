import type { Services } from '#server/context.ts'

/** Percentages of a session's progress at which the transcription begins and ends (spec core §9). */
export const transcriptionStart = 20
const transcriptionEnd = 60
/** Percentage at which the identification of speakers ends. It begins at `transcriptionEnd`. */
const identificationEnd = 65
const minIntervalMs = 500

/**
 * Writes the progress of a transcription as percentages of the session's progress: at most twice a second, in steps of
 * at least one percent, one write at a time.
 * @param reached percentage that an earlier run reached; lower ones are not written
 */
export function transcriptionProgress(
  { clock, log }: Pick<Services, 'clock' | 'log'>,
  write: (percent: number) => Promise<void>,
  reached = transcriptionStart,
) {
  let last = { percent: reached, at: clock().getTime() }
  let writing: Promise<void> | undefined
  const report = (begins: number, ends: number, share: number) => {
    const percent = Math.floor(begins + (ends - begins) * Math.min(1, Math.max(0, share)))
    const at = clock().getTime()
    if (writing || percent <= last.percent || at - last.at < minIntervalMs) return
    last = { percent, at }
    writing = write(percent)
      .catch((error: unknown) => log.warn({ err: error }, 'progress could not be written'))
      .finally(() => (writing = undefined))
  }
  return {
    /** @param share transcribed share of the recording, 0 to 1 */
    reportTranscription: (share: number) => report(transcriptionStart, transcriptionEnd, share),
    /** @param share completed share of the identification of speakers, 0 to 1 */
    reportIdentification: (share: number) => report(transcriptionEnd, identificationEnd, share),
    /** Resolves when the current write is done. */
    async flush(): Promise<void> {
      await writing
    },
  }
}

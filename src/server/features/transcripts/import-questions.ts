import type { ImportQuestion } from '#shared/contract/transcripts.ts'
import { fail } from '#server/fail.ts'
import type { ReadTranscript } from '#server/threads/read-transcript.ts'
import { shownLength } from './shown-length.ts'
import type { SessionParticipants } from './store.ts'

/**
 * Transcript and recording do not match if their lengths differ by more than this factor and more than these seconds.
 */
const maxFactor = 1.5
const maxDifference = 60

/** Limits for the average number of words per second in a session. */
const minWordRate = 0.4
const maxWordRate = 4

/**
 * Requires a confirmation before the use of a file that may belong to another client or session. Each question is a
 * failure. After the user confirms, the browser repeats the request with the confirmation.
 * @throws transcript_other_name, transcript_other_length
 */
export function askAboutImport(
  transcript: ReadTranscript,
  session: SessionParticipants,
  confirmed: readonly ImportQuestion[],
): void {
  const name = transcript.mismatchedClientName
  if (name !== null && !confirmed.includes('transcript_other_name'))
    fail('transcript_other_name', { name, client: session.client })
  const recorded = session.recordedSeconds
  if (recorded === null || confirmed.includes('transcript_other_length')) return
  const { least, most } = spokenSeconds(transcript)
  if (!isMuchLonger(least, recorded) && !isMuchLonger(recorded, most)) return
  fail('transcript_other_length', {
    recording: shownLength(recorded),
    transcript: shownLength(least > recorded ? least : most),
  })
}

/** Returns the length of the spoken transcript in seconds: by its times, or else two limits by its number of words. */
function spokenSeconds({ hasTimes, seconds: end, words }: ReadTranscript): { least: number; most: number } {
  return hasTimes ? { least: end, most: end } : { least: words / maxWordRate, most: words / minWordRate }
}

const isMuchLonger = (longer: number, shorter: number) =>
  longer > shorter * maxFactor && longer - shorter > maxDifference

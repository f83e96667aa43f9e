import type { ImportQuestion } from '#shared/contract/transcripts.ts'
import { fail } from '#server/fail.ts'
import type { ReadTranscript } from '#server/threads/read-transcript.ts'
import { shownLength } from './shown-length.ts'
import type { SessionParticipants } from './store.ts'

/** A transcript does not match the recording if one is longer than the other by this factor and by these seconds. */
const factor = 1.5
const seconds = 60

/** Words per second of a conversation, averaged over a session: lower and upper limit. */
const slowest = 0.4
const fastest = 4

/**
 * Asks for a confirmation before a file is used that may belong to another client or session. Each question is a
 * failure; the browser repeats the request with the confirmation.
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

/** The seconds that speaking the transcript takes: from its times, else between two limits from its words. */
function spokenSeconds({ hasTimes, seconds: end, words }: ReadTranscript): { least: number; most: number } {
  return hasTimes ? { least: end, most: end } : { least: words / fastest, most: words / slowest }
}

const isMuchLonger = (longer: number, shorter: number) => longer > shorter * factor && longer - shorter > seconds

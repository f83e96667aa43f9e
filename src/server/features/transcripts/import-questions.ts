import type { ImportQuestion } from '#shared/contract/transcripts.ts'
import { fail } from '#server/fail.ts'
import type { ReadTranscript } from '#server/threads/read-transcript.ts'
import { shownLength } from './shown-length.ts'
import type { SessionPeople } from './store.ts'

/** One must be longer than the other by this factor and by these seconds, or they may well belong together. */
const factor = 1.5
const seconds = 60

/** Words a second between which people talk with each other, over a whole session. */
const slowest = 0.4
const fastest = 4

/**
 * Asks before a file is used that may be of another person or session. Each question is a failure that the sender repeats
 * the request with, once the therapist has confirmed it.
 * @throws transcript_other_name, transcript_other_length
 */
export function askAboutImport(
  transcript: ReadTranscript,
  session: SessionPeople,
  confirmed: readonly ImportQuestion[],
): void {
  const name = transcript.foreignClient
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

/** How long it takes to say a transcript: known by its times, else between two limits. */
function spokenSeconds({ hasTimes, seconds: end, words }: ReadTranscript): { least: number; most: number } {
  return hasTimes ? { least: end, most: end } : { least: words / fastest, most: words / slowest }
}

const isMuchLonger = (longer: number, shorter: number) => longer > shorter * factor && longer - shorter > seconds

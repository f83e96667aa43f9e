import type { Coverage } from '#shared/contract/notes.ts'
import type { Transcript } from '#shared/contract/transcripts.ts'

/** How much of the session was read, given the ids of the utterances that were. */
export function coverageOf(transcript: Transcript, readIds: Iterable<string>): Coverage {
  const read = new Set(readIds)
  const unread = transcript.utterances.filter(({ id }) => !read.has(id)).map(({ id }) => id)
  return { utterances: transcript.utterances.length, read: transcript.utterances.length - unread.length, unread }
}

import type { Coverage } from '#shared/contract/notes.ts'
import type { Transcript } from '#shared/contract/transcripts.ts'

/** Share of the session that was read, from the ids of the read utterances. */
export function coverageOf(transcript: Transcript, readIds: Iterable<string>): Coverage {
  const read = new Set(readIds)
  const unread = transcript.utterances.filter(({ id }) => !read.has(id)).map(({ id }) => id)
  return { utterances: transcript.utterances.length, read: transcript.utterances.length - unread.length, unread }
}

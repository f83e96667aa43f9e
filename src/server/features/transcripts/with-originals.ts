import type { SessionTranscript } from '#shared/contract/transcripts.ts'
import type { Db } from '#server/db/tenant.ts'
import { listOriginals } from './corrections-store.ts'

/** Adds the original words to the corrected turns of a transcript. */
export async function withOriginals(
  db: Db,
  sessionId: string,
  transcript: SessionTranscript,
): Promise<SessionTranscript> {
  const originals = new Map((await listOriginals(db, sessionId)).map((one) => [one.utteranceId, one]))
  if (originals.size === 0) return transcript
  const utterances = transcript.utterances.map((turn) => {
    const first = originals.get(turn.id)
    const isCorrected = first && (first.text !== turn.text || first.speaker !== turn.speaker)
    return isCorrected ? { ...turn, original: { text: first.text, speaker: first.speaker } } : turn
  })
  return { ...transcript, utterances }
}

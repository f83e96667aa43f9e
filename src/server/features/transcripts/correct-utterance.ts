import type { SessionTranscript, SpokenWords, Utterance } from '#shared/contract/transcripts.ts'
import { storableText } from '#server/db/storable.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { getOwnSession } from '#server/features/sessions/get-session.ts'
import { threads } from '#server/threads/pool.ts'
import { insertCorrection, listOriginals } from './corrections-store.ts'
import { insertEdit } from './edits-store.ts'
import { lockTranscript, updateUtterances } from './store.ts'

export interface Correction {
  sessionId: string
  utteranceId: string
  /** The words and speaker that the user saw. */
  before: SpokenWords
  after: SpokenWords
}

/**
 * Corrects the words or speaker of a turn and stores the original. Returns the transcript before and after the
 * correction, which are identical if nothing changed.
 * @throws session_missing, not_allowed, transcript_missing, turn_missing; turn_changed, with the current turn, if the
 * turn differs from what the user saw and is not corrected yet
 */
export async function correctUtterance(
  context: Context,
  { sessionId, utteranceId, before, after }: Correction,
): Promise<{ before: SessionTranscript; after: SessionTranscript }> {
  const { db, actor } = context
  const session = await getOwnSession(context, sessionId)
  const transcript = (await lockTranscript(db, session.id)) ?? fail('transcript_missing')
  const turn = transcript.utterances.find(({ id }) => id === utteranceId) ?? fail('turn_missing')
  const words = { text: storableText(after.text), speaker: after.speaker }
  if (isSame(turn, words)) return { before: transcript, after: transcript }
  if (!isSame(turn, before)) fail('turn_changed', {}, { now: { text: turn.text, speaker: turn.speaker } })
  const originals = await listOriginals(db, session.id)
  const original = originals.find((one) => one.utteranceId === utteranceId) ?? turn
  const checked = await threads.run('detectLanguages', {
    ...transcript,
    utterances: transcript.utterances.map((one) => (one === turn ? withWords(one, words) : one)),
  })
  await insertCorrection(db, { sessionId: session.id, utteranceId, userId: actor.userId, before: turn })
  const revision = await updateUtterances(db, session.id, checked.utterances)
  const replaced = { speakers: [], turns: { now: [utteranceId], were: [turn] } }
  await insertEdit(db, { sessionId: session.id, revision, userId: actor.userId, kind: 'correct', replaced })
  audit(context, {
    action: isSame(original, words) ? 'transcript.restored' : 'transcript.corrected',
    resourceType: 'transcript',
    resourceId: session.id,
    clientId: session.clientId,
    details: { turn: utteranceId, words: turn.text !== words.text, speaker: turn.speaker !== words.speaker },
  })
  return { before: transcript, after: { ...checked, revision } }
}

function withWords(turn: Utterance, words: SpokenWords): Utterance {
  const { isSpeakerUnsure, ...rest } = turn
  return { ...rest, ...words, ...(isSpeakerUnsure && words.speaker === turn.speaker && { isSpeakerUnsure }) }
}

const isSame = (one: SpokenWords, other: SpokenWords) => one.text === other.text && one.speaker === other.speaker

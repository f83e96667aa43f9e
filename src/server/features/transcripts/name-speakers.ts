import type { Transcript, Utterance } from '#shared/contract/transcripts.ts'
import { sourceTurn } from '#shared/rules/cited-turn.ts'
import { labelSpeakers } from '#server/clinical-text/speakers/speaker-roles.ts'
import type { Context, Services } from '#server/context.ts'
import { DrafterError } from '#server/providers/drafter/port.ts'
import { roleOf, withVoices } from './edits/change.ts'
import { insertEdit } from './edits-store.ts'
import { lockTranscript, updateUtterances } from './store.ts'

const hasUnknownSpeaker = ({ utterances }: Transcript) => utterances.some(({ speaker }) => speaker === 'unknown')

/**
 * Identifies unknown speakers with the language model if there is one, and the remaining unknown speakers by rules. If
 * the model fails, the rules identify all.
 */
export async function nameSpeakers(
  services: Pick<Services, 'drafter' | 'log'>,
  transcript: Transcript,
  signal: AbortSignal,
): Promise<Transcript> {
  if (!hasUnknownSpeaker(transcript)) return transcript
  return labelSpeakers(await askDrafter(services, transcript, signal))
}

async function askDrafter(
  { drafter, log }: Pick<Services, 'drafter' | 'log'>,
  transcript: Transcript,
  signal: AbortSignal,
): Promise<Transcript> {
  if (!drafter.labelSpeakers) return transcript
  try {
    return await drafter.labelSpeakers(transcript, signal)
  } catch (error) {
    signal.throwIfAborted()
    log.warn(
      { reason: error instanceof DrafterError ? error.message : 'unexpected' },
      'speakers were identified by rules',
    )
    return transcript
  }
}

/**
 * Saves the speakers that a job identified in the transcript `read`, as an edit of the transcript. Turns to which a user
 * assigned a role in the meantime stay unchanged, and so do labels that a user changed. Returns the current transcript.
 */
export async function saveSpeakers(
  { db, actor }: Context,
  sessionId: string,
  { read, identified }: { read: Transcript; identified: Transcript },
): Promise<Transcript> {
  const current = await lockTranscript(db, sessionId)
  if (!current) return identified
  const { utterances, replaced } = withVoices(current.utterances, voicesOf(current, read, identified))
  if (replaced.speakers.length === 0) return current
  const revision = await updateUtterances(db, sessionId, utterances)
  await insertEdit(db, { sessionId, revision, userId: actor.userId, kind: 'role', replaced })
  return { ...current, utterances }
}

/** Returns the identified label and role of a turn whose speaker is unknown. */
function voicesOf(current: Transcript, read: Transcript, identified: Transcript) {
  const readById = new Map(read.utterances.map((turn) => [turn.id, turn]))
  const identifiedById = new Map(identified.utterances.map((turn) => [turn.id, turn]))
  const withRoles = current.utterances.map((turn) =>
    turn.speaker === 'unknown'
      ? { ...turn, speaker: identifiedById.get(sourceTurn(turn.id))?.speaker ?? turn.speaker }
      : turn,
  )
  /** The labels that a user changed, for example by a merge, with the role of most of their turns. */
  const roles = new Map(
    current.utterances
      .filter(({ id, label }) => label !== (readById.get(sourceTurn(id))?.label ?? label))
      .map(({ label }) => [label, roleOf(withRoles, label)]),
  )
  return ({ id, label, speaker }: Utterance) => {
    const turn = speaker === 'unknown' ? identifiedById.get(sourceTurn(id)) : undefined
    const role = roles.get(label)
    return turn && role !== undefined ? { label, speaker: role } : turn
  }
}

import * as z from 'zod'
import { Speaker, Utterance } from '#shared/contract/transcripts.ts'
import { fail } from '#server/fail.ts'

/** The state before a change, so that the change can be undone. Turns of the same speaker share one entry. */
export const Replaced = z.object({
  speakers: z.array(
    z.object({
      label: z.string(),
      speaker: Speaker,
      isSpeakerUnsure: Utterance.shape.isSpeakerUnsure,
      ids: z.array(z.string()),
    }),
  ),
  /** The original turns `were`, and the ids `now` of the turns that replaced them. */
  turns: z.object({ now: z.array(z.string()), were: z.array(Utterance) }).nullable(),
})
export type Replaced = z.infer<typeof Replaced>

/** The utterances after a change, with the state that the change replaced. */
export interface Change {
  utterances: Utterance[]
  replaced: Replaced
}

type Voice = Pick<Utterance, 'label' | 'speaker' | 'isSpeakerUnsure'>

/**
 * Changes label and role of turns, and also the mark `isSpeakerUnsure` if `voiceOf` returns the mark. `voiceOf` returns
 * undefined for turns that do not change.
 */
export function withVoices(utterances: readonly Utterance[], voiceOf: (turn: Utterance) => Voice | undefined): Change {
  const changed: Utterance[] = []
  const next = utterances.map((turn) => {
    const { isSpeakerUnsure: wasUnsure = false, ...rest } = turn
    const { label, speaker, isSpeakerUnsure = wasUnsure } = voiceOf(turn) ?? turn
    if (label === turn.label && speaker === turn.speaker && isSpeakerUnsure === wasUnsure) return turn
    changed.push(turn)
    return { ...rest, label, speaker, ...(isSpeakerUnsure && { isSpeakerUnsure }) }
  })
  const groups = Map.groupBy(changed, ({ label, speaker, isSpeakerUnsure }) => `${isSpeakerUnsure} ${speaker} ${label}`)
  const speakers = [...groups.values()].flatMap((turns) => {
    const [first] = turns
    if (!first) return []
    const { label, speaker, isSpeakerUnsure } = first
    return [{ label, speaker, ...(isSpeakerUnsure && { isSpeakerUnsure }), ids: turns.map(({ id }) => id) }]
  })
  return { utterances: next, replaced: { speakers, turns: null } }
}

/** Replaces the turns `before`, which begin at index `at`, by the turns `after`. */
export function withTurns(
  utterances: readonly Utterance[],
  at: number,
  before: Utterance[],
  after: Utterance[],
): Change {
  return {
    utterances: utterances.toSpliced(at, before.length, ...after),
    replaced: { speakers: [], turns: { now: after.map(({ id }) => id), were: before } },
  }
}

/** @throws input_invalid for a label that no turn has */
export function requireSpeaker(utterances: readonly Utterance[], label: string, field = 'label'): void {
  if (utterances.some((turn) => turn.label === label)) return
  fail('input_invalid', {}, { fields: { [field]: 'No speaker in this transcript has this label.' } })
}

/** Returns the most frequent role of a speaker's turns. In case of a tie, the role that occurs first. */
export function roleOf(utterances: readonly Utterance[], label: string): Speaker {
  const roles = utterances.filter((turn) => turn.label === label).map(({ speaker }) => speaker)
  const counts = [...Map.groupBy(roles, (role) => role)].toSorted(([, one], [, other]) => other.length - one.length)
  return counts[0]?.[0] ?? 'unknown'
}

/**
 * Returns the index of a turn.
 * @throws turn_missing
 */
export function indexOfTurn(utterances: readonly Utterance[], utteranceId: string): number {
  const at = utterances.findIndex(({ id }) => id === utteranceId)
  return at < 0 ? fail('turn_missing') : at
}

import type { Utterance } from '#shared/contract/transcripts.ts'
import { type Change, type Replaced, withTurns, withVoices } from './change.ts'

/** Restores the state before a change. Returns null if the turns that the change made no longer exist. */
export function undoChange(utterances: readonly Utterance[], { speakers, turns }: Replaced): Change | null {
  if (turns) {
    const at = utterances.findIndex(({ id }) => id === turns.now[0])
    const now = utterances.slice(at, at + turns.now.length)
    if (at < 0 || now.some(({ id }, index) => id !== turns.now[index])) return null
    return { ...withTurns(utterances, at, now, turns.were) }
  }
  const voices = new Map(
    speakers.flatMap(({ ids, isSpeakerUnsure = false, ...voice }) =>
      ids.map((id) => [id, { ...voice, isSpeakerUnsure }]),
    ),
  )
  return withVoices(utterances, ({ id }) => voices.get(id))
}

import type { Utterance } from '#shared/contract/transcripts.ts'
import { type Change, type Replaced, withTurns, withVoices } from './change.ts'

/** Restores what a change replaced. Returns null if the transcript is not the one that the change made. */
export function undoChange(utterances: readonly Utterance[], { speakers, turns }: Replaced): Change | null {
  if (turns) {
    const at = utterances.findIndex(({ id }) => id === turns.now[0])
    const now = utterances.slice(at, at + turns.now.length)
    if (at < 0 || now.some(({ id }, place) => id !== turns.now[place])) return null
    return { ...withTurns(utterances, at, now, turns.were) }
  }
  const voices = new Map(
    speakers.flatMap(({ ids, isSpeakerUnsure = false, ...voice }) =>
      ids.map((id) => [id, { ...voice, isSpeakerUnsure }]),
    ),
  )
  return withVoices(utterances, ({ id }) => voices.get(id))
}

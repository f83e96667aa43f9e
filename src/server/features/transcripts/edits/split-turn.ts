import type { Utterance } from '#shared/contract/transcripts.ts'
import { splitTurnId } from '#shared/rules/cited-turn.ts'
import { splitText } from '#shared/rules/split-turn.ts'
import { fail } from '#server/fail.ts'
import { type Change, indexOfTurn, withTurns } from './change.ts'

/**
 * Splits a turn in two. The first part keeps the id, the second part gets an id from this revision. The time of the
 * split is estimated from the length of the text before it, because the words of a turn have no times.
 * @throws turn_missing; input_invalid if the split is before the first word, after the last word, or inside a character
 */
export function splitTurn(
  utterances: readonly Utterance[],
  { utteranceId, at }: { utteranceId: string; at: number },
  revision: number,
): Change {
  const index = indexOfTurn(utterances, utteranceId)
  const turn = utterances[index] ?? fail('turn_missing')
  const texts =
    splitText(turn.text, at) ?? fail('input_invalid', {}, { fields: { at: 'Choose a word after the first one.' } })
  const splitTime = turn.start + (turn.end - turn.start) * (at / turn.text.length)
  const middle = Math.round(splitTime * 1000) / 1000
  const parts = [
    { ...turn, end: middle, text: texts[0] },
    { ...turn, id: splitTurnId(turn.id, revision), start: middle, text: texts[1] },
  ]
  return withTurns(utterances, index, [turn], parts)
}

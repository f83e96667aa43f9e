import type { Utterance } from '#shared/contract/transcripts.ts'
import { splitTurnId } from '#shared/rules/cited-turn.ts'
import { splitText } from '#shared/rules/split-turn.ts'
import { fail } from '#server/fail.ts'
import { type Change, indexOfTurn, withTurns } from './change.ts'

/**
 * Splits a turn in two. The first part keeps the id, the second part gets an id from this revision. If the words have
 * no times, the time of the cut is estimated from the length of the text before it.
 * @throws turn_missing; input_invalid at the first word, after the last one, or inside a character
 */
export function splitTurn(
  utterances: readonly Utterance[],
  { utteranceId, at }: { utteranceId: string; at: number },
  revision: number,
): Change {
  const place = indexOfTurn(utterances, utteranceId)
  const turn = utterances[place] ?? fail('turn_missing')
  const texts =
    splitText(turn.text, at) ?? fail('input_invalid', {}, { fields: { at: 'Choose a word after the first one.' } })
  const cut = turn.start + (turn.end - turn.start) * (at / turn.text.length)
  const middle = Math.round(cut * 1000) / 1000
  const parts = [
    { ...turn, end: middle, text: texts[0] },
    { ...turn, id: splitTurnId(turn.id, revision), start: middle, text: texts[1] },
  ]
  return withTurns(utterances, place, [turn], parts)
}

import type { Utterance } from '#shared/contract/transcripts.ts'
import { sourceTurn } from '#shared/rules/cited-turn.ts'
import { fail } from '#server/fail.ts'
import { type Change, indexOfTurn, withTurns } from './change.ts'

const maxTextLength = 100_000

/**
 * Appends a turn to the turn above. The result has the speaker and id of the turn above.
 * @throws turn_missing, also for the first turn; turns_of_two_speakers if the speakers differ and the request does not
 * confirm `acrossSpeakers`; input_invalid if the merged turn is too long
 */
export function mergeTurns(
  utterances: readonly Utterance[],
  { utteranceId, acrossSpeakers }: { utteranceId: string; acrossSpeakers: boolean },
): Change {
  const index = indexOfTurn(utterances, utteranceId)
  const [above, turn] = utterances.slice(Math.max(0, index - 1), index + 1)
  if (index === 0 || !above || !turn) fail('turn_missing')
  if (above.label !== turn.label && !acrossSpeakers) fail('turns_of_two_speakers')
  const text = [above.text, turn.text].filter((words) => words.trim() !== '').join(' ')
  if (text.length > maxTextLength)
    fail('input_invalid', {}, { fields: { utteranceId: 'The merged turn would be too long.' } })
  const own = sourceTurn(above.id)
  const sources = new Set(
    [...(above.merged ?? []), sourceTurn(turn.id), ...(turn.merged ?? [])].filter((id) => id !== own),
  )
  const merged = {
    ...above,
    text,
    start: Math.min(above.start, turn.start),
    end: Math.max(above.end, turn.end),
    ...((above.isCrosstalk || turn.isCrosstalk) && { isCrosstalk: true }),
    ...(sources.size > 0 && { merged: [...sources] }),
  }
  return withTurns(utterances, index - 1, [above, turn], [merged])
}

import type { Statement } from '#shared/contract/notes.ts'
import type { Transcript } from '#shared/contract/transcripts.ts'
import { citedTurn } from '#shared/rules/cited-turn.ts'
import { mediaTime } from '#shared/rules/media-time.ts'
import { speakerName } from '#shared/rules/speaker-name.ts'
import { quoted, withEndMark } from '../excerpts/verbatim.ts'

/**
 * The words that a sentence cites, as a line of the note: `Client (31:06): “Maybe twice a week.”` It is the clinician's
 * sentence and keeps its evidence. Null if the transcript contains none of them.
 */
export function citedWords({ evidence }: Statement, { utterances, hasTimes }: Transcript): Statement | null {
  const cited = evidence.flatMap(({ utteranceId, quote }) => {
    const utterance = citedTurn(utterances, { utteranceId, quote })
    if (!utterance) return []
    const time = hasTimes ? ` (${mediaTime(utterance.start)})` : ''
    return [withEndMark(`${speakerName(utterance)}${time}: ${quoted(quote)}`)]
  })
  return cited.length === 0 ? null : { text: cited.join(' '), evidence, check: 'clinician' }
}

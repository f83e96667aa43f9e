import type { Transcript } from '#shared/contract/transcripts.ts'
import { isQuestion } from '../safety/question-form.ts'
import { isSameVoice } from './voice.ts'

/** Maximum number of turns of others between the parts of an interrupted sentence. */
const maxBetween = 2

/** Matches a turn that continues a sentence: in lower case, without a subject or a new beginning. */
const continuing =
  /^[\s–—-]*(?!(?:and|but|so|because|then|or|if|when|well|okay|ok|yes|yeah|no|not|maybe|just|only|i|we|you|he|she|it|they|that|this|there|my|the|a|an)\b)\p{Ll}/u
/** Matches the end of a sentence that has a subject and is not finished, but not the answer `no`. */
const unfinished = /\b(?:i|we|you|he|she|they|it)\b['’\p{L}\s]*[–—,\s-]*$/iu

/** The words of an unfinished sentence that its speaker continues in the turn `at`; else empty. */
export function unfinishedBefore(at: number, { utterances }: Transcript): string {
  const own = utterances[at]
  if (!own || !continuing.test(own.text)) return ''
  for (let before = at - 1; before >= at - 1 - maxBetween; before -= 1) {
    const turn = utterances[before]
    if (!turn) break
    if (isSameVoice(turn, own)) return unfinished.test(turn.text) ? turn.text.replace(/[–—,\s-]*$/, ' ') : ''
    if (isQuestion(turn.text)) break
  }
  return ''
}

import { wordsOf } from '../language/words.ts'
import { asSentence } from './clean.ts'
import { mentionsRisk } from './cues.ts'

/** Matches questions by form, for transcripts without question marks. */
const interrogativePattern =
  /^(?:(?:do|did|have|are|were|has|is|was|any) (?:you|your|there|he|she|it|any|ever|\w+ (?:you|your))\b|any \w+|ever \w+|(?:what|how|when|where|which|who)(?:'s| (?:is|are|do|did|does|was|were|would|about|often|many|much|long|has|have))\b|(?:what|how|when|where|which|who|why|since when|for how long)\.$)/i

/** Matches the end of `You're sleeping better, aren't you`. */
const tagPattern =
  /\w,? (?:are|is|was|were|do|does|did|have|has|had|will|would|can|could)(?:n't)? (?:you|he|she|they|it|there)\.$/i

/** Matches the start of a question inside speech without end marks, but not `whatever you do you feel bad`. */
const interrogativeClause =
  /(?<!\b(?:i|you|he|she|they|we|it) )\b(?:(?:do|did|have|are|were|had|has|is|was) (?:you|your|he|she|they|there)|any (?:thoughts?|urges?|plans?|ideas?))\b/i

/** True for a question by its mark, form or tag, also for one about risk after other words without an end mark. */
export function isQuestion(quote: string): boolean {
  const text = asSentence(quote)
  if (text.endsWith('?') || interrogativePattern.test(text) || tagPattern.test(text)) return true
  const clause = /[.!…]\W*$/.test(quote) ? null : interrogativeClause.exec(text)
  return clause !== null && mentionsRisk(text.slice(clause.index))
}

/** True if a question asks for a number on a scale. */
export const isScale = (question: string) =>
  /\bscale\b|\bout of (?:five|ten|a hundred|5|10|100)\b|\b(?:zero|nought|none|one|0|1)(?:[- ](?:to|through)[- ]|\s?[–-]\s?)(?:five|seven|ten|a hundred|5|7|10|100)\b|\bbetween (?:zero|nought|one|0|1) and (?:five|seven|ten|a hundred|5|7|10|100)\b/i.test(
    question,
  )

/** Polite words before a question that asks for facts. */
const politePattern =
  /^.*\b(?:(?:can|may|could|might) i (?:just |also )?(?:ask|check)(?: you)?|if i (?:ask|asked|check)(?: you)?|do you mind (?:me )?(?:asking|telling me)|(?:can|could|would) you tell me|ok(?:ay)? to ask(?: you)?) (?=(?:how|what|when|where|which|who|whether|if)\b)/i
/** Questions that ask for permission, or that expect no information. */
const uninformativePattern =
  /\b(?:do you mind|is (?:it|that) (?:okay|ok|alright|all right)|can i|may i|could i|can you (?:hear|see)|does that make sense|can you (?:go ahead|tell|open|squeeze|touch|show)|how are you feeling(?: today)?|how are you\b|how's it going|anything else|any (?:other )?questions)\b[^?]{0,40}\?$|\b(?:make sense|why is that|really|you know|ready|sound good)\?$/i

/** True for a question that asks for permission, or that expects no information. */
export const isUninformative = (question: string) => uninformativePattern.test(question.replace(politePattern, ''))

/** Words of short reactions. `No` may be an answer. */
const reactionWords = new Set(
  `mm mmm mhm mmhm hm hmm hmmm uhhuh uh um huh oh ah aha ok okay k right all alright yeah yes yep yup sure really wow gosh i see
  hear get it got understand thank thanks you good great fine nice well of course absolutely exactly true go on keep going carry
  take your time that's thats hard tough sad sorry to that so sounds must be`.split(/\s+/),
)

/** True for a reaction such as `Mm-hmm.` or `I see.` It does not interrupt an answer. */
export function isReaction(text: string): boolean {
  const words = wordsOf(text.replace(/\[[^\]]*\]|\([^)]*\)/g, ' ')).map((word) => word.text)
  return words.length <= 6 && !isQuestion(text) && words.every((word) => reactionWords.has(word))
}

/** Maximum words of an interjection that is not a known reaction. */
const maxInterjection = 3

/** True for a reaction, and for any other few words without a question: `Slowly.`, `Monday, okay.` */
export const isInterjection = (text: string): boolean =>
  isReaction(text) || (wordsOf(text).length <= maxInterjection && !isQuestion(text))

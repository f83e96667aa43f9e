import { sentenceSpans } from '#shared/rules/sentences.ts'
import { answersNo } from '../language/denials.ts'

/** Speech engines often omit the question mark: `okay and any shortness of breath`, `have you had a fever`. */
const asksUnmarked =
  /^(?:\W*(?:and|so|but|well|um|uh|oh|okay|ok|alright|now|great|good)\b,?\s*)*(?:(?:do|does|did|are|were|have|has|had|can|could|would|will|is|was) (?:you|your|there|it|he|she|they)\b|any\b)[^.!?]*$/i

export const isUnmarkedQuestion = (text: string) => asksUnmarked.test(text)

/** True if a turn asks something. */
export const isQuestionTurn = (text: string) => text.includes('?') || isUnmarkedQuestion(text)

const yesPattern =
  /^(?:(?:uh|um|oh|well|mm|hmm|so|honestly)[\s,.-]+)*(?:yes|yeah|yep|yup|aye|sure|okay|ok|exactly|right|definitely|absolutely|of course|i do\b|i have\b|i did\b|i am\b|it is\b|it does\b|they do\b|i will|probably|mm-hm+|uh-huh)/i
/** `Any vomiting?` – `Twice last week.` also says yes. */
const amountPattern =
  /^(?:(?:uh|um|oh|well|mm|hmm)[\s,.-]+)*(?:a (?:bit|little|lot|few|couple)|couple|some(?:times|what)?\b|often|once|twice|(?:two|three|four|five|six) times|most|every|all the time|always|occasionally|now and then|on (?:mon|tues|wednes|thurs|fri|satur|sun)day|last (?:night|week|month)|still|constantly|daily|in the (?:morning|evening|night))\b/i
/** Words that retract or limit a no. */
const openedPattern = /\b(?:yes|yeah|yep|sometimes|occasionally|now and (?:again|then)|at times|used to)\b/i
const limitedPattern = /\b(?:maybe|perhaps|a (?:little|bit|few)|kind of|sort of|i (?:guess|suppose)|except|unless)\b/i
const partialPattern = /^(?:\w+[\s,.]+)?not (?:from|really|exactly|often|always|every|much|all)\b/i
const lateYes = /[,.]\s+(?:yes|yeah|aye|exactly)[.,!]?/i
const lateNo = /,\s+(?:so\s+)?(?:no|nope|nah|not really|never)[.!]?$/i

/** A no at the end of a sentence: `He says I don't.` */
const lateNot = /\b(?:(?:do|did|does|have|has|had|was|is|are|were)(?:n['’]t| not)|am not|['’]m not)[.!]?$/i

/** Classifies an answer as yes, no, or `own` for anything else. */
export function answerOf(text: string): 'yes' | 'no' | 'own' {
  const answer = text.trim().replace(/^[-–—.\s]+/, '')
  const first = answer.slice(0, sentenceSpans(answer)[0]?.end ?? 0)
  if (answersNo(answer) && (openedPattern.test(answer) || limitedPattern.test(first) || partialPattern.test(answer)))
    return 'own'
  if (answersNo(answer) || lateNo.test(first) || (lateNot.test(first) && first.split(/\s+/).length <= 6)) return 'no'
  return yesPattern.test(answer) || amountPattern.test(answer) || lateYes.test(first) ? 'yes' : 'own'
}

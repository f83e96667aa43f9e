import { splitSentences } from '#shared/rules/sentences.ts'
import { answersNo } from '../language/denials.ts'
import { type Token, tokensOf } from '../language/grammar.ts'
import { isSame } from '../language/meanings.ts'

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

const leadIn = String.raw`(?:(?:uh|um|er|oh|well|so|or|but|mm|hmm|wait|sorry|actually|honestly|i mean|okay|like)[\s,.–—-]+)*`

/** `Right, so my mother was in hospital`: no answer to a question, unless a yes follows. */
const discoursePattern = new RegExp(
  String.raw`^${leadIn}(?:right|okay|ok|sure|exactly)\b(?![\s,.!–—-]*(?:$|yes|yeah|yep|sure|right|exactly|definitely|absolutely|of course|(?:i|we|he|she|they|it) (?:do|does|did|have|has|had|am|is|are|was|were|will|can|could|would)\b|(?:i|we|he|she|they|it|that)['’](?:s|ve|ll|m|re|d)\b))`,
  'i',
)

/** A yes and a no in one sentence: `Yes and no`, `Yeah, well, not really`. */
const bothPattern =
  /\b(?:and|or|but) (?:also |then )?(?:no|not really|not always)\s*(?:[,.!?;…–—-]|$)|,\s*(?:(?:but|well|or|and|i mean),?\s+)?(?:no|nope|nah|not really)\W*$|^\W*(?:yes|yeah|yep) (?:no|not really)\b|\bdepends\b/i
/** A sentence that takes a yes back: `Well, no.`, `I don't.` */
const bareNo = new RegExp(
  String.raw`^\W*${leadIn}(?:no|nope|nah|not really|(?:no,? )?(?:i|he|she|they|it)(?:['’]m not| (?:am|do|does|did|have|has|was) ?(?:n['’]t|not)))\W*$`,
  'i',
)
/** A question is at the end of a turn; a turn may have thousands of words. */
const maxQuestionLength = 500
/** Number of sentences after a yes that may take it back. */
const reach = 2

/** A no that belongs to its own clause, with the words after it: `I wasn't | well on Tuesday`. */
const clauseNo = new RegExp(
  String.raw`^${leadIn}(?:i (?:do|have|did|am|was|would|can)(?:\s?n['’]t| not)|i['’]m not|(?:i|he|she|they|it|we)(?:['’](?:ve|s)| have| has| had)? never|never|nothing|nobody)\b(.*)`,
  'is',
)
/** The end of the words that a no applies to, and the beginning of a reason or time. */
const noEnds =
  /[,;:.!?…–—]|\b(?:but|and|because|since|so|if|when|while|though|until|on|in|at|for|this|last|today|yesterday|lately|recently)\b/i
/** Words that stand for what was asked, or add nothing to it: `I didn't get to`, `I haven't had any`. */
const emptyLemma =
  /^(?:be|have|do|get|want|need|try|like|think|believe|so|one|any\w*|thing|something|lot|bit|kind|sort|time|way|much|many|same|such|own|ever|all|whatsoever)$/
/** Words that refer to what was asked: `I haven't started it`. */
const refersBack = /\b(?:it|that|them|any|this|those|these|one|so)\b/i
/** A question for more than yes or no. */
const asksMore =
  /(?:^|[.!?,]\s+)(?:(?:and|so|but|well|okay|ok)[\s,]+)*(?:how|what|when|where|why|who|which)(?!\s+(?:about|if)\b)\b[^.!?]*\?*$/i
const hasContent = ({ text, lemma, pos }: Token) =>
  text === 'well' || (/^(?:VERB|NOUN|PROPN|ADJ)$/.test(pos) && !emptyLemma.test(lemma) && !emptyLemma.test(text))

/** Matches a no to a whole remark. `Not Thursday` only limits it. */
const rejectsPattern = new RegExp(
  String.raw`^[-–—.\s]*${leadIn}(?:no|nope|nah|never|i|(?:absolutely|definitely|certainly|of course) not|not (?:at all|really|true|exactly|quite))\b`,
  'i',
)

/** The client's answer to a remark about the client: a no rejects it, a mixed no leaves it open. Null for any other answer. */
export function replyToRemark(answer: string, remark: string): 'rejected' | 'open' | null {
  if (!answersNo(answer) || !rejectsPattern.test(answer)) return null
  const how = answerOf(answer, remark)
  return how === 'yes' || how === 'open' ? null : how === 'no' ? 'rejected' : 'open'
}

/** False for a no about something else than the question: `I wasn't well` after `Did you take the tablets?` */
function rejectsQuestion(answer: string, question: string): boolean {
  if (/^not (?:too |so |that |half )?(?:bad|terrible|awful)\b/i.test(answer)) return false
  const [, after] = clauseNo.exec(answer) ?? []
  if (after === undefined || /^\W*$/.test(after)) return true
  const rest = after.slice(0, noEnds.exec(after)?.index).trim()
  if (refersBack.test(rest)) return true
  const said = tokensOf(rest).filter(hasContent)
  if (said.length === 0) return true
  const asked = tokensOf(question.slice(-maxQuestionLength)).filter(hasContent)
  return asked.length === 0 || said.some((word) => asked.some((other) => isSame(word, other)))
}

/** `No, I know.`, `No, totally.`: agrees with a remark. */
const agreesPattern =
  /^(?:no|nah)\b[\s,.–—-]*(?:(?:yeah|yes|totally|exactly|definitely|absolutely|right|true|for sure|of course|i (?:know|agree|get (?:it|that)))\b|that['’]s (?:right|true|fair|it|so true)\b|you['’]re right\b)/i

/**
 * Classifies an answer to a question or a remark. `open` is both yes and no, or a no that is about something else; `own` is anything
 * else.
 */
export function answerOf(text: string, question: string): 'yes' | 'no' | 'open' | 'own' {
  const answer = text.trim().replace(/^[-–—.\s]+/, '')
  const [first = '', ...rest] = splitSentences(answer)
  const isForMore = asksMore.test(question.slice(-maxQuestionLength).trim())
  if (answersNo(answer)) {
    if (!isQuestionTurn(question) && agreesPattern.test(answer)) return 'yes'
    if (openedPattern.test(answer) || limitedPattern.test(first) || partialPattern.test(answer)) return 'own'
    return rejectsQuestion(answer, question) ? 'no' : isForMore ? 'own' : 'open'
  }
  const isDiscourse = isQuestionTurn(question) && discoursePattern.test(first)
  const isYes = !isDiscourse && (yesPattern.test(answer) || amountPattern.test(answer))
  if (isYes && !isForMore && (bothPattern.test(first) || rest.slice(0, reach).some((one) => bareNo.test(one))))
    return 'open'
  if (lateNo.test(first) || (lateNot.test(first) && first.split(/\s+/).length <= 6)) return 'no'
  return isYes || lateYes.test(first) ? 'yes' : 'own'
}

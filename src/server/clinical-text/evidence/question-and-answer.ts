import { splitSentences } from '#shared/rules/sentences.ts'
import { answersNo } from '../language/denials.ts'
import { tokensOf } from '../language/grammar.ts'
import { leadIn, maxQuestionLength, rejectsQuestion } from './no-to-question.ts'

/** Speech engines often omit the question mark: `okay and any shortness of breath`, `have you had a fever`. */
const asksUnmarked =
  /^(?:\W*(?:and|so|but|well|um|uh|oh|okay|ok|alright|now|great|good)\b,?\s*)*(?:(?:do|does|did|are|were|have|has|had|can|could|would|will|is|was) (?:you|your|there|it|he|she|they)\b|any\b)[^.!?]*$/i

export const isUnmarkedQuestion = (text: string) => asksUnmarked.test(text)

/** True if a turn asks something. */
export const isQuestionTurn = (text: string) => text.includes('?') || isUnmarkedQuestion(text)

const yesPattern =
  /^(?:(?:uh|um|oh|well|mm|hmm|so|honestly)[\s,.-]+)*(?:yes|yeah|yep|yup|aye|sure|okay|ok|exactly|right|definitely|absolutely|of course|i do\b|i have\b|i did\b|i am\b|it is\b|it does\b|they do\b|i will|probably|mm-hm+|uh-huh)/i
const frequencies = String.raw`a (?:bit|little|lot|few|couple)|sometimes|somewhat|often|once|twice|(?:two|three|four|five|six) times|most|every|all the time|always|occasionally|now and then|constantly|daily`
const amounts = String.raw`${frequencies}|couple|some\b|on (?:mon|tues|wednes|thurs|fri|satur|sun)day|last (?:night|week|month)|still|in the (?:morning|evening|night)`
/** `Any vomiting?` – `Twice last week.` also says yes. */
const amountPattern = new RegExp(String.raw`^(?:(?:uh|um|oh|well|mm|hmm)[\s,.-]+)*(?:${amounts})\b`, 'i')
/** Words that retract or limit a no. */
const openedPattern = /\b(?:yes|yeah|yep|sometimes|occasionally|now and (?:again|then)|at times|used to)\b/i
const limitedPattern = /\b(?:maybe|perhaps|a (?:little|bit|few)|kind of|sort of|i (?:guess|suppose)|except|unless)\b/i
const partialPattern = /^(?:\w+[\s,.]+)?not (?:from|really|exactly|often|always|every|much|all)\b/i
const lateYes = /[,.]\s+(?:yes|yeah|aye|exactly)[.,!]?/i
const lateNo = /,\s+(?:so\s+)?(?:no|nope|nah|not really|never)[.!]?$/i

/** A no at the end of a sentence: `He says I don't.` */
const lateNot = /\b(?:(?:do|did|does|have|has|had|was|is|are|were)(?:n['’]t| not)|am not|['’]m not)[.!]?$/i

/** Words after `right` or `okay` that make it a yes: `Right, yes`, `Okay, I did`, `Right, twice a week`. */
const yesAfter = String.raw`[\s,.!–—-]*(?:$|(?:yes|yeah|yep|sure|right|exactly|definitely|absolutely|of course|did|do|thing|fine|good|great|sounds|works|why not|let['’]s|thanks|thank you|i['’]ll|that['’]s (?:right|true|it|correct)|${frequencies})\b|(?:okay|ok)\W*$|(?:i|we|he|she|they|it) (?:do|does|did|have|has|had|am|is|are|was|were|will|can|could|would)\b(?=\W*$|\s*[,.;!–—]| (?:now|too|still|it|that|so|${frequencies})\b))`
/** `Right, so my mother was in hospital`, `Okay, my phone broke`: no answer to a question. */
const discoursePattern = new RegExp(String.raw`^${leadIn}(?:right|okay|ok)\b(?!${yesAfter})`, 'i')
const opensTopic = new RegExp(
  String.raw`^${leadIn}(?:right|okay|ok|sure|exactly)[\s,.!–—-]+(?:so|anyway|well|look|listen)\b(?!${yesAfter})`,
  'i',
)
/** A request, or a statement with a question mark; `okay` and `right` are a yes to these. */
const asksForConsent =
  /(?:^|[.!?,]\s+|\b(?:so|and|but|okay|well)\s+)(?:(?:can|could|will|would|shall|should) (?:you|we|i)|(?:let['’]s|you|your|he|she|it|they|there|that|how about|what about|what if)\b)[^.!?]*\?*$/i

/** A yes and a no in one sentence: `Yes and no`, `Yeah, well, not really`, `Yes, it depends`. `Yeah no I'm fine` is a yes. */
const bothPattern =
  /\b(?:and|or|but) (?:also |then )?(?:no|not really|not always)\s*(?:[,.!?;…–—-]|$)|,\s*(?:(?:but|well|or|and|i mean),?\s+)?(?:no|nope|nah|not really)\W*$|^\W*(?:yes|yeah|yep) (?:not really\b|no\b(?! (?:problem|worries|doubt|for sure|definitely|totally|absolutely|of course|(?:i['’]m|i am|it['’]s|that['’]s) (?:fine|good|okay|ok|great|happy|all right))\b))|(?:\b(?:it|that)(?: (?:all|really|just))?|[,.;:–—-]|\bwell|^\W*(?:yes|yeah|yep))\s+depends\b/i
const bareNoOf = (who: string) =>
  new RegExp(
    String.raw`^\W*${leadIn}(?:no|nope|nah|not really|(?:no,? )?(?:${who})(?:['’]m not| (?:am|do|does|did|have|has|was) ?(?:n['’]t|not)))\W*$`,
    'i',
  )
/** A sentence that takes a yes back: `Well, no.`, `I don't.` */
const bareNo = bareNoOf('i|he|she|they|it')
/** `Yes. He doesn't.` does not take back a yes to `Do you want children?` */
const ownBareNo = bareNoOf('i')
const asksYou = /\b(?:do|did|are|were|have|had|can|could|will|would)(?:n['’]t)? you\b/i
/** True for a question of at least two words, which a no after it answers: `Yes. Happy about it? No.` */
const asksItself = (sentence = '') => sentence.trimEnd().endsWith('?') && /\w\W+\w/.test(sentence)
/** Number of sentences after a yes that may take it back. */
const reach = 2

/** A question for more than yes or no. */
const asksMore =
  /(?:^|[.!?,]\s+)(?:(?:and|so|but|well|okay|ok)[\s,]+)*(?:how|what|when|where|why|who|which)(?!\s+(?:about|if)\b)\b[^.!?]*\?*$/i

/** Matches a no to a whole remark. `Not Thursday` only limits it. */
const rejectsPattern = new RegExp(
  String.raw`^[-–—.\s]*${leadIn}(?:no|nope|nah|never|i|(?:absolutely|definitely|certainly|of course) not|not (?:at all|really|true|exactly|quite))\b`,
  'i',
)

/** `No problem` accepts a plan. It rejects only a remark that names a problem. */
const acceptsPattern = new RegExp(
  String.raw`^[-–—.\s]*${leadIn}(?:no|nah|not an?)\s+(problem|worry|worries|bother|trouble|kidding|joke|wonder|question|objection)s?\b`,
  'i',
)
/** `No, I do.`, `No, I hear you.`: a no that does not reject the remark. */
const concedesPattern = new RegExp(
  String.raw`^[-–—.\s]*${leadIn}(?:no|nah)\b[\s,.–—-]*(?:i (?:do|did|am|was|have|had|will|would|can|could)\b\s*(?:[,.;!?–—]|$)|i (?:hear|understand|see)\b(?: (?:you|that|it|this|your point|what you mean|what you['’]re saying))?\s*(?:[,.;!?–—]|$)|fair\b|it['’]s (?:true|fair)\b)`,
  'i',
)
const stressedVerb = new RegExp(String.raw`^[-–—.\s]*${leadIn}(?:no|nah)\b[\s,.–—-]*(i (?:do|did) \w+)`, 'i')

/** `No, I do love her.` */
function stressesVerb(answer: string): boolean {
  const [, words] = stressedVerb.exec(answer) ?? []
  return words !== undefined && tokensOf(words).at(-1)?.pos === 'VERB'
}

/** True for an answer such as `No problem`, unless the question or remark names the problem. */
function accepts(answer: string, remark: string): boolean {
  const [, noun] = acceptsPattern.exec(answer) ?? []
  return noun !== undefined && !remark.toLowerCase().includes(noun.toLowerCase().slice(0, 4))
}

/** The client's answer to a remark about the client: a no rejects it, a mixed no leaves it open. Null for any other answer. */
export function replyToRemark(answer: string, remark: string): 'rejected' | 'open' | null {
  if (!answersNo(answer) || !rejectsPattern.test(answer)) return null
  if (accepts(answer, remark) || concedesPattern.test(answer) || stressesVerb(answer)) return null
  const how = answerOf(answer, remark)
  return how === 'yes' || how === 'open' ? null : how === 'no' ? 'rejected' : 'open'
}

/** `No, I know.`, `No, totally.`: agrees with a remark. */
const agreesPattern =
  /^(?:no|nah)\b[\s,.–—-]*(?:(?:yeah|yes|totally|exactly|definitely|absolutely|right|true|for sure|of course|i (?:know|agree|get (?:it|that)))\b|that['’]s (?:right|true|fair|it|so true)\b|you['’]re right\b)/i

/** `No problem` is a yes to `Can you ring the clinic?` */
const asksFavor = /\b(?:can|could|will|would) you\b[^.!?]*\?*$/i

/** True if `right` or `okay` only begins to speak. */
const changesSubject = (sentence: string, question: string) =>
  opensTopic.test(sentence) ||
  (discoursePattern.test(sentence) && !asksForConsent.test(question.slice(-maxQuestionLength).trim()))

/** True if one of the sentences after a yes is a no to the same question. */
function isTakenBack(rest: readonly string[], question: string): boolean {
  const pattern = asksYou.test(question.slice(-maxQuestionLength)) ? ownBareNo : bareNo
  return rest.slice(0, reach).some((one, at) => pattern.test(one) && !asksItself(rest[at - 1]))
}

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
    if (asksFavor.test(question.slice(-maxQuestionLength)) && accepts(answer, question)) return 'yes'
    return rejectsQuestion(answer, question) ? 'no' : isForMore ? 'own' : 'open'
  }
  if (isQuestionTurn(question) && changesSubject(first, question)) return isForMore ? 'own' : 'open'
  const isYes = yesPattern.test(answer) || amountPattern.test(answer)
  if (isYes && !isForMore && (bothPattern.test(first) || isTakenBack(rest, question))) return 'open'
  if (lateNo.test(first) || (lateNot.test(first) && first.split(/\s+/).length <= 6)) return 'no'
  return isYes || lateYes.test(first) ? 'yes' : 'own'
}

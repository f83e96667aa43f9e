import { splitSentences } from '#shared/rules/sentences.ts'
import { answersNo } from '../language/denials.ts'
import { tokensOf } from '../language/grammar.ts'
import { leadIn, maxQuestionLength, rejectsQuestion, repeatsVerb } from './no-to-question.ts'

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
const yesAfter = new RegExp(
  String.raw`^[\s,.!–—-]*(?:$|(?:yes|yeah|yep|sure|right|exactly|definitely|absolutely|of course|did|do|thing|fine|good|great|sounds|works|why not|let['’]s|thanks|thank you|i['’]ll|that['’]s (?:right|true|it|correct)|${frequencies})\b|(?:okay|ok)\W*$|(?:i|we|he|she|they|it) (?:do|does|did|have|has|had|am|is|are|was|were|will|can|could|would)\b(?=\W*$|\s*[,.;!–—]| (?:now|too|still|it|that|so|${frequencies})\b))`,
  'i',
)
/** After `right, so` or `okay, um`, fewer words make it a yes: `Right, so, yeah`. `Okay, so once I got there` is not an answer. */
const yesAfterFiller = new RegExp(
  String.raw`^[\s,.!…–—-]*(?:(?:yes|yeah|yep|yup|aye|sure|exactly|definitely|absolutely|of course)\b|(?:${frequencies})\b(?=\W*$|\s*[,.;!–—]| (?:a|each|every|per) (?:day|night|week|month)\b)|(?:i|we|he|she|they|it) (?:do|does|did|have|has|had|am|is|are|was|were|will|can|could|would)\W*$)`,
  'i',
)
/** `Right, so my mother was in hospital`, `Okay, my phone broke`: words that only begin to speak, unless a yes follows. */
const openerPattern = new RegExp(
  String.raw`^${leadIn}(right|okay|ok|sure|exactly)\b((?:[\s,.!…–—-]+(?:so|anyway|well|look|listen|um|uh|er|oh|mm|hmm|i mean)\b)*)`,
  'i',
)
const topicPattern = /\b(?:so|anyway|well|look|listen)\b/i
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
/** `Do you think he drinks?` asks about him. */
const asksOpinion =
  /\byou (?:(?:really|ever|still|also) )?(?:(?:think|believe|reckon|suppose|guess|say|saying|thinking|mean|sure|certain)(?: that)? (?:he|she|it|they|there|(?:your|the|his|her|their) \w+)|(?:know|feel|find|notice|see|worry|worried|afraid|aware)(?: that| if| whether)? (?:he|she|they|there))\b/i
/** Questions that a no after them does not answer: `You know what?`, `Is that true?` */
const rhetorical = new RegExp(
  String.raw`^\W*${leadIn}(?:(?:and|but)\s+)?(?:(?:what|why|who|how|where|which|when)(?!\s+(?:about|if)\b)|you (?:know|see)|(?:is|was) (?:that|it|this) (?:really )?(?:true|right|honest)|(?:do|did) i (?:really )?mean (?:it|that)|am i (?:lying|kidding|joking|sure|being honest))\b|\b(?:what|why|how)\W*$`,
  'i',
)
/** True for a question of at least two words, which a no after it answers: `Yes. Happy about it? No.` */
const asksItself = (sentence = '') =>
  sentence.trimEnd().endsWith('?') && /\w\W+\w/.test(sentence) && !rhetorical.test(sentence)
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

const acceptanceOf = (end: string) =>
  new RegExp(
    String.raw`^[-–—.\s]*${leadIn}(?:no|nah|not an?)\s+(wonder\b|(?:problem|worry|worries|bother|trouble|kidding|joke|question|objections?)${end})`,
    'i',
  )
/** `No problem` accepts a plan; `No problems` and `No trouble sleeping` reject a remark. */
const acceptsPattern = acceptanceOf(String.raw`(?=\s*(?:[,.;!?–—]|at all\b|thanks\b|thank you\b|doctor\b|$))`)
const acceptsFavor = acceptanceOf(String.raw`s?\b`)
/** `No, I do.`, `No, I hear you.`: a no that does not reject the remark. */
const concedesPattern = new RegExp(
  String.raw`^[-–—.\s]*${leadIn}(?:no|nah)\b[\s,.–—-]*(?:(i (?:do|did|am|was|have|had|will|would|can|could)\b)\s*(?:[,.;!?–—]|$)|i (?:hear|understand|see)\b(?: (?:you|that|it|this|your point|what you mean|what you['’]re saying))?\s*(?:[,.;!?–—]|$)|fair\b|it['’]s (?:true|fair)\b)`,
  'i',
)
const stressedVerb = new RegExp(String.raw`^[-–—.\s]*${leadIn}(?:no|nah)\b[\s,.–—-]*(i (?:do|did) \w+)`, 'i')
/** `No, I did` rejects a remark about something not done. Present `miss` is a feeling. */
const omission = /\b(?:skip|miss(?:ed|ing)\b|forg[eo]t|stop|quit|fail|avoid|refus|neglect)/i

/** `No, I do.` */
function concedes(answer: string, remark: string): boolean {
  const match = concedesPattern.exec(answer)
  return match !== null && (match[1] === undefined || !omission.test(remark))
}

/** `No, I do love her` after a remark with `love`. */
function stressesVerb(answer: string, remark: string): boolean {
  const [, words] = stressedVerb.exec(answer) ?? []
  const verb = words === undefined ? undefined : tokensOf(words).at(-1)
  if (verb?.pos !== 'VERB') return false
  const same = tokensOf(remark).find(({ lemma }) => lemma === verb.lemma)
  return same !== undefined && !omission.test(remark.toLowerCase().replace(same.text, ''))
}

/** True for an answer such as `No problem`, unless the question or remark names the problem. */
function accepts(answer: string, remark: string, pattern = acceptsPattern): boolean {
  const [, noun] = pattern.exec(answer) ?? []
  return noun !== undefined && !remark.toLowerCase().includes(noun.toLowerCase().slice(0, 4))
}

/** The client's answer to a remark about the client: a no rejects it, a mixed no leaves it open. Null for any other answer. */
export function replyToRemark(answer: string, remark: string): 'rejected' | 'open' | null {
  if (!answersNo(answer) || !rejectsPattern.test(answer)) return null
  if (accepts(answer, remark) || concedes(answer, remark) || stressesVerb(answer, remark)) return null
  const how = answerOf(answer, remark)
  return how === 'yes' || how === 'open' ? null : how === 'no' ? 'rejected' : 'open'
}

/** `No, I know.`, `No, totally.`: agrees with a remark. */
const agreesPattern =
  /^(?:no|nah)\b[\s,.–—-]*(?:(?:yeah|yes|totally|exactly|definitely|absolutely|right|true|for sure|of course|i (?:know|agree|get (?:it|that)))\b|that['’]s (?:right|true|fair|it|so true)\b|you['’]re right\b)/i

/** `No problem` is a yes to `Can you ring the clinic?` */
const asksFavor = /\b(?:can|could|will|would) you\b[^.!?]*\?*$/i

/** The words after a `right` or `okay` that only begins to speak; null for any other answer. */
function afterOpener(answer: string, sentence: string, question: string): string | null {
  const [opener, word = '', between = ''] = openerPattern.exec(sentence) ?? []
  if (opener === undefined) return null
  if ((between === '' ? yesAfter : yesAfterFiller).test(sentence.slice(opener.length))) return null
  const isYes = /sure|exactly/i.test(word) || asksForConsent.test(question.slice(-maxQuestionLength).trim())
  return isYes && !topicPattern.test(between) ? null : answer.slice(opener.length).replace(/^[\s,.!…–—-]+/, '')
}

/** True if one of the sentences after a yes is a no to the same question. */
function isTakenBack(rest: readonly string[], question: string): boolean {
  const sentences = splitSentences(question.slice(-maxQuestionLength))
  const last = sentences.findLast(isQuestionTurn) ?? sentences.at(-1) ?? ''
  const pattern = asksYou.test(last) && !asksOpinion.test(last) ? ownBareNo : bareNo
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
    if (asksFavor.test(question.slice(-maxQuestionLength)) && accepts(answer, question, acceptsFavor)) return 'yes'
    return rejectsQuestion(answer, question) ? 'no' : isForMore ? 'own' : 'open'
  }
  const opened = isQuestionTurn(question) ? afterOpener(answer, first, question) : null
  if (opened !== null) {
    if (answersNo(opened) && !accepts(opened, question)) return answerOf(opened, question)
    const [sentence = ''] = splitSentences(opened)
    return isForMore || repeatsVerb(sentence, question) ? 'own' : 'open'
  }
  const isYes = yesPattern.test(answer) || amountPattern.test(answer)
  if (isYes && !isForMore && (bothPattern.test(first) || isTakenBack(rest, question))) return 'open'
  if (lateNo.test(first) || (lateNot.test(first) && first.split(/\s+/).length <= 6)) return 'no'
  return isYes || lateYes.test(first) ? 'yes' : 'own'
}

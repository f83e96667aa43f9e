import { splitSentences } from '#shared/rules/sentences.ts'
import { isFirmNo, isQualifiedNo, answersNo, opensAgain } from '../language/denials.ts'
import { isStopWord, wordsOf } from '../language/words.ts'
import type { SafetyTopic } from './finding.ts'
import { isQuestion } from './question-form.ts'
import { termsIn } from './safety-terms.ts'
import { relation, youngRelation } from './terms/parts.ts'

/** A later turn of the therapist and the client's answer. */
export interface FollowUp {
  asked: string
  text: string
}

/**
 * True if the client may take a denial back in a later turn: the therapist stays on the question (asks again, doubts,
 * reassures, remarks on the client) and the client does not plainly repeat the denial. A new subject ends the search.
 */
export function mayRetractDenial(followUps: readonly FollowUp[], topic: SafetyTopic): boolean {
  for (const { asked, text } of followUps) {
    const kind = kindOf(asked, topic)
    if (kind === 'moves on' || kind === 'accepts') return false
    if (!repeatsDenial(text, asked, kind)) return true
  }
  return false
}

/** True if the client admits what they denied: `Fine, I am.` */
export function concedes([next]: readonly FollowUp[], topic: SafetyTopic): boolean {
  if (!next || asksForCertainty.test(next.asked)) return false
  const kind = kindOf(next.asked, topic)
  return (kind === 'reassures' || kind === 'remarks') && concedingPattern.test(next.text)
}

type Kind = 'accepts' | 'moves on' | 'asks' | 'remarks' | 'reassures'

const acknowledgingPattern =
  /^\W*(?:(?:(?:that(?:['’]s| is) |that was |it(?:['’]s| is) )?(?:very |really |so )?(?:good|great|fine|clear|helpful|nice|reassuring)(?: to (?:hear|know))?|glad to hear (?:that|it)|so|well(?! done)|oh|mm|hm+|mhm|okay|ok|right|all right|alright|good|great|fine|sure|yes|thanks|thank you(?: for (?:telling|saying|answering|sharing|letting)[^.?!,]*)?|got it|i see|understood|lovely|perfect|excellent|wonderful|brilliant|fair enough|noted)\b\W*)+/i
const praisingPattern =
  /^\W*(?:well done|good for you|(?:work|job|going)\b|(?:i['’]m|i am|we['’]re) (?:so |very |really )?(?:glad|pleased|happy|proud|relieved)|congratulations|(?:that(?:['’]s| is|['’]ll)) (?:a )?(?:\w+ )?(?:good|great|wonderful|brilliant|fantastic|progress|relief|achievement))\b/i

/** Explains why the question was asked, which closes it: `I ask everyone.` */
const explainingPattern =
  /^\W*(?:(?:and|but|well|it['’]s just)\W+)*(?:(?:i|we) (?:just |always |only |do |have to |must |need to |like to |try to )*(?:ask|check)\b|(?:it['’]s|it is|that['’]s|this is) (?:just )?(?:on (?:my|the) (?:list|form)|a routine|routine|a standard|something (?:i|we) ask|a question (?:i|we)))/i

/** Changes the subject: `Let us look at the diary.` */
const proposingPattern =
  /\b(?:let['’]?s|let us|shall we|tell me (?:about|how|what you|more about (?!that|it|this))|(?:i['’]d|i would|i['’]ll|i will|i want|i['’]m going|we['’]ll|we will|we can|we could|we should|we need|i need) (?:like )?(?:us )?(?:to )?(?:talk|ask|go|move|look|come back|turn|start|begin|do|try|give|send|write|check|get|see|practi[sc]e|plan|work|finish|book|meet|fill|note|type|read)\b|moving on|next (?:question|thing|on)|going back to|coming back to|(?:you|we) (?:mentioned|were (?:telling|talking|saying)|talked|spoke)\b|next (?:time|week|session))/i
/** Asks how the client is in general. */
const inGeneral = /^\W*(?:how (?:are|have) (?:you|things)|how(?:['’]s| is| are) (?:everything|things|it going))\b/i
/** Refers to the answer, or to how the client looks. */
const aboutAnswer =
  /\b(?:sure|certain|really|honest\w*|truth\w*|true|positive|mean (?:it|that)|(?:would|could|can|will|did|do) you (?:tell|say|let)(?! me (?:about|how|what|more))|sa(?:y|id|ys|ying)|answer\w*|no|pause\w*|hesitat\w*|quiet|silent|look(?:ed|ing)? (?:away|down|over|at (?:the|your|me)|like|worried|sad|upset|scared|frightened|uneasy)|eyes?|face|hands?|fists?|arms?|sleeves?|legs?|thighs?|wrists?|neck|lip|skin|bruis\w*|marks?|scars?|scratch\w*|plasters?|bandage\w*|blood|smil\w*|laugh\w*|cry\w*|tears|shak\w*|trembl\w*|flinch\w*|wrong|happened|believe|trust|afraid|scared|worried|that|this|it|those|then|add|would you\b[^?]*\bif|(?:who|what|where) (?:are|were) you (?!(?:doing|planning|hoping|working|reading|studying|going)\b)\w+ing)\b/i
const whPattern = /^(?:(?:what|how|who|where|which|whose)\b|when (?:do|does|did|is|are|was|were|have|has|will|can)\b)/i
const auxiliaryPattern =
  /^(?:do|does|did|are|is|was|were|have|has|had|can|could|would|will|shall|should|may|might)(?:n['’]?t)?\s+(?:i|you|your|he|she|it|they|we|the|there|this|that|these|those|my|our|his|her|any|anyone|anybody|someone|somebody|@?\p{L}+)\b/iu
const genericPattern =
  /^(?:times?|day|days|night|nights|week|weeks|evening|evenings|morning|moments?|once|least|bits?|others?|else|happen\w*|past|lately|recently|today|kind|ask\w*|talk\w*|feel\w*|want\w*)$/
/** A statement that may respond to the client's denial. */
const toClient =
  /\b(?:you|your|yours|i|me|my|us|this|that|it|those|sa(?:y|ys|id|ying)|tell\w*|told|ask\w*|hear\w*|people|parents|everyone|everybody|lots|many|plenty|nobody|nothing|no|never|none|no one|some|most|here|room|shame|wrong|safe)\b/i
const remarkingPattern = /\b(?:you|your|yours)(?:['’](?:re|ve|d|ll))?\b/i

/** A question without punctuation, as speech engines write it: `and how's training`. */
const unmarkedPattern =
  /^\W*(?:(?:and|so|but|well|now|then)\b\W*)*(?:how|what|who|where|when|why|which)(?:['’]?s|\s+(?:is|are|was|were|do|does|did|have|has|about|would|can))\b/i

/** Stays on the risk: `Do you have a plan?` */
const asksForPlan = /\b(?:a|any|specific|the) (?:\w+ )?(?:plan|method|means|intentions?)\W*$/i

/** A statement of at most this many words refers to the answer: `Come on.` */
const shortReplyWords = 3

/** The therapist’s next step, ignoring an acknowledgement. */
function kindOf(asked: string, topic: SafetyTopic): Kind {
  const rest = asked.replace(acknowledgingPattern, '')
  if (wordsOf(rest).length === 0) return /[?]/.test(asked) ? 'asks' : 'accepts'
  const sentences = splitSentences(rest)
  const last = sentences.at(-1) ?? rest
  const remark = last.replace(acknowledgingPattern, '').trim() || last
  if (termsIn(remark).some((term) => term.topic === topic && isQuestion(remark))) return 'moves on'
  if (topic !== 'substance use' && asksForPlan.test(remark)) return 'asks'
  if (proposingPattern.test(remark) && !/\b(?:ask|that|it) (?:you )?(?:again|once more)\b/i.test(remark))
    return 'moves on'
  if (isQuestion(remark) || unmarkedPattern.test(remark)) return isNewQuestion(remark) ? 'moves on' : 'asks'
  if (praisingPattern.test(rest) || explainingPattern.test(remark)) return 'accepts'
  if (!toClient.test(remark) && wordsOf(remark).length > shortReplyWords) return 'moves on'
  return remarkingPattern.test(remark) &&
    !/\byou (?:can|could|may|don['’]t have|do not have|needn['’]t)\b/i.test(remark)
    ? 'remarks'
    : 'reassures'
}

/**
 * `And the papers?` names a new subject; `And your dad?`, `And at night?`, `And the mark?` may be the same question.
 */
const newThing =
  /^\W*(?:(?:okay|so)\W+)?(?:and|what about|how about)\s+(?:(?:the|your|my)\s+)?(?!(?:when|if|at|in|on|with|after|before|since|even|not|no|what|how|who|where|which|by|from|during|or|is|are|do|does|did|was|were|have|has|had|can|could|would|will)\b)((?:\p{L}+[’'\p{L}]*\s+)?\p{L}+)/iu
const personPattern = new RegExp(
  String.raw`${relation}|${youngRelation}|\b(?:he|she|they|you|him|her|them|kids?|children|baby|man|woman|partner|ex|step\w+|grand\w+|uncles?|aunt\w*|cousins?|boyfriend|girlfriend|teachers?|coach|neighbou?rs?|others?|anyone|anybody|someone|somebody)\b`,
  'i',
)
const toolPattern =
  /\b(?:lighters?|blades?|razors?|kni(?:fe|ves)|guns?|pills|tablets|bottles?|ropes?|belts?|scissors|needles?|corner|walls?)\b/i
/** Matches the time in `What about last night?` */
const timePattern =
  /^(?:(?:last|this|that) )?(?:yesterday|tonight|today|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|nights?|mornings?|afternoons?|evenings?|weeks?|weekends?|months?|year)$/i
/** Matches the start of `how are the evenings?` */
const generalQuestion = /^how(?:['’]s| is| are| was| were| has| have)\s+(?!it\b|that\b|this\b|those\b|these\b)/i

/** True if a question is complete and about something other than the previous answer. */
function isNewQuestion(sentence: string): boolean {
  const [, thing = ''] = newThing.exec(sentence) ?? []
  if (thing !== '')
    return (
      ![aboutAnswer, personPattern, toolPattern, timePattern].some((pattern) => pattern.test(thing)) &&
      hasContent(thing)
    )
  const question = sentence.replace(/^\W*(?:(?:and|so|but|well|now|then)\b\W*)+/i, '')
  if (inGeneral.test(question)) return true
  if (termsIn(question).length > 0) return true
  if (!whPattern.test(question) && !auxiliaryPattern.test(question)) return false
  if (aboutAnswer.test(question)) return false
  return (
    hasContent(question) || generalQuestion.test(question) || (whPattern.test(question) && wordsOf(question).length > 5)
  )
}

const hasContent = (text: string) =>
  wordsOf(text).some((word) => !isStopWord(word.text) && !genericPattern.test(word.text))

const asksForCertainty = /\b(?:sure|certain|positive|mean (?:it|that)|honest\w*|really|true|the truth|right)\b[^.!]*\?/i
const certainPattern =
  /^\W*(?:(?:yes|yeah|yep|i['’]m|i am|i do|i|really|quite|very|completely|absolutely|totally|sure|certain|positive|honest(?:ly)?(?:,? no)?|definitely|a hundred percent|100 ?%?|mean it|it is|it['’]s|true|the truth|right|correct|doctor)\b\W*)+$/i
const takingPattern =
  /^\W*(?:(?:okay|ok|sure|fine|right|all right|alright|thanks|thank you|cheers|that(?:['’]s| is) (?:fine|okay|ok|good|kind|nice|all right|alright)|it(?:['’]s| is) (?:fine|okay|ok)|i (?:know|understand|get it|see)|of course|no problem|no worries|good to know|cool|good|great|mhm|mm|yes|yeah|i appreciate (?:that|it)|fair enough|makes sense|still (?:no|none|nothing|not)|the (?:answer|same)(?: is)?(?: still)?(?: no)?)\b\W*)+$/i
const bareNo = /^\W*(?:no|nope|not really|i['’]m not(?: sure)?)\W*$/i
const summingPattern = /^\W*(?:so|then|okay|right)?\W*(?:no|none|nothing|never|not|nobody)\b[^?]*$/i
const thankingPattern = /^\W*(?:thanks|thank you|cheers)\b/i
const plainNo = /^\W*(?:(?:uh|um|oh|well|honestly|really|god|hell)\W+)*(?:no|nope|nah|never)\s*(?:[,.!;–—-]|$)/i

/** True for `Yes, I'm sure.`, also before a firm no: `Yes, I'm sure. None at all.` */
function isCertain(text: string, asked: string): boolean {
  if (certainPattern.test(text)) return true
  const [first = '', ...rest] = splitSentences(text)
  return certainPattern.test(first) && rest.length > 0 && isFirmNo(rest.join(' '), asked)
}

/** True if the client repeats the denial, or only acknowledges a reassurance. */
function repeatsDenial(text: string, asked: string, kind: Kind): boolean {
  if (wordsOf(text).length === 0) return false
  // A no to `Are you sure?` does not repeat the denial.
  if (asksForCertainty.test(asked) && bareNo.test(text)) return false
  if (isFirmNo(text, asked)) return true
  if (answersNo(text) && !isQualifiedNo(text) && plainNo.test(text) && !opensAgain(text)) return true
  if (kind === 'asks') return asksForCertainty.test(asked) && isCertain(text, asked)
  if (kind === 'remarks') return thankingPattern.test(text) && !opensAgain(text)
  return takingPattern.test(text) || (summingPattern.test(asked) && certainPattern.test(text))
}

const concedingPattern =
  /^\W*(?:fine|ok(?:ay)?|all ?right|alright|well)\W+(?:(?:yes|yeah|yep)\W+\w|i (?:am|do|did|have|was)\b(?! not\b|n['’]?t\b))/i

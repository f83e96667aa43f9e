import type { Finding, SafetyTopic } from './finding.ts'
import { type Answer, type Reply, replyOf } from './answers.ts'
import { isQuestion } from './question-form.ts'
import { concedes, mayRetractDenial } from './follow-up.ts'
import { plainText, type Term, termsIn } from './safety-terms.ts'
import { isLongAgo, isAboutSomeoneElse, isHypothetical, negationOf } from './stance.ts'
import { sentenceSpans } from '#shared/rules/sentences.ts'
import { wordsOf } from '../language/words.ts'

/** Statements about people in general concern no one in the session. */
const inGeneral =
  /\b(?:patients|clients|people|men|women|parents|teenagers|anyone who|whenever|i want you to know|some of us)\b/i
const openingPattern = String.raw`^(?:\W*(?:and|so|but|okay|well|right|uh|um|then|i'm (?:also )?curious|(?:can|could|may) i ask(?: you)?)[\s,]+)*`
/** Open questions presuppose what they name; a no does not deny it. */
const openPattern = new RegExp(String.raw`${openingPattern}(?:what|how|when|where|why|which|who|since when)\b`, 'i')
export const isOpenQuestion = (sentence: string) => openPattern.test(sentence)
const countsOn = new RegExp(
  String.raw`${openingPattern}(?:when did|when was|when do|how (?:often|long|many|much|recently)|where|since when|what (?:do|are) the (?:voices|thoughts))\b`,
  'i',
)
const negatedPattern =
  /^(?:\W*(?:so|and|okay|but|well|right)[\s,]+)*(?:you(?:['’]re| are| do| have|['’]ve)?(?:n['’]t| not| never)|you (?:wouldn['’]t|won['’]t|haven['’]t|don['’]t)|no (?:thoughts|plans?|urges?|more|voices|self)|(?:are|do|have|did|is)n['’]t you|nothing like|not (?:thinking|feeling|hearing|using|drinking|having|cutting)|without)\b/i
/** Contradicts a negated question: `You wouldn't …?` – `I would.` */
const contraryPattern =
  /^\W*(?:(?:yes|well|actually|oh|no)\W+)*i (?:would|do|have|am|did|will|might|could)\b(?! (?:not|never)\b|n['’]?t)/i
/** Matches what a question presupposes: a no to `Do the voices order you to …?` does not deny the voices. */
const presupposingPattern =
  /\b(?:the|these|those|your) (?:\w+ )?(?:voices?|cuts|cutting|urges?|cravings?|scars|beatings?)\b/
const describesVoices =
  /\b(?:they|it|he|she)(?:['’]re|['’]s)? (?:just|only|still|mostly|always|call\w*|comment\w*|talk\w*|say\w*|tell\w*|laugh\w*|come|comes|whisper\w*|shout\w*|argue\w*|are|is)\b/i
const pastPattern =
  /\b(?:were|was|did|had) (?:you|he|she|they|anyone|anybody|someone|somebody|your (?:ex|\w+))\b|\bused you to\b/i
const atPresent =
  /\b(?:ever|since|this (?:week|month|morning)|lately|recently|today|(?:past|last) (?:few|couple|two|three|week|night|month|fortnight)|at any point|now|still)\b/i

interface Asked {
  sentence: string
  term: Term
  /** The whole turn, and its text after the sentence. */
  turn: string
  rest: string
  answer: Answer
}

/**
 * The finding that a client's answer gives to a therapist's sentence; `isOpen` if the client said neither yes nor no.
 * Null if the sentence raises no risk: a therapist's words alone are never a statement.
 */
export function answeredFinding(asked: Asked): { finding: Finding; isOpen: boolean; isNarrow: boolean } | null {
  const found = firstFinding(asked)
  const { followUps, isInterrupted } = asked.answer
  const { topic, clarity } = asked.term
  if (found?.finding === 'denied' && isInterrupted) return { finding: 'unclear', isOpen: false, isNarrow: false }
  if (found?.finding !== 'denied' || !mayRetractDenial(followUps, topic))
    return found && { ...found, isNarrow: clarity === 'indirect' || isNarrow(asked.sentence, topic) }
  return { finding: concedes(followUps, topic) ? affirmed(clarity) : 'unclear', isOpen: false, isNarrow: false }
}

const stepPattern =
  /\b(?:plan|plans|planned|planning|inten(?:d|ds|ding|t|tion|tions)|means|methods?|access|prepar\w+|arrang\w+|steps|(?:notes?|letters?)|guns?|firearms?|weapons?|pills|tablets|rope|going to|about to|act(?:ed|ing)? on|tried|attempt\w*)\b/
const thoughtPattern =
  /\b(?:thoughts?|think\w*|thought|feel\w*|felt|want\w*|wish\w*|ideas?|ideation|urges?|suicidal|consider\w*|fantas\w+|imagin\w+|better off|ever hurt|hurt(?:ing)? yourself in any)\b/

/** True if a question asks only about a plan, means, intent or attempt; a no then says nothing about thoughts. */
const isNarrow = (sentence: string, topic: SafetyTopic) =>
  (related.has(topic) || topic === 'child safety') &&
  stepPattern.test(plainText(sentence)) &&
  !thoughtPattern.test(plainText(sentence))

function firstFinding(asked: Asked): { finding: Finding; isOpen: boolean } | null {
  const { sentence, term, turn, rest, answer } = asked
  const { topic, clarity } = term
  const isAsked = isQuestion(sentence) || rest.includes('?')
  const reply = replyOf(answer, turn)
  const unclear = { finding: 'unclear' as const, isOpen: reply === 'open' || reply === 'none' }
  const settled = (finding: Finding) => ({ finding, isOpen: false })
  if (clarity === 'indirect') return deniesIndirectly(asked, reply) ? settled('denied') : unclear
  if (!isQuestion(sentence)) {
    const isGeneral = !/\byou(?:r|rself|'re|'ve|'d)?\b/i.test(plainText(sentence)) || inGeneral.test(sentence)
    if (isGeneral || isHypothetical(sentence, term)) return null
    if (!isAsked && unclear.isOpen) return remarksOnRisk(sentence, term) ? unclear : null
  }
  if (asksElsewhere(rest, topic)) return topic === 'substance use' ? null : unclear
  if (asksInReverse(sentence) && !isAboutSomeoneElse(sentence, term)) return reversedFinding(reply, answer)
  if (isAboutSafety(sentence, term)) return safetyFinding(sentence, term, reply, answer)
  if (isAboutSomeoneElse(sentence, term)) return reply === 'no' || clarity === 'use' ? null : unclear
  if (isHypothetical(sentence, term)) return unclear
  if (clarity !== 'vague' && isPresupposed(sentence, term))
    return reply === 'none' || namesAgain(answer, topic) ? unclear : settled('stated')
  if (negatedPattern.test(sentence) && contraryPattern.test(answer.text)) return settled(affirmed(clarity))
  if (presupposingPattern.test(plainText(sentence)) && reply !== 'yes')
    return describesVoices.test(answer.text) ? settled(affirmed(clarity)) : unclear
  if (openPattern.test(sentence)) return openFinding(sentence, clarity, reply, answer) ?? unclear
  const deniesMeans = clarity === 'vague' && reply === 'no' && isNarrow(sentence, topic)
  if (negatedPattern.test(sentence) || negationOf(sentence, term) !== null) return unclear
  if (clarity === 'vague' && !deniesMeans) return unclear
  if (offersAlternative(sentence, term)) return unclear
  if (pastPattern.test(sentence) && !atPresent.test(sentence))
    return reply === 'yes' && !isLongAgo(turn) ? settled(affirmed(clarity)) : unclear
  if (reply === 'yes') return isLongAgo(sentence) ? unclear : settled(affirmed(clarity))
  const isDenied = reply === 'no' && isAsked && isQuestion(sentence) && !isLongAgo(sentence)
  return isDenied && !asksBeside(sentence, term) ? settled('denied') : unclear
}

/**
 * True for a plain no to a question that only touches the topic: `Do you have a gun?` Alone it denies nothing, but it agrees with a denial
 * of the topic.
 */
const deniesIndirectly = ({ sentence, term, rest }: Asked, reply: Reply) =>
  reply === 'no' &&
  !openPattern.test(sentence) &&
  !negatedPattern.test(sentence) &&
  !asksInReverse(sentence) &&
  !asksBeside(sentence, term) &&
  !asksElsewhere(rest, term.topic) &&
  !(pastPattern.test(sentence) && !atPresent.test(sentence)) &&
  !isLongAgo(sentence)

/** `You said that you think about suicide.` The card must not report the topic as not mentioned. */
const remarksOnRisk = (sentence: string, term: Term) =>
  term.clarity === 'plain' && term.topic !== 'substance use' && !isAboutSomeoneElse(sentence, term)

/** Matches a definite subject, which exists: `Are the suicidal thoughts gone?` */
const definitePattern =
  /\b(?:the|these|those|your) (?:\w+ )?(?:thoughts|ideation|self-?\s?harm\w*|drinking)\b|\b(?:the|these|those|your) (?:suicidal|homicidal)\b/
/** Matches the beginning of `Does he know that you …?` and `Do you have anyone to call when you …?` */
const subordinatePattern =
  /\b(?:when(?:ever)?|while|what|why)\b[^,]*$|\b(?:do|does|did|have|has|had|can|could)(?:n['’]?t)? (?:\w+ ){1,4}?(?:tell|told|talk\w*|spoke\w*|speak\w*|know|knows|mention\w*)\b(?! me\b)[^,]*$/
const ableTo = /\b(?:able to|can you|could you)\b[^,]*$/

/** True if a no does not deny the topic, because the question presupposes it and asks about something else. */
function asksBeside(sentence: string, { start }: Term): boolean {
  const plain = plainText(sentence)
  const before = plain.slice(0, start) + (/^\w+/.exec(plain.slice(start))?.[0] ?? '')
  return definitePattern.test(plain) || subordinatePattern.test(before) || ableTo.test(before)
}

const alternativePattern =
  /\bor (?:is it|was it|are you|were you|do you|did you|have you|would you|just|only|simply|rather|more)\b/
const asksTheSame = /\b(?:that way|like (?:that|this)|anything|something|ever)\b/

/** True for `Are you suicidal, or just very tired?` Neither yes nor no says which of the two is meant. */
function offersAlternative(sentence: string, { topic, start, end }: Term): boolean {
  const plain = plainText(sentence)
  const [first = '', ...rest] = plain.slice(0, start).split(alternativePattern)
  const after = plain.slice(end)
  if (rest.length === 0 && !alternativePattern.test(after)) return false
  const other = rest.length > 0 ? first : after
  return (
    !asksTheSame.test(other) &&
    !termsIn(other).some((term) => isRelated(term, topic) && !/^(?:vague|reassuring)$/.test(term.clarity))
  )
}

const timeSpan = String.raw`(?:days?|nights?|weeks?|weekends?|months?|hours?|time|school|work)`
const reversedPattern = new RegExp(
  String.raw`${openingPattern}(?:(?:has|have|had|did|do|does|is|are|was|were|can|could)(?:n['’]?t)?\b[^?]*\b(?:stopped(?! you)|gone (?:away|quiet)|(?:left|leav\w+|let) (?:you|him|her|them) (?:alone|in peace|be)|let up|eased off|left off|ceased|(?:stay|stayed|staying|keep|kept|keeping) (?:away |clear )?(?:from|off|of|clean|sober)|given up|give up|quit|manag\w+ (?:\w+ ){0,3}not to|resist\w*|(?:manag\w+|able|got|gone|go|get|made it|last\w*) (?:\w+ ){0,6}without|${timeSpan} without)\b|(?:do|does|did|will) (?:the|your|those|these) [^?]*\b(?:stop|go away|go quiet|let up)\b)`,
  'i',
)
/** True for a question to which a no states the risk: `Has the cutting stopped?` */
const asksInReverse = (sentence: string) => reversedPattern.test(sentence) && isQuestion(sentence)
const saysNo = /^\W*(?:\w+\W+)?(?:no|nope|nah|not|never)\b(?! (?:idea|really sure|sure))/i
const negatedAuxiliary = /^\W*(?:\w+\W+)?(?:i|it|he|she|they|we) (?:has|have|had|did|do|does)(?:n['’]?t| not)\b/i
const neverBegan =
  /\b(?:never|(?:do|does|did|have|has)(?:n['’]?t| not) (?:hear|have|drink|use|do|had|any|start\w*|cut|hit)|there (?:are|were|was|is|have been|has been) no|nothing to (?:stop|give up|quit))\b/i

function reversedFinding(reply: string, { text }: Answer): { finding: Finding; isOpen: boolean } {
  const isNegative = saysNo.test(text) || negatedAuxiliary.test(text) || cannotPattern.test(text)
  if (isNegative && !neverBegan.test(text)) return { finding: 'stated', isOpen: false }
  return { finding: 'unclear', isOpen: reply === 'open' || reply === 'none' }
}

const affirmed = (clarity: Term['clarity']): Finding => {
  if (clarity === 'indirect') return 'unclear'
  return clarity === 'use' ? 'use mentioned' : 'stated'
}

/** The finding of a question that presupposes the topic: `When did you last cut yourself?` – `On Tuesday.` */
function openFinding(sentence: string, clarity: Term['clarity'], reply: string, answer: Answer) {
  const says = (reply === 'yes' || reply === 'open') && countsOn.test(sentence) && !isLongAgo(answer.text)
  const isAmount =
    /\b(?:\d+|an?|one|two|three|four|five|six|ten|few|couple|every|once|twice|daily|week\w*|night\w*|day\w*|hours?|(?:mon|tues|wednes|thurs|fri|satur|sun)day|yesterday|morning|january|february|march|april|june|july|august|september|october|november|december)\b/i.test(
      answer.text,
    )
  return says && isAmount ? { finding: affirmed(clarity), isOpen: false } : null
}

/** True if the question presupposes the phrase: `When you burn yourself, are you trying to die?` */
const isPresupposed = (sentence: string, { start, end, topic }: Term) => {
  const plain = plainText(sentence)
  return (
    topic !== 'substance use' &&
    /^\W*(?:(?:and|so|okay|but|well)\W+)*(?:when(?:ever)?|each time|every time|after|while) you\b(?! (?:say|said|mention|talk|mean|wrote|use the word))[^,]*$/.test(
      plain.slice(0, start),
    ) &&
    /^[^,]*,/.test(plain.slice(end))
  )
}

const namesAgain = ({ text }: Answer, topic: SafetyTopic) =>
  termsIn(text).some((term) => term.topic === topic && negationOf(text, term) !== null)

const related: ReadonlySet<SafetyTopic> = new Set(['suicide', 'self-harm', 'harm to others'])

/** True for a term of the topic, or of one that clinicians ask about together with it. */
const isRelated = (term: Term, topic: SafetyTopic) =>
  term.topic === topic || (related.has(topic) && related.has(term.topic))

/** True if the turn ends with a question about another topic, which the answer then belongs to. */
function asksElsewhere(rest: string, topic: SafetyTopic): boolean {
  const last = sentenceSpans(rest)
    .map(({ start, end }) => rest.slice(start, end))
    .findLast((sentence) => sentence.endsWith('?'))
  if (
    last === undefined ||
    /^\W*(?:is that|right|okay|ok|anything like|or (?:others|anyone)|at all|ever|anything)\b/i.test(last)
  )
    return false
  return !termsIn(last).some((term) => isRelated(term, topic))
}

const safetyTopics: ReadonlySet<SafetyTopic> = new Set(['abuse', 'suicide', 'harm to others', 'child safety'])

/** True if a phrase is about being safe. A no then means danger, as to `Do you feel safe at home?` */
export const isAboutSafety = (sentence: string, { topic, clarity, start, end }: Term): boolean =>
  clarity === 'reassuring' || (safetyTopics.has(topic) && /\b(?:un)?safe\b/.test(plainText(sentence).slice(start, end)))

/** True if a sentence says that someone is not safe, or does not manage. */
export const saysUnsafe = (sentence: string, term: Term): boolean =>
  term.clarity === 'reassuring'
    ? negationOf(sentence, term) !== null
    : /\bunsafe\b|(?:\b(?:not|never|nowhere|hardly)|n['’]?t)\b[^.?!]{0,30}\bsafe\b/.test(plainText(sentence))

const mostlySafePattern =
  /\b(?:mostly|sometimes|usually|maybe|perhaps|i (?:guess|suppose|think)|kind of|sort of|but|except|when|unless|depends?|most of the time|now|lately|not|as long|if|until)\b|n['’]t\b/i

/** Matches answers that mean no: `I don't think I can`, `I couldn't, no`. */
const cannotPattern =
  /^\W*(?:\w+\W+){0,2}?i (?:(?:do(?:n['’]?t| not) (?:think|believe|know if|feel) (?:that )?i)|can['’]?t|cannot|could(?:n['’]?t| not)|wo(?:n['’]?t)|would(?:n['’]?t| not)|do(?:n['’]?t| not))\b/i

function safetyFinding(sentence: string, term: Term, reply: string, answer: Answer) {
  const { topic } = term
  const isReversed = saysUnsafe(sentence, term)
  const isNegative =
    (/^\W*(?:\w+\W+){0,2}?(?:no|nope|nah|not|never)\b/i.test(answer.text) || cannotPattern.test(answer.text)) &&
    !/^\W*(?:not really sure|not sure|no idea|i do(?:n['’]?t| not) know)\b/i.test(answer.text)
  const finding = (): Finding => {
    if (reply === 'none') return 'unclear'
    if (isNegative) return isReversed || /\bproblem|worr/.test(answer.text) ? 'unclear' : 'stated'
    if (reply !== 'yes') return 'unclear'
    if (isReversed) return 'stated'
    return mostlySafePattern.test(answer.text) || wordsOf(answer.text).length > 12 ? 'unclear' : 'denied'
  }
  const found = finding()
  const cannotDeny = topic === 'suicide' || term.clarity === 'reassuring'
  return {
    finding: cannotDeny && found === 'denied' ? ('unclear' as const) : found,
    isOpen: reply === 'open' || reply === 'none',
  }
}

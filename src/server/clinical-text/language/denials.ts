import type { Utterance } from '#shared/contract/transcripts.ts'
import { splitSentences } from '#shared/rules/sentences.ts'
import { isNegated } from './negation.ts'
import { everyPartSaysNo, withoutReassurance } from './parts-of-no.ts'
import { generalTerms, termsOf, wordsOf } from './words.ts'

const triggerPattern =
  /\b(?:den(?:y|ies|ied|ying)|negative for|absence of|free of|without|no(?!\s+longer\b|\s+(?:doubt|problem\b(?!s)|worries|wonder|matter)\b)|not|never|neither|nor|cannot|\w+n['’]t)\b/gi

const refusalPattern =
  /^(?:(?:uh|um|er|well|oh|so|okay|mm|hmm|i mean|like|ha)[\s,.-]+)*(?:no\b(?!\s+(?:doubt|matter))|nope|nah|never|none|not\b(?!\s+(?:only|just))|negative|uh-uh|mm-mm|nothing|nobody|neither|i (?:do|have|did|am|was|would|can)(?:\s?n['’]t| not)\b|i['’]m not|i['’]ve never|i (?:have |had )?never|(?:he|she|they)['’]?(?:s| has| have| had|ve)? never|(?:absolutely|definitely|certainly|of course) not\b|(?:god forbid|(?:(?:oh|good|my|dear|sweet) )*(?:lord|god|hell|heavens?|goodness|christ|jesus|gosh)),? no\b)/i

/** Matches answers that are neither yes nor no: `I don't know`. */
const evasionPattern =
  /^(?:(?:uh|um|er|well|oh|so|okay|mm|hmm|i mean|like)[\s,.-]+)*(?:i (?:do|did)(?:\s?n['’]t| not) (?:really )?(?:know|remember|understand)|i['’]m not (?:really )?sure|not (?:really )?sure|no idea|i have no idea)\b/i

/** True if an answer leaves the question open. */
export function isEvasion(answer: string): boolean {
  return evasionPattern.test(answer.trim().replace(/^[-–—.\s]+/, ''))
}

/** True if an answer begins with a no. */
export function answersNo(answer: string): boolean {
  return refusalPattern.test(answer.trim().replace(/^[-–—.\s]+/, '')) && !isEvasion(answer)
}

const leadIn = String.raw`(?:uh|um|er|well|oh|so|okay|mm|hmm|i mean|like|honestly|look)`

/** Words that retract or limit a no: `No. Well, yes, sometimes.` */
const takenBack =
  /\b(?:yes|yeah|yep|sometimes|occasionally|maybe|perhaps|now and (?:again|then)|(?:once|every once) in a while|at times|a (?:little|bit|few)|kind of|sort of|i (?:guess|suppose)|used to|once or twice|except|unless)\b/i
const limitedPattern = new RegExp(
  String.raw`^(?:${leadIn}[\s,.-]+)*(?:not\s+(?:really|exactly|today|now|right now|lately|recently|this|at the moment|since|any ?more|yet|often|much|always|all the time|every|seriously|actively|like that|for a)\b|not that\b|(?:no|not) more than\b|i (?:don['’]t|do not) think\b|i wouldn['’]t (?:say|call)\b)`,
  'i',
)
/** Words that reopen a no in the following sentences: a limit, a reason, a time, a means. */
const reopenedPattern =
  /\b(?:but|well|though|although|however|i mean|why|just|plan|act on|because|who(?![’']s\b)|(?<!\b(?:want|need|like) )only|mostly|since|comes? and goes?|(?:that|it|they) (?:was|were) (?:in|on|before|when|back|last|years|months|weeks|ages|just|only|then|a (?:while|long))|thoughts?|thinking|promised?|pills|tablets|gun|rope|knife|at night|any ?more|i (?:(?:do|did) (?!not\b)|think|wish|keep|still))\b/i

/** Matches the end of a no that is asked or not finished: `No?` and `No…`. */
const unfinishedPattern = /(?:\?|\.{2,}|…)[\s"'”’)]*$/

/** The client rejects the wording, not the fact: `Not cutting cutting`. A plain no starts with `not` only in phrases such as `not at all`. */
const rejectsOnlyWording = new RegExp(
  String.raw`^(?:${leadIn}[\s,.-]+)*not\b(?! (?:at all|ever|once|any|a|one|me|in any|even)\b)|\b(?!never)(\w{4,})\s+\1\b`,
  'i',
)

/** Words of a plain no, besides those of the question. */
const plainWords = new Set(
  wordTexts(
    `good lord heavens christ jesus gosh no nope nah never none nothing neither nor not at all ever absolutely definitely certainly of course god hell thank goodness
    heaven negative uh um er oh mm hmm so okay well honestly i i'm i've i'd am do don't have haven't had hadn't did didn't was wasn't
    isn't hasn't weren't whatsoever anybody anyone anything one any sort my dear love mate sir ma'am that that's those them this these it thought thoughts feeling feelings idea ideas like kind sort doctor
    sir ma'am and or nobody nobody's someone somebody something think thinking about would wouldn't i'd to me the does doesn't isn't aren't want
    in way at to he she they it we please sorry by do doing done there there's who with of body sort take taking drink drinking use using smoke
    smoking hear hearing hurt hurting hit hitting cut cutting harm harming violent violence kill killing die dying dead suicide suicidal
    voices drugs alcohol beat beating threaten touch force treat bad badly wrong kindly family husband wife partner son daughter
    mother father children anything kids my he's she's they're dear darling love others people myself themselves something's us be been being has him her heard hears seen saw see felt feel had taken took drunk used happened happens those`,
  ),
)

/** Words of a question in the form of its answer: `hurting yourself` – `hurting myself`. */
const asAnswered: Readonly<Record<string, string>> = {
  you: 'i',
  your: 'my',
  yours: 'mine',
  yourself: 'myself',
  are: 'am',
  were: 'was',
}

/** True if an answer says no and then retracts or limits it. */
export function isQualifiedNo(answer: string): boolean {
  return answersNo(answer) && (takenBack.test(answer) || limitedPattern.test(answer.trim()))
}

/**
 * True if an answer is a complete and unqualified no: every part of every sentence says no, in plain words or words of the
 * question. `No. I pick.` and `No, my mother.` are not. For questions about risk, only this is a denial (D34).
 */
export function isFirmNo(answer: string, question = ''): boolean {
  if (!answersNo(answer) || isQualifiedNo(answer) || rejectsOnlyWording.test(answer) || unfinishedPattern.test(answer))
    return false
  const known = new Set(wordTexts(question).flatMap((word) => [word, asAnswered[word] ?? word]))
  const stems = new Set(Array.from(known, stemOf))
  const isAsked = (word: string) => known.has(word) || stems.has(stemOf(word))
  const isKnown = (word: string) => plainWords.has(word) || isAsked(word)
  return splitSentences(answer).every(
    (sentence) => wordTexts(withoutReassurance(sentence)).every(isKnown) && everyPartSaysNo(sentence, isAsked),
  )
}

/** True if words limit or reopen a no, with a reason, a time or a means. */
export function opensAgain(text: string): boolean {
  return (
    takenBack.test(text) ||
    reopenedPattern.test(text) ||
    splitSentences(text).some((one) => limitedPattern.test(one.trim()))
  )
}

/** A word without its ending: `hurt` for `hurting` and `hurts`. */
const stemOf = (word: string) => word.replace(/(?:ing|ed|es|s|e)$/, '').replace(/(.)\1$/, '$1')

const vaguePattern =
  /\b(?:well|sometimes|occasionally|maybe|perhaps|now and (?:again|then)|once in a while|at times|kind of|sort of|i (?:guess|suppose)|except|unless|not (?:really|exactly|much|often|always|seriously))\b/i
const pastPattern =
  /\b(?:last|ago|back (?:then|when|in|home)|before|[Ii]n (?:\p{Lu}\p{Ll}+|(?:19|20)\d\d)|used to|years?|months|when i was|since|was|had|did|prayed)\b/u

/**
 * True if an answer is a no about the present that only the past reopens: `Not now, no. Last winter, yes.` Such a no supports a
 * denial with the same limit.
 */
export function isLimitedNo(answer: string): boolean {
  if (!answersNo(answer) || vaguePattern.test(answer)) return false
  const [, ...rest] = splitSentences(answer)
  return rest.every(
    (sentence) => isNegated(sentence) || pastPattern.test(sentence) || !/\b(?:yes|yeah|yep)\b/i.test(sentence),
  )
}

/** True for a no that is repeated at the end and not reopened in between: `No, no. I'm low, but not that.` */
export function isRepeatedNo(answer: string): boolean {
  if (!answersNo(answer) || vaguePattern.test(answer)) return false
  const sentences = splitSentences(answer)
  const last = sentences.at(-1)?.split(/[,;]/).at(-1) ?? ''
  const between = sentences
    .slice(1)
    .join(' ')
    .slice(0, -last.length || undefined)
  const isOpened = reopenedPattern.test(between.replace(/\b(?:but|only|just|because)\b/gi, ' '))
  return (
    sentences.length > 1 &&
    isNegated(last) &&
    !limitedPattern.test(last.trim()) &&
    wordTexts(last).length <= 4 &&
    !isOpened
  )
}

const cutOff =
  /\b(?:no(?!\s+(?:longer|doubt|wonder))|not(?!\s+(?:only|just|sure))|never|without|cannot|\w+(?:n|\sn)['’]t|(?:do|does|did|is|are|was|were|have|has|had|would|could|should|ca|wo)nt)\s+(?:[\p{L}'’]+\s+){0,3}$/iu
/** Words that end the scope of a negation, or exempt the words after them: `can't stop thinking`. */
const outOfReach =
  /\b(?:and|but|because|so|or|if|when|while|that|which|who|since|until|then|stop|help|know|believe|without)\s+(?:[\p{L}'’]+\s+){0,3}$/iu

/** True if the words after these words of a sentence are negated: `I never` before `slept well`. */
export function endsWithNegation(before: string): boolean {
  return cutOff.test(before) && !outOfReach.test(before)
}

/**
 * The denials of a statement, each as its terms: `denies suicidal ideation or alcohol use` gives two. A denial without content
 * (`said no`) gives none.
 */
export function denialsIn(statement: string): string[][] {
  return splitSentences(statement).flatMap((sentence) =>
    scopesIn(sentence).flatMap((scope) =>
      scope
        .split(/,|;|\b(?:and|or|nor)\b/i)
        .map(termsOf)
        .filter((terms) => terms.length > 0),
    ),
  )
}

/** Matches `Hallucinations denied` and `… are denied`, which deny the words before them. */
const passivePattern = /^(.+?)\s+(?:(?:is|are|was|were)\s+)?(?:also\s+)?denied\W*$/i

function scopesIn(sentence: string): string[] {
  const turned = passivePattern.exec(sentence)?.[1]
  if (turned !== undefined) return [turned]
  return Array.from(sentence.matchAll(triggerPattern), (match) => scopeAfter(sentence, match.index + match[0].length))
}

/** The words that a denial applies to: up to the end of its clause, and at most 14. */
function scopeAfter(sentence: string, from: number): string {
  const rest = sentence.slice(from)
  const end = rest.search(
    /;|:|\.\s|,?\s+\b(?:but|although|though|however|because|except|yet|while|when|since|until)\b/i,
  )
  const clause = end < 0 ? rest : rest.slice(0, end)
  return clause.split(/\s+/).slice(0, 14).join(' ')
}

/** True if a text names all denied terms; of three or more, at least two thirds. */
const carries = (text: string, terms: readonly string[]) => {
  const said = new Set(termsOf(text))
  const particular = terms.filter((term) => !generalTerms.has(term))
  const wanted = particular.length > 0 ? particular : terms
  const named = wanted.filter((term) => said.has(term)).length
  return wanted.length < 3 ? named === wanted.length : named * 3 >= wanted.length * 2
}

/** Facts that only the client can deny: the therapist's `you didn't hurt anybody` is not enough. */
const grave: ReadonlySet<string> = new Set(termsOf('suicide homicide selfharm hallucination injure abuse'))

/** True if a denial is about risk. */
export function isAboutRisk(terms: readonly string[]): boolean {
  return terms.some((term) => grave.has(term))
}

/**
 * True if someone expressed this denial: a sentence that negates it, or a mention that another speaker answers with
 * no in the next turn. `utterances` are neighbors in the order they were said.
 */
export function isDenialStated(
  terms: readonly string[],
  utterances: readonly Utterance[],
  limit: 'firm' | 'limited' = 'firm',
): boolean {
  return utterances.some((utterance, at) => {
    const sentences = splitSentences(utterance.text)
    const isOwn = utterance.speaker !== 'therapist' || !isAboutRisk(terms)
    if (isOwn && sentences.some((sentence) => isNegated(sentence) && carries(sentence, terms))) return true
    const last = sentences.at(-1) ?? ''
    const isAsked = carries(last, terms) || (carries(utterance.text, terms) && utterance.text.includes('?'))
    return isAsked && isAnsweredWithNo(utterances, at, terms, limit)
  })
}

function isAnsweredWithNo(
  utterances: readonly Utterance[],
  at: number,
  terms: readonly string[],
  limit: 'firm' | 'limited',
): boolean {
  const asked = utterances[at]
  const answer = utterances.slice(at + 1, at + 3).find((next) => wordsOf(next.text).length > 0)
  if (!asked || !answer) return false
  const isOther = asked.speaker === 'unknown' || answer.speaker === 'unknown' || answer.speaker !== asked.speaker
  return (
    isOther &&
    (isAboutRisk(terms)
      ? isFirmNo(answer.text, asked.text) || (limit === 'limited' && isLimitedNo(answer.text))
      : answersNo(answer.text) && !isQualifiedNo(answer.text))
  )
}

function wordTexts(text: string): string[] {
  return wordsOf(text).map(({ text: word }) => word)
}

import { splitSentences } from '#shared/rules/sentences.ts'
import { type Token, tokensOf } from './grammar.ts'

export interface Word extends Token {
  /** True if a negation in the clause applies to the word. */
  isNegated: boolean
}

/** A part of a sentence with a verb of its own, or a sentence without any. */
export interface Clause {
  words: readonly Word[]
  /** The sentence that contains the clause. */
  sentence: string
  /**
   * Words of the previous clause that introduce this clause: `she says` before `they need altos`. Empty if there are
   * none.
   */
  frames: readonly Word[]
  /** Part of a sentence with `if` or `unless`. */
  isConditional: boolean
  isQuestion: boolean
}

const jointPattern =
  /^(?:and|or|but|because|although|though|while|whereas|when|which|who|whose|if|unless|since|before|after|until|till|so|where|as|plus)$/
const markPattern = /^(?:[,;:()–—-]+|\.\.\.|…|--)$/

/** Verbs of saying and thinking: the clause after them was said or thought. */
export const framingVerbs =
  /^(?:say|tell|think|believe|suppose|guess|reckon|feel|know|hear|hope|wish|report|state|mention|describe|explain|deny|denie|note|claim|admit|fear|worry|suspect|imagine|wonder|ask|go|mean|see|consider|dream|expect|notice|realize|conclude|agree|promise|confirm|acknowledge)$/

const negatorsPattern =
  /^(?:not|n't|no|never|none|nobody|nothing|neither|nor|without|hardly|rarely|seldom|barely|scarcely|cannot|denie|deny|denies|denied|denying|nowhere|nope|nah)$/
/** Verbs and adjectives with a negative meaning. */
const inherentPattern =
  /^(?:unable|fail|sober|dry|undecided|regret|undetermined|unsure|uncertain|missing|decline|refuse|reject|abstain|abstinent|stop|quit|cease|discontinue|lack|absent|absence|unaware|avoid|negative|deny|denie|prevent|disappear|resolve|no-one)$/

const isVerb = ({ pos }: Token) => pos === 'VERB' || pos === 'AUX'

/** True if a verb can be the main verb of a clause: not an infinitive after `to`, not a bare -ing form. */
function isFinite(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at]
  if (!token || !isVerb(token)) return false
  if (tokens[at - 1]?.text === 'to') return false
  if (!token.text.endsWith('ing')) return true
  return tokens.slice(Math.max(0, at - 3), at).some(({ lemma, pos }) => lemma === 'be' || pos === 'AUX')
}

const auxiliaryPattern = /^(?:will|would|can|could|may|might|must|should|do|does|did)$/

const hasVerb = (tokens: readonly Token[]) => tokens.some((_, at) => isFinite(tokens, at))
const subjectPronoun = /^(?:i|you|he|she|they|we|it|there|this|that)$/

/** True for a noun group followed by a verb: `the neighbor stole`. */
function hasOwnVerb(tokens: readonly Token[], from: number): boolean {
  const rest = tokens.slice(from, from + 6)
  const end = rest.findIndex(({ pos }) => !/^(?:DET|ADJ|NOUN|PROPN|PRON|NUM)$/.test(pos))
  return end > 0 && isFinite(tokens, from + end)
}

function startsClause(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at]
  if (!token) return false
  if (jointPattern.test(token.text) || markPattern.test(token.text)) return true
  const before = tokens[at - 1]
  // `provided that he rests`, but not `a letter was provided`.
  if (token.text === 'provided' && tokens[at + 1]?.text === 'that') return true
  if (!before || !framingVerbs.test(before.lemma) || !isVerb(before)) return false
  if (/^(?:DET|PROPN)$/.test(token.pos) || /^(?:my|your|his|her|our|their)$/.test(token.text))
    return hasOwnVerb(tokens, at)
  return token.text === 'that' || (subjectPronoun.test(token.text) && isVerb(tokens[at + 1] ?? before))
}

function segmentsOf(tokens: readonly Token[]): Token[][] {
  const segments: Token[][] = [[]]
  for (const [at, token] of tokens.entries()) {
    if (startsClause(tokens, at)) segments.push([])
    segments.at(-1)?.push(token)
  }
  return segments.filter((segment) => segment.length > 0)
}

/** True if a segment begins with `and` and an -ing form: `and seeing an adviser`. */
const isListed = ([first, second]: readonly Token[]) =>
  first?.text === 'and' && second?.pos === 'VERB' && second.text.endsWith('ing')

/** After a mark, only a segment with a subject is a clause: `, compared with three` belongs to the clause before. */
function isAside(segment: readonly Token[]): boolean {
  const [first, second] = segment
  if (!first || !markPattern.test(first.text)) return false
  const verb = segment.findIndex((token) => isVerb(token))
  return second?.pos === 'VERB' && verb === 1
}

/** True if one auxiliary belongs to both verbs: `I used to moan and complain`. */
function sharesAuxiliary(before: readonly Token[], [first, second]: readonly Token[]): boolean {
  const isBare = second?.pos === 'VERB' && second.text === second.lemma
  const isAuxiliary = ({ text, pos }: Token) => text === 'to' || (pos === 'AUX' && auxiliaryPattern.test(text))
  return isBare && /^(?:and|or)$/.test(first?.text ?? '') && before.some(isAuxiliary)
}

function joinSegments(segments: readonly Token[][]): Token[][] {
  const clauses: Token[][] = []
  let pending: Token[] = []
  for (const segment of segments) {
    const last = clauses.at(-1)
    if (last && (isAside(segment) || sharesAuxiliary(last, segment))) last.push(...segment)
    else if (hasVerb(segment) || isListed(segment)) {
      clauses.push([...pending, ...segment])
      pending = []
    } else if (last) last.push(...segment)
    else pending.push(...segment)
  }
  if (pending.length > 0) clauses.push(pending)
  return clauses
}

const negationEnds = /^(?:[,;:.–—]+|--+|but|because|although|though|since|until|when|while|except|that)$/

/** Marks the words that a negation applies to: up to the next mark or conjunction. */
function withNegation(tokens: readonly Token[]): Word[] {
  let isNegated = false
  return tokens.map((token, at) => {
    const isList =
      token.text === ',' && tokens.slice(at + 1, at + 8).some(({ text }) => text === 'or' || text === 'nor')
    if (negationEnds.test(token.text) && !isList) isNegated = false
    const isRather = token.text === 'rather' && tokens[at + 1]?.text === 'than'
    const isInstead = token.text === 'instead' && tokens[at + 1]?.text === 'of'
    const isOnly = token.text === 'not' && /^(?:only|just|sure)$/.test(tokens[at + 1]?.text ?? '')
    const isUnstoppable = token.text === 'not' && /^(?:stop|help)$/.test(tokens[at + 1]?.text ?? '')
    const isNegative =
      /^(?:negative|free|absence)$/.test(token.text) && /^(?:for|of|from)$/.test(tokens[at + 1]?.text ?? '')
    const beginsNoDoubt = token.text === 'no' && /^(?:doubt|wonder)$/.test(tokens[at + 1]?.text ?? '')
    if (
      (negatorsPattern.test(token.text) || isRather || isInstead || isNegative) &&
      !isOnly &&
      !beginsNoDoubt &&
      !isUnstoppable
    ) {
      isNegated = true
      return { ...token, isNegated: true }
    }
    return { ...token, isNegated }
  })
}

const conditionsPattern =
  /(?<!\b(?:even|as|see|ask|asked|know|wonder|wondered) )\b(?:if(?! (?:you (?:say so|like|want|ask)|that's (?:okay|ok|all right|fine)|anything|I'm honest|not|possible|that['’]s what you))|unless|provided that|in case)\b|^should \w+ (?:be|not|have|\w+) /i

/** `Headaches, no.`: repeats a topic from a question, and denies it. */
const deniedTopic = /^(?:\W*(?:well|oh|um|uh|so)\b,?\s+)?(?:\w+\s+){0,2}\w+,\s+(?:no|nope|nah|never|not at all)\b/i
const hasClauseVerb = (words: readonly Word[]) => words.some((word) => isVerb(word))

/** The part of a sentence before its `, no` is negated if it is only a topic. */
function withTopic(words: readonly Word[], sentence: string): readonly Word[] {
  if (!deniedTopic.test(sentence)) return words
  const end = words.findIndex(({ text }) => /^(?:no|nope|nah|never|not)$/.test(text))
  const topic = words.slice(0, Math.max(end, 0))
  return hasClauseVerb(topic) ? words : words.map((word, at) => (at < end ? { ...word, isNegated: true } : word))
}

/** True if a part names its subject directly after the conjunction: `…, and I've used it once`. */
const hasOwnSubject = ([, second]: readonly Token[]) => subjectPronoun.test(second?.text ?? '')

function clausesOfSentence(sentence: string): Clause[] {
  const tokens = tokensOf(sentence)
  const parts = joinSegments(segmentsOf(tokens))
  const isQuestion = /\?["”']*\s*$/.test(sentence)
  const isUnderCondition = conditionsPattern.test(sentence)
  const condition = parts.findIndex((part) => part.some(({ text }) => /^(?:if|unless|provided)$/.test(text)))
  return parts.map((part, at) => {
    const spoken = part.filter(({ pos }) => pos !== 'PUNCT')
    const isNext =
      condition >= 0 && at > condition && /^(?:and|but)$/.test(spoken[0]?.text ?? '') && hasOwnSubject(spoken)
    const isConditional = isUnderCondition && !isNext
    const before = parts[at - 1] ?? []
    const frames = framingVerbs.test(before.at(-1)?.lemma ?? '') || part[0]?.text === 'that' ? withNegation(before) : []
    return {
      words: at === 0 ? withTopic(withNegation(part), sentence) : withNegation(part),
      sentence,
      frames,
      isConditional,
      isQuestion,
    }
  })
}

/** The clauses of a text, sentence by sentence. */
export function clausesOf(text: string): Clause[] {
  return splitSentences(text).flatMap(clausesOfSentence)
}

/** True if a clause is negative in any way: by a negation, or by a word such as `declined`. */
export function saysNo({ words, frames }: Clause): boolean {
  return [...frames, ...words].some(
    ({ text, lemma }) => negatorsPattern.test(text) || inherentPattern.test(lemma) || inherentPattern.test(text),
  )
}

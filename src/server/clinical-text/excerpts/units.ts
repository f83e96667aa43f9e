import type { Evidence } from '#shared/contract/notes.ts'
import type { Transcript, Utterance } from '#shared/contract/transcripts.ts'
import { isQualifiedRefusal, isRefusal } from '../language/denials.ts'
import { sentenceSpans, type Span } from '#shared/rules/sentences.ts'
import { spokenTermsOf, wordsOf } from '../language/words.ts'
import { asQuotation, asSaid, asSentence, ended, sentenceOf, withoutFillers } from './clean.ts'
import { isLoneClause } from './third-person.ts'
import { cuesIn, moveOf, type Cue, type Move } from './cues.ts'

/** The smallest thing a note is made of: a sentence, or a therapist's question with the short answer to it. */
export interface Unit {
  /** Place in the session. */
  order: number
  /** Index of the utterance it comes from. */
  at: number
  who: 'client' | 'therapist' | 'answer'
  /** The label of somebody who is neither client nor therapist, else empty. */
  voice: string
  /** What a report is made of, without fillers. For an answer: the answer. */
  text: string
  /** The therapist's question before an answer. */
  question: string
  /** `text` and `question` as they may stand in quotation marks. */
  said: { text: string; question: string }
  /** What the therapist does with it; of an answer: of its question. */
  move: Move
  evidence: Evidence[]
  terms: ReadonlySet<string>
  cues: ReadonlySet<Cue>
  words: number
  /** Share of the words that are not fillers and repetitions. */
  fluency: number
  /** Broken off, or partly not understood. */
  isBroken: boolean
}

type Found = Omit<Unit, 'order'>

/** Words from which a sentence is cut into its clauses. */
const longest = 42

/** Everything in a transcript that could be reported. Greetings, murmurs and asides without content are left out. */
export function unitsOf(transcript: Transcript): Unit[] {
  const { utterances } = transcript
  const pieces = utterances.map(({ text }) => piecesOf(text))
  const taken = new Set<number>()
  const units = utterances.flatMap((utterance, at) => {
    const question = utterance.speaker !== 'client' ? null : questionBefore(utterances, pieces, at)
    const own = pieces[at] ?? []
    const told = question && answerSpan(question, utterance, own)
    const answer = question && told && !taken.has(at) ? answerUnit(question, utterance, at, told) : null
    const from = answer && told?.isWhole ? own.length : answer || taken.has(at) ? 1 : 0
    const found = own.slice(from).map((span, index) => {
      const isLast = from + index === own.length - 1
      const next = isLast ? continuationOf(utterances, at) : -1
      const rest = next < 0 ? undefined : pieces[next]?.[0]
      if (rest) taken.add(next)
      return sentenceUnit(at, [partOf(utterance, span), ...(rest ? [partOf(utterances[next], rest)] : [])], utterance)
    })
    return [answer, ...found].filter((unit) => unit !== null)
  })
  const answered = new Set(units.filter(({ who, cues }) => who === 'answer' && cues.has('grave')).map(askedIn))
  return units
    .filter((unit) => unit.who !== 'therapist' || !answered.has(askedIn(unit)))
    .map((unit, order) => ({ ...unit, order }))
}

/** A grave question is told with its answer only; this is what both units share. */
const askedIn = ({ evidence }: Found) => `${evidence[0]?.utteranceId} ${evidence[0]?.quote}`

function partOf(utterance: Utterance | undefined, span: Span): Evidence {
  return { utteranceId: utterance?.id ?? '', quote: utterance?.text.slice(span.start, span.end) ?? '' }
}

/** The utterance with which an interrupted speaker goes on, after a murmur of the other; -1 when there is none. */
function continuationOf(utterances: readonly Utterance[], at: number): number {
  const [utterance, murmur, next] = utterances.slice(at, at + 3)
  if (!utterance || !murmur || !next || next.speaker !== utterance.speaker || murmur.speaker === utterance.speaker)
    return -1
  const isCut = /[-–—,]\s*$|[\p{L}\p{N}]\s*$/u.test(utterance.text)
  const isMurmur = wordsOf(murmur.text).length <= 3 && !murmur.text.includes('?')
  return isCut && isMurmur && /^\s*[-–—]|^\s*\p{Ll}/u.test(next.text) ? at + 2 : -1
}

/** A sentence that ends in one of these was broken off, one that begins so was cut out of another. */
const danglingEnd =
  /\b(?:it's|that's|there's|i'm|they're|the|a|an|and|to|of|is|but|what|like|because|i|in|or|so|my|your|their|with|from|was|were|at|than)\.$|^(?:that in the|of|which)\b/i

/** With one of these even a sentence with a single word of content says something. */
const tellingCues: readonly Cue[] = ['symptom', 'feeling', 'observed']

function sentenceUnit(at: number, evidence: Evidence[], { speaker, label }: Utterance): Found | null {
  const quote = evidence.map((part) => part.quote.replace(/^[\s–—-]+|[\s–—-]+$/g, '')).join(' ')
  const plain = withoutFillers(quote)
  const text = sentenceOf(plain)
  const said = evidence.map((part) => asSaid(part.quote)).join(' … ')
  const quotation = sentenceOf(said)
  const terms = new Set(spokenTermsOf(text))
  const words = wordsOf(text).length
  const cues = cuesIn(text)
  const isTelling = terms.size > 1 || tellingCues.some((cue) => cues.has(cue))
  if (words < 3 || terms.size === 0 || !isTelling || (speaker === 'therapist' && idle.test(text))) return null
  const isTherapist = speaker === 'therapist'
  const isTagged = isTherapist && text.endsWith('.') && quote.trimEnd().endsWith('?')
  return {
    at,
    who: isTherapist ? 'therapist' : 'client',
    voice: speaker === 'other' ? label.trim() || 'Another person' : '',
    text,
    question: '',
    said: { text: quotation, question: '' },
    move: moveOf(isTagged ? text : plain),
    evidence,
    terms,
    cues,
    words,
    fluency: Math.min(1, words / wordsOf(quotation).length),
    isBroken: text.includes('…') || /[-–—,]\s*$/.test(quote) || danglingEnd.test(text) || isLoneClause(text),
  }
}

interface Question {
  utterance: Utterance
  quote: string
  text: string
  /** As it may stand in quotation marks. */
  said: string
}

/** A question by its form, where the transcript has no question marks. */
const interrogative =
  /^(?:(?:do|did|have|are|were|has|is|was|any) (?:you|your|there|he|she|it|any|ever|\w+ (?:you|your))\b|any \w+|(?:what|how|when|where|which|who)(?:'s| (?:is|are|do|did|does|was|were|would|about|often|many|much|long|has|have)) )/i

/** A therapist's sentence as a question, or null when it is none. */
function asQuestion(quote: string): string | null {
  const text = asSentence(quote)
  if (text.endsWith('?')) return text
  return interrogative.test(text) ? asking(text) : null
}

/** The question that the utterance at `at` may answer: the end of the therapist's turn right before it. */
function questionBefore(utterances: readonly Utterance[], pieces: readonly Span[][], at: number): Question | null {
  const utterance = utterances[at - 1]
  if (!utterance || utterance.speaker !== 'therapist') return null
  const spans = pieces[at - 1] ?? []
  const last = spans.at(-1)
  if (!last) return null
  const quote = utterance.text.slice(last.start, last.end)
  const text = asQuestion(quote)
  if (!text) return null
  const before = spans.at(-2)
  const whole = before ? utterance.text.slice(before.start, last.end) : quote
  const isVague = spokenTermsOf(quote).length < 2 && wordsOf(whole).length <= 28
  const asked = isVague ? whole : quote
  return { utterance, quote: asked, text: isVague ? asking(asSentence(whole)) : text, said: asking(asQuotation(asked)) }
}

/** `When did that happen?` without what was said before. */
const isUnclear = (question: string) =>
  /\b(?:that|it|this|there|they|them|those|one)\b/i.test(question) && spokenTermsOf(question).length < 2

const asking = (text: string) => text.replace(/[.?\s]*$/, '?')

/** Questions that ask for leave, or for nothing. */
const idle =
  /\b(?:do you mind|is (?:it|that) (?:okay|ok|alright|all right)|can i|may i|could i|can you (?:hear|see)|does that make sense|can you (?:go ahead|tell|open|squeeze|touch|show)|how are you feeling(?: today)?|make sense|how are you\b|how's it going|anything else|any (?:other )?questions|why is that|really|you know|ready|sound good)\b[^?]{0,40}\?$/i
const unsaid =
  /^(?:i )?(?:don't|do not|didn't) know\b|^not sure\b|^i'm not sure\b|^\W*$|^(?:okay|sure|go for it|all right|alright|please|thank you|thanks)\b/i

interface ToldSpan extends Span {
  isWhole: boolean
}

/** Most words of an answer that is told whole. */
const longestWhole = 60

/** The part of a turn that is told as the answer: all of it where risk is asked about, and where a no is taken back. */
function answerSpan(question: Question, { text }: Utterance, spans: readonly Span[]): ToldSpan | null {
  const [first, last] = [spans[0], spans.at(-1)]
  if (!first || !last) return null
  const mustBeWhole = cuesIn(question.text).has('grave') || isQualifiedRefusal(text)
  const isWhole = mustBeWhole && wordsOf(text).length <= longestWhole
  return { start: first.start, end: isWhole ? last.end : first.end, isWhole }
}

function answerUnit(question: Question, utterance: Utterance, at: number, told: ToldSpan): Found | null {
  const quote = utterance.text.slice(told.start, told.end)
  const text = asAnswer(quote)
  const count = wordsOf(text).length
  const asked = question.text
  const asks = wordsOf(asked).length
  const terms = new Set([...spokenTermsOf(asked), ...spokenTermsOf(text)])
  const isShort = count > 0 && (told.isWhole || count <= 7 || (isRefusal(quote) && count <= 12))
  if (!isShort || asks < 2 || asks > 32 || terms.size < 2 || idle.test(asked) || unsaid.test(text)) return null
  return {
    at,
    who: 'answer',
    voice: '',
    text,
    question: asked,
    said: { text: ended(asSaid(quote)), question: question.said },
    move: 'asked',
    evidence: [{ utteranceId: question.utterance.id, quote: question.quote }, partOf(utterance, told)],
    terms,
    cues: cuesIn(`${asked} ${text}`),
    words: asks + count,
    fluency: 1,
    isBroken: text.includes('…') || isUnclear(asked),
  }
}

/** Keeps the `no` and `yes` that a sentence in the note would lose. */
const asAnswer = (quote: string) => ended(withoutFillers(quote).replace(/[\s–—-]+$/, ''))

/** Sentences, the long ones cut where a clause begins. */
function piecesOf(text: string): Span[] {
  return sentenceSpans(text).flatMap(({ start, end }) => {
    const sentence = text.slice(start, end)
    if (wordsOf(sentence).length <= longest) return [{ start, end }]
    return clausesOf(sentence).map((clause) => ({ start: start + clause.start, end: start + clause.end }))
  })
}

/** Where a clause may begin in speech that runs on without full stops, as some engines write it. */
const clauseStart = new RegExp(
  [
    String.raw`(?:[,;]\s+|\s+[–—-]+\s+|\s+)(?=`,
    String.raw`(?:and|but|so|because|also|then|or)\s+(?:i|i'm|i've|i'll|you|you're|you've|your|we|we'll|we're|it|it's|that|that's|they|he|she|the|there|there's|let's|my|this|for|on|no|now|if|when|take|continue|go|just)\b`,
    String.raw`|(?:on|for) your (?:\w+ ){0,2}(?:exam|problem|condition)s?\b`,
    String.raw`|let's\b|(?:i'm|i am|we're) (?:gonna|going to)\b|i (?:do )?(?:want|wanna|would like)\b|i (?:do not|don't|do) appreciate\b|(?:okay|alright|now|so)\b)`,
  ].join(''),
  'gi',
)
const shortestClause = 9

function clausesOf(sentence: string): Span[] {
  const clauses: Span[] = []
  let start = 0
  for (const match of sentence.matchAll(clauseStart)) {
    const isShort = wordsOf(sentence.slice(start, match.index)).length < shortestClause
    const isEnd = sentence.length - match.index < 60 && wordsOf(sentence.slice(match.index)).length < 4
    if (isShort || isEnd) continue
    clauses.push({ start, end: match.index })
    start = match.index + match[0].length
  }
  return [...clauses, { start, end: sentence.length }]
}

import type { Evidence } from '#shared/contract/notes.ts'
import type { Transcript, Utterance } from '#shared/contract/transcripts.ts'
import type { Span } from '#shared/rules/sentences.ts'
import { undertakingIn, type Undertaking } from '../language/undertakings.ts'
import { spokenTermsOf, wordsOf } from '../language/words.ts'
import { isLoneClause } from './clauses.ts'
import { asSentence, withoutFillers } from './clean.ts'
import { cuesIn, moveOf, type Cue, type Move } from './cues.ts'
import { type Exchange, exchangeAt, idle, partOf, type Turn } from './exchanges.ts'
import { isObservation } from './observations.ts'
import { type Piece, piecesOf } from './pieces.ts'

/** The smallest passage: a sentence, or a therapist's question with the answer to it. */
export interface Unit {
  /** Place in the session. */
  order: number
  /** Index of the utterance it comes from. */
  at: number
  who: 'client' | 'therapist' | 'answer'
  /** The label of somebody who is neither client nor therapist, else empty. */
  voice: string
  /** What rules read: without fillers. For an answer: the answer. */
  text: string
  /** The therapist's question before an answer, as rules read it. */
  question: string
  /** The words as they were spoken; `…` where a sentence was cut or interrupted. */
  said: { text: string; question: string }
  /** Where it stands in its utterance; null for what is put together from several. */
  span: Span | null
  /** What the therapist does with it; of an answer: of its question. */
  move: Move
  /** What the speaker undertakes or proposes. */
  undertaking: Undertaking | null
  /** A therapist's observation of the client in the room. */
  isObservation: boolean
  evidence: Evidence[]
  terms: ReadonlySet<string>
  cues: ReadonlySet<Cue>
  words: number
  /** Share of the words that are not fillers and repetitions. */
  fluency: number
  /** Broken off, or partly not understood. */
  isBroken: boolean
  /** A pair of question and answer that is told in full or not at all. */
  isWhole: boolean
}

type Found = Omit<Unit, 'order'>

/** Everything in a transcript that could be shown. Greetings, murmurs and asides without content are left out. */
export function unitsOf(transcript: Transcript): Unit[] {
  const turns = transcript.utterances.map((utterance) => ({ utterance, pieces: piecesOf(utterance.text) }))
  /** Pieces at the beginning of turns that stand in a unit already. */
  const taken = new Map<number, number>()
  const units = turns.flatMap((turn, at) => {
    const exchange = taken.has(at) ? null : exchangeAt(turns, at)
    for (const [index, count] of exchange?.taken ?? []) taken.set(index, count)
    const from = taken.get(at) ?? 0
    const found = turn.pieces.slice(from).map((piece, index) => {
      const next = from + index === turn.pieces.length - 1 ? continuationOf(turns, at) : -1
      const rest = next < 0 ? undefined : turns[next]
      if (rest) taken.set(next, 1)
      return sentenceUnit(at, turn.utterance, piece, rest)
    })
    return [exchange && answerUnit(exchange, at), ...found].filter((unit) => unit !== null)
  })
  const answered = units.filter(({ isWhole }) => isWhole).flatMap(({ evidence }) => evidence.slice(0, 1))
  return units
    .filter((unit) => unit.who !== 'therapist' || !isAskedIn(unit, answered))
    .map((unit, order) => ({ ...unit, order }))
}

/** A question whose answer is told whole is told with it only. */
const isAskedIn = ({ evidence: [own] }: Found, answered: readonly Evidence[]) =>
  own !== undefined &&
  answered.some(({ utteranceId, quote }) => utteranceId === own.utteranceId && quote.includes(own.quote))

/** The turn with which an interrupted speaker goes on, after a murmur of the other; -1 when there is none. */
function continuationOf(turns: readonly Turn[], at: number): number {
  const [own, murmur, next] = turns.slice(at, at + 3).map(({ utterance }) => utterance)
  if (!own || !murmur || !next || next.speaker !== own.speaker || murmur.speaker === own.speaker) return -1
  const isCut = /[-–—,]\s*$|[\p{L}\p{N}]\s*$/u.test(own.text)
  const isMurmur = wordsOf(murmur.text).length <= 3 && !murmur.text.includes('?')
  return isCut && isMurmur && /^\s*[-–—]|^\s*\p{Ll}/u.test(next.text) ? at + 2 : -1
}

/** A sentence that ends in one of these was broken off, one that begins so was cut out of another. */
const danglingEnd =
  /\b(?:it's|that's|there's|i'm|they're|the|a|an|and|to|of|is|but|what|like|because|i|in|or|so|my|your|their|with|from|was|were|at|than)\.$|^(?:that in the|of|which)\b/i

/** With one of these even a sentence with a single word of content says something. */
const tellingCues: readonly Cue[] = ['symptom', 'feeling', 'observed']

function sentenceUnit(at: number, utterance: Utterance, piece: Piece, rest: Turn | undefined): Found | null {
  const [restPiece] = rest?.pieces ?? []
  const evidence = [partOf(utterance, piece), ...(rest && restPiece ? [partOf(rest.utterance, restPiece)] : [])]
  const quote = evidence.map((part) => part.quote.replace(/^[\s–—-]+|[\s–—-]+$/g, '')).join(' ')
  const { speaker } = utterance
  const text = asSentence(quote)
  const terms = new Set(spokenTermsOf(text))
  const words = wordsOf(text).length
  const cues = cuesIn(text)
  const isTherapist = speaker === 'therapist'
  const isClient = !isTherapist && voiceOf(utterance) === ''
  const undertaking = isTherapist ? undertakingIn(quote, 'therapist') : isClient ? undertakingIn(quote, 'client') : null
  const isTelling = terms.size > 1 || undertaking !== null || tellingCues.some((cue) => cues.has(cue))
  if (words < 3 || terms.size === 0 || !isTelling || (isTherapist && idle.test(text))) return null
  const isTagged = isTherapist && text.endsWith('.') && quote.trimEnd().endsWith('?')
  return {
    at,
    who: isTherapist ? 'therapist' : 'client',
    voice: voiceOf(utterance),
    text,
    question: '',
    said: { text: markedCut(evidence, piece), question: '' },
    span: rest ? null : { start: piece.start, end: piece.end },
    move: moveOf(isTagged ? text : withoutFillers(quote)),
    undertaking,
    isObservation: isTherapist && isObservation(quote),
    evidence,
    terms,
    cues,
    words,
    fluency: Math.min(1, words / wordsOf(quote).length),
    isBroken: text.includes('…') || /[-–—,]\s*$/.test(quote) || danglingEnd.test(text) || isLoneClause(text),
    isWhole: false,
  }
}

/** Who speaks where it is neither client nor therapist, or not known; else empty. */
function voiceOf({ speaker, label }: Utterance): string {
  if (speaker === 'other') return label.trim() || 'Another person'
  return speaker === 'unknown' ? label.trim() || 'Unknown speaker' : ''
}

const markedCut = (evidence: readonly Evidence[], { isCutBefore, isCutAfter }: Piece) =>
  `${isCutBefore ? '… ' : ''}${evidence.map(({ quote }) => quote).join(' … ')}${isCutAfter ? ' …' : ''}`

function answerUnit({ asked, question, answer, isWhole }: Exchange, at: number): Found {
  const said = answer.map(({ quote }) => quote).join(' … ')
  const text = withoutFillers(said)
  return {
    at,
    who: 'answer',
    voice: '',
    text,
    question: asked,
    said: { text: said, question: question.quote },
    span: null,
    move: 'asked',
    undertaking: undertakingIn(said, 'client'),
    isObservation: false,
    evidence: [question, ...answer],
    terms: new Set([...spokenTermsOf(asked), ...spokenTermsOf(text)]),
    cues: cuesIn(`${asked} ${text}`),
    words: wordsOf(question.quote).length + wordsOf(said).length,
    fluency: 1,
    isBroken: !isWhole && (text.includes('…') || isUnclear(asked)),
    isWhole,
  }
}

/** `When did that happen?` without what was said before. */
const isUnclear = (question: string) =>
  /\b(?:that|it|this|there|they|them|those|one)\b/i.test(question) && spokenTermsOf(question).length < 2

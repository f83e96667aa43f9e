import type { Evidence } from '#shared/contract/notes.ts'
import type { Transcript, Utterance } from '#shared/contract/transcripts.ts'
import type { Span } from '#shared/rules/sentences.ts'
import { voiceOf } from '../evidence/voice.ts'
import { undertakingIn, type Undertaking } from '../language/undertakings.ts'
import { spokenTermsOf, wordsOf } from '../language/words.ts'
import { isLoneClause } from './clauses.ts'
import { asSentence, withoutFillers } from './clean.ts'
import { cuesIn, moveOf, type Cue, type Move } from './cues.ts'
import { type Exchange, exchangeAt, isProposal } from './exchanges.ts'
import { isObservation } from './observations.ts'
import { resemblesPlan } from './plans/resembles-plan.ts'
import { isInterjection, isQuestion, isUninformative } from './questions.ts'
import { type Segment, segmentsOf } from './segments.ts'
import { isSameVoice } from '../evidence/voice.ts'
import { partOf, type Turn } from './turns.ts'

/** The smallest unit of an excerpt: a sentence, or a therapist's question with its answer. */
export interface Unit {
  /** Position in the session. */
  order: number
  /** Index of the utterance that contains the unit. */
  at: number
  who: 'client' | 'therapist' | 'answer'
  /** Label of a speaker who is neither client nor therapist, else empty. */
  voice: string
  /** Text without fillers, for rules. For an answer: the answer. */
  text: string
  /** The therapist's question before an answer, without fillers. */
  question: string
  /** The words as spoken; `…` marks a cut or interruption. */
  said: { text: string; question: string }
  /** Position of the unit in its utterance; null if the unit combines several utterances. */
  span: Span | null
  /** The therapist's move; for an answer, the move of its question. */
  move: Move
  /** A plan or proposal of the speaker. */
  undertaking: Undertaking | null
  /** True if it belongs in a plan: an undertaking, or words that resemble one. */
  isPlan: boolean
  /** True for a therapist's observation of the client in the room. */
  isObservation: boolean
  evidence: Evidence[]
  terms: ReadonlySet<string>
  cues: ReadonlySet<Cue>
  words: number
  /** Share of words that are not fillers or repetitions. */
  fluency: number
  /** True if the unit is broken off or partly inaudible. */
  isBroken: boolean
  /** True for a question and answer that must be shown completely or not at all. */
  isWhole: boolean
}

type Found = Omit<Unit, 'order'>

/** All parts of a transcript that could be shown. Drops greetings, short reactions and asides without content. */
export function unitsOf(transcript: Transcript): Unit[] {
  const turns = transcript.utterances.map((utterance) => ({ utterance, segments: segmentsOf(utterance.text) }))
  /** Number of leading segments of a turn that already belong to a unit, by turn. */
  const takenUntil = new Map<number, number>()
  const units = turns.flatMap((turn, at) => {
    const exchange = takenUntil.has(at) ? null : exchangeAt(turns, at)
    for (const [index, count] of exchange?.taken ?? []) takenUntil.set(index, count)
    const from = takenUntil.get(at) ?? 0
    const found = turn.segments.slice(from).map((segment, index) => {
      const next = from + index === turn.segments.length - 1 ? continuationOf(turns, at) : -1
      const rest = next < 0 ? undefined : turns[next]
      if (rest) takenUntil.set(next, 1)
      return sentenceUnit(at, turn.utterance, segment, rest)
    })
    return [exchange && answerUnit(exchange, at, turn.utterance), ...found].filter((unit) => unit !== null)
  })
  const answered = units.filter(({ isWhole }) => isWhole).flatMap(({ evidence }) => evidence)
  return units
    .filter((unit) => unit.who !== 'therapist' || !isAskedIn(unit, answered))
    .map((unit, order) => ({ ...unit, order }))
}

/** True for a question whose answer is shown completely. The question then appears only with the answer. */
const isAskedIn = ({ evidence: [questionEvidence] }: Found, answered: readonly Evidence[]) =>
  questionEvidence !== undefined &&
  answered.some(
    ({ utteranceId, quote }) => utteranceId === questionEvidence.utteranceId && quote.includes(questionEvidence.quote),
  )

/** Index of the turn in which an interrupted speaker continues after an interjection; -1 if there is none. */
function continuationOf(turns: readonly Turn[], at: number): number {
  const [turn, reaction, next] = turns.slice(at, at + 3).map(({ utterance }) => utterance)
  if (!turn || !reaction || !next || !isSameVoice(turn, next) || isSameVoice(turn, reaction)) return -1
  const isCut = /[-–—,]\s*$|[\p{L}\p{N}]\s*$/u.test(turn.text) && !isQuestion(turn.text)
  return isCut && isInterjection(reaction.text) && /^\s*[-–—]|^\s*\p{Ll}/u.test(next.text) ? at + 2 : -1
}

/** Endings of a sentence that was broken off, and beginnings of a fragment of another sentence. */
const danglingEnd =
  /\b(?:it's|that's|there's|i'm|they're|the|a|an|and|to|of|is|but|what|like|because|i|in|or|so|my|your|their|with|from|was|were|at|than)\.$|^(?:that in the|of|which)\b/i

/** With one of these cues, even a sentence with a single content word is informative. */
const informativeCues: readonly Cue[] = ['symptom', 'feeling', 'observed']

function sentenceUnit(at: number, utterance: Utterance, segment: Segment, rest: Turn | undefined): Found | null {
  const [restSegment] = rest?.segments ?? []
  const evidence = [partOf(utterance, segment), ...(rest && restSegment ? [partOf(rest.utterance, restSegment)] : [])]
  const quote = evidence.map((part) => part.quote.replace(/^[\s–—-]+|[\s–—-]+$/g, '')).join(' ')
  const { speaker } = utterance
  const text = asSentence(quote)
  const terms = new Set(spokenTermsOf(text))
  const words = wordsOf(text).length
  const cues = cuesIn(text)
  const isTherapist = speaker === 'therapist'
  const isClient = !isTherapist && voiceOf(utterance) === ''
  const role = isTherapist ? 'therapist' : isClient ? 'client' : null
  const undertaking = role && undertakingIn(quote, role)
  const isPlan = undertaking !== null || (role !== null && !cues.has('risk') && resemblesPlan(quote, role))
  const isInformative = terms.size > 1 || isPlan || informativeCues.some((cue) => cues.has(cue))
  if (words < 3 || terms.size === 0 || !isInformative || (isTherapist && isUninformative(text))) return null
  const isTagged = isTherapist && text.endsWith('.') && quote.trimEnd().endsWith('?')
  return {
    at,
    who: isTherapist ? 'therapist' : 'client',
    voice: voiceOf(utterance),
    text,
    question: '',
    said: { text: markedCut(evidence, segment), question: '' },
    span: rest ? null : { start: segment.start, end: segment.end },
    move: moveOf(isTagged ? text : withoutFillers(quote)),
    undertaking,
    isPlan,
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

const joinedQuotes = (evidence: readonly Evidence[]) => evidence.map(({ quote }) => quote).join(' … ')

const markedCut = (evidence: readonly Evidence[], { isCutBefore, isCutAfter }: Segment) =>
  `${isCutBefore ? '… ' : ''}${joinedQuotes(evidence)}${isCutAfter ? ' …' : ''}`

function answerUnit({ asked, question, answer, isWhole }: Exchange, at: number, utterance: Utterance): Found {
  const spoken = joinedQuotes(question)
  const said = joinedQuotes(answer)
  const text = withoutFillers(said)
  const cues = cuesIn(`${asked} ${text}`)
  const undertaking = undertakingIn(said, 'client')
  return {
    at,
    who: 'answer',
    voice: voiceOf(utterance),
    text,
    question: asked,
    said: { text: said, question: spoken },
    span: null,
    move: 'asked',
    undertaking,
    isPlan: undertaking !== null || (!cues.has('risk') && (resemblesPlan(said, 'client') || isAgreedPlan(asked, said))),
    isObservation: false,
    evidence: [...question, ...answer],
    terms: new Set([...spokenTermsOf(asked), ...spokenTermsOf(text)]),
    cues,
    words: wordsOf(spoken).length + wordsOf(said).length,
    fluency: 1,
    isBroken: !isWhole && (text.includes('…') || isUnclear(asked)),
    isWhole,
  }
}

const assentPattern =
  /^\W*(?:(?:oh|um|uh|well|hm+|mm+|honestly|i think|i guess)[\s,.]+)*(?:(?:mm+|i think so)(?=\W*$)|mhm|yes|yeah|yep|yup|sure|ok(?:ay)?|all ?right|alright|mm-?hmm|uh-?huh|definitely|absolutely|certainly|of course|gladly|agreed|deal|fine|please|great|perfect|good (?:idea|plan)|why not|let's|will do|i(?:'ll| will| can| could| would| promise)|i(?:'d| would) (?:be|like|love)|that(?:'s| is| sounds| would be| works| suits)|sounds|works|happy to)\b|\b(?:(?:that|it|this|\w+days?|mornings?|afternoons?|evenings?|noon|\d+|o'clock) works?|suits (?:me|us)|(?:is|sounds|be) (?:good|fine|great|okay|perfect))\b/i
const refusalPattern =
  /n['’]t\b|\b(?:not|no|never|but|cannot|rather|skip|hate|instead|refuse|pass|forget (?:it|that)|too (?:hard|much|soon|scary|late)|scares?|waste)\b/i

/** True for a proposal of the therapist that the client accepts. */
const isAgreedPlan = (question: string, answer: string) =>
  assentPattern.test(answer) && !refusalPattern.test(answer) && isProposal(question)

/** True for a question that is unclear without the sentence before it, such as `When did that happen?` */
const isUnclear = (question: string) =>
  /\b(?:that|it|this|there|they|them|those|one)\b/i.test(question) && spokenTermsOf(question).length < 2

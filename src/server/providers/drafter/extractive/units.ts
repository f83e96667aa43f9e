import type { Evidence } from '#shared/contract/notes.ts'
import type { Transcript, Utterance } from '#shared/contract/transcripts.ts'
import { isRefusal } from '#shared/rules/denials.ts'
import { sentenceSpans } from '#shared/rules/sentences.ts'
import { spokenTermsOf, wordsOf } from '#shared/rules/words.ts'
import { asSentence } from './clean.ts'
import { cuesIn, type Cue } from './cues.ts'

/** The smallest thing a note is made of: a sentence, or a therapist's question with the short answer to it. */
export interface Unit {
  /** Place in the session. */
  order: number
  /** Index of the utterance it comes from, for neighbours. */
  at: number
  who: 'client' | 'therapist' | 'answer'
  /** What is shown, without fillers. For an answer: the answer. */
  text: string
  /** The therapist's question before an answer. */
  question: string
  evidence: Evidence[]
  terms: ReadonlySet<string>
  cues: ReadonlySet<Cue>
  words: number
}

const longest = 42

/** Everything in a transcript that could be reported. Greetings, murmurs and unanswered small talk have no content and are left out. */
export function unitsOf(transcript: Transcript): Unit[] {
  const { utterances } = transcript
  const units: Omit<Unit, 'order'>[] = []
  utterances.forEach((utterance, at) => {
    const question = isAboutClient(utterance) ? questionBefore(utterances, at) : null
    const answer = question && answerUnit(question, utterance, at)
    if (answer) units.push(answer)
    const spans = piecesOf(utterance.text)
    units.push(
      ...(answer ? spans.slice(1) : spans).flatMap(({ start, end }) => {
        const unit = sentenceUnit(utterance, at, utterance.text.slice(start, end))
        return unit ? [unit] : []
      }),
    )
  })
  return units.map((unit, order) => ({ ...unit, order }))
}

const isAboutClient = ({ speaker }: Utterance) => speaker !== 'therapist'

function sentenceUnit(utterance: Utterance, at: number, quote: string): Omit<Unit, 'order'> | null {
  const text = asSentence(quote)
  const terms = new Set(spokenTermsOf(text))
  const words = wordsOf(text).length
  if (words < 4 || terms.size < 2) return null
  return {
    at,
    who: utterance.speaker === 'therapist' ? 'therapist' : 'client',
    text,
    question: '',
    evidence: [{ utteranceId: utterance.id, quote }],
    terms,
    cues: cuesIn(quote),
    words,
  }
}

interface Question {
  utterance: Utterance
  quote: string
}

/** The question that the utterance at `at` may answer: the last sentence of the therapist right before it. */
function questionBefore(utterances: readonly Utterance[], at: number): Question | null {
  const utterance = utterances[at - 1]
  if (!utterance || utterance.speaker !== 'therapist') return null
  const last = sentenceSpans(utterance.text).at(-1)
  const quote = last ? utterance.text.slice(last.start, last.end) : ''
  return quote.endsWith('?') ? { utterance, quote } : null
}

const isBareAgreement = (text: string) => /^(?:yes|yeah|yep|mm-?hmm|right|okay|ok|sure|exactly)\W*$/i.test(text)

function answerUnit(question: Question, utterance: Utterance, at: number): Omit<Unit, 'order'> | null {
  const first = piecesOf(utterance.text)[0]
  if (!first) return null
  const quote = utterance.text.slice(first.start, first.end)
  const text = asAnswer(quote)
  const count = wordsOf(text).length
  const isShort = count <= 7 || (isRefusal(quote) && count <= 12)
  const asked = asSentence(question.quote)
  const terms = new Set([...spokenTermsOf(asked), ...spokenTermsOf(text)])
  const asks = wordsOf(asked).length
  if (!isShort || count === 0 || asks < 2 || asks > 32 || terms.size < 2) return null
  if (isBareAgreement(text) && asks < 4) return null
  return {
    at,
    who: 'answer',
    text,
    question: asked,
    evidence: [
      { utteranceId: question.utterance.id, quote: question.quote },
      { utteranceId: utterance.id, quote },
    ],
    terms,
    cues: cuesIn(`${question.quote} ${quote}`),
    words: asks + count,
  }
}

function asAnswer(quote: string): string {
  const text = asSentence(quote)
  return isRefusal(quote) && !isRefusal(text) ? `No, ${text.charAt(0).toLowerCase()}${text.slice(1)}` : text
}

/** Sentences, the long ones cut where a clause begins. */
function piecesOf(text: string): { start: number; end: number }[] {
  return sentenceSpans(text).flatMap(({ start, end }) => {
    const sentence = text.slice(start, end)
    if (wordsOf(sentence).length <= longest) return [{ start, end }]
    return clausesOf(sentence).map((clause) => ({ start: start + clause.start, end: start + clause.end }))
  })
}

function clausesOf(sentence: string): { start: number; end: number }[] {
  const clauses: { start: number; end: number }[] = []
  let start = 0
  for (const match of sentence.matchAll(
    /[,;]\s+(?=(?:and|but|so|because|then|or|uh|um|i|it|he|she|that's)\b)|\s+[–—-]+\s+/gi,
  )) {
    if (wordsOf(sentence.slice(start, match.index)).length < 12) continue
    clauses.push({ start, end: match.index })
    start = match.index + match[0].length
  }
  return [...clauses, { start, end: sentence.length }]
}

import type { Evidence } from '#shared/contract/notes.ts'
import type { Transcript, Utterance } from '#shared/contract/transcripts.ts'
import type { Span } from '#shared/rules/sentences.ts'
import { isFiller, soundMark, wordsOf } from '../language/words.ts'

/**
 * Where a quote stands in a text, as characters of the text, or null. Words must follow each other as quoted; case,
 * punctuation and white space do not matter, and fillers such as `uh` and marks such as `[sighs]` may be left out.
 */
export function findQuote(quote: string, text: string): Span | null {
  const meant = meantWords(quote)
  const wanted = meant.length > 0 ? meant : wordsOf(quote)
  const spoken = meant.length > 0 ? meantWords(text) : wordsOf(text)
  if (wanted.length === 0) return findVerbatim(quote, text)
  const last = spoken.length - wanted.length
  for (let at = 0; at <= last; at += 1) {
    if (!wanted.every((word, step) => word.text === spoken[at + step]?.text)) continue
    const start = spoken[at]?.start ?? 0
    const end = spoken[at + wanted.length - 1]?.end ?? start
    return { start, end }
  }
  return null
}

const meantWords = (text: string) =>
  wordsOf(text.replace(soundMark, (mark) => ' '.repeat(mark.length))).filter((word) => !isFiller(word.text))

/** A quote without words, such as `…`, stands where its marks stand. */
function findVerbatim(quote: string, text: string): Span | null {
  const wanted = quote.trim().toLowerCase()
  const start = wanted === '' ? -1 : text.toLowerCase().indexOf(wanted)
  return start < 0 ? null : { start, end: start + wanted.length }
}

/** Where the quote of an evidence stands in the utterance it names, or null when it does not. */
export function locateQuote(evidence: Evidence, transcript: Transcript): ({ utterance: Utterance } & Span) | null {
  const utterance = transcript.utterances.find(({ id }) => id === evidence.utteranceId)
  const span = utterance && findQuote(evidence.quote, utterance.text)
  return utterance && span ? { utterance, ...span } : null
}

/** A quote that stands in the transcript, in the transcript's own words. */
export interface Standing extends Span {
  /** Which utterance of the transcript it is, from 0. */
  at: number
  utterance: Utterance
  quote: string
}

export function standingQuotes(evidence: readonly Evidence[], transcript: Transcript): Standing[] {
  return evidence.flatMap((one) => {
    const at = transcript.utterances.findIndex(({ id }) => id === one.utteranceId)
    const utterance = transcript.utterances[at]
    const span = utterance && findQuote(one.quote, utterance.text)
    return utterance && span ? [{ at, utterance, ...span, quote: utterance.text.slice(span.start, span.end) }] : []
  })
}

/** What remains of a statement when speech in quotation marks that stands in the quotes is taken out. */
export function withoutStandingSpeech(text: string, quotes: readonly string[]): string {
  return text.replace(/“([^“”]+)”|"([^"]+)"/g, (whole, curly?: string, straight?: string) => {
    const pieces = (curly ?? straight ?? '').split(/…|\.\.\.|\s\/\s/).filter((piece) => wordsOf(piece).length > 0)
    const isSpoken =
      pieces.length > 0 && pieces.every((piece) => quotes.some((quote) => findQuote(piece, quote) !== null))
    return isSpoken ? ' ' : whole
  })
}

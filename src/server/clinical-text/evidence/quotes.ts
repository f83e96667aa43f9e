import type { Evidence } from '#shared/contract/notes.ts'
import type { Transcript, Utterance } from '#shared/contract/transcripts.ts'
import { turnsCitedAs } from '#shared/rules/cited-turn.ts'
import type { Span } from '#shared/rules/sentences.ts'
import { isFiller, soundMark, wordsOf } from '../language/words.ts'

/**
 * Position of a quote in a text, in characters, or null. The words must be consecutive. Case, punctuation and white
 * space do not count; fillers such as `uh` and marks such as `[sighs]` may be missing.
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

/** Finds a quote without words, such as `…`, by its characters. */
function findVerbatim(quote: string, text: string): Span | null {
  const wanted = quote.trim().toLowerCase()
  const start = wanted === '' ? -1 : text.toLowerCase().indexOf(wanted)
  return start < 0 ? null : { start, end: start + wanted.length }
}

/**
 * Position of a quote in its utterance, or in the utterance to which an edit moved its words. Null if it is in neither.
 */
export function locateQuote(
  { utteranceId, quote }: Evidence,
  { utterances }: Pick<Transcript, 'utterances'>,
): ({ utterance: Utterance } & Span) | null {
  for (const utterance of turnsCitedAs(utterances, utteranceId)) {
    const span = findQuote(quote, utterance.text)
    if (span) return { utterance, ...span }
  }
  return null
}

/** A quote that the transcript contains, in the words of the transcript. */
export interface LocatedQuote extends Span {
  /** Index of the utterance in the transcript, from 0. */
  at: number
  utterance: Utterance
  quote: string
}

export function locatedQuotes(evidence: readonly Evidence[], transcript: Transcript): LocatedQuote[] {
  return evidence.flatMap((one) => {
    const located = locateQuote(one, transcript)
    if (!located) return []
    const { utterance, start, end } = located
    return [{ ...located, at: transcript.utterances.indexOf(utterance), quote: utterance.text.slice(start, end) }]
  })
}

/** A statement without the quoted speech that the quotes contain. */
export function withoutQuotedSpeech(text: string, quotes: readonly string[]): string {
  return text.replace(/“([^“”]+)”|"([^"]+)"/g, (whole, curly?: string, straight?: string) => {
    const pieces = (curly ?? straight ?? '').split(/…|\.\.\.|\s\/\s/).filter((piece) => wordsOf(piece).length > 0)
    const isSpoken =
      pieces.length > 0 && pieces.every((piece) => quotes.some((quote) => findQuote(piece, quote) !== null))
    return isSpoken ? ' ' : whole
  })
}

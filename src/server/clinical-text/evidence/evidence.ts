import type { Check, Evidence, Statement } from '#shared/contract/notes.ts'
import type { Transcript, Utterance } from '#shared/contract/transcripts.ts'
import { denialsIn, isCutOff, isNegated, isVoiced } from '../language/denials.ts'
import { withoutNames } from '../language/names.ts'
import { amountsIn, datesIn } from '../language/numbers.ts'
import type { Span } from '#shared/rules/sentences.ts'
import { generalTerms, isFiller, soundMark, termsOf, wordsOf } from '../language/words.ts'

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

interface Standing {
  at: number
  utterance: Utterance
  quote: string
  /** Where the quote begins in the utterance. */
  start: number
}

function standingQuotes(evidence: readonly Evidence[], transcript: Transcript): Standing[] {
  return evidence.flatMap((one) => {
    const at = transcript.utterances.findIndex(({ id }) => id === one.utteranceId)
    const utterance = transcript.utterances[at]
    const span = utterance && findQuote(one.quote, utterance.text)
    return utterance && span
      ? [{ at, utterance, quote: utterance.text.slice(span.start, span.end), start: span.start }]
      : []
  })
}

/**
 * The one check of a statement against the transcript, the same for every drafter. In this order:
 * 1. `number`: a number, date, dose or score whose value (with its unit, where both name one) no standing quote contains.
 * 2. `denial`: a denial that nobody voiced in the cited utterances and their neighbours (in the whole transcript when no
 *    quote stands).
 * 3. `unsupported`: no quote stands; or less than half of the statement's content words are carried by the cited utterances
 *    and the turn before each, or none of them by the quotes themselves and the turn before; or it reports what the client
 *    said from the therapist's words alone; or it speaks of better where only worse was said (and the other way round); or
 *    a quote leaves out the negation before it, and the statement has none.
 * 4. `supported` otherwise.
 * @param client what the note calls the client, which is no claim and no date (`May reports …`)
 */
export function checkStatement(
  text: string,
  evidence: readonly Evidence[],
  transcript: Transcript,
  client = '',
): Check {
  const standing = standingQuotes(evidence, transcript)
  const quotes = standing.map(({ quote }) => quote)
  const own = withoutNames(withoutStandingSpeech(text, quotes), client)
  if (hasForeignNumber(own, quotes)) return 'number'
  if (hasForeignDenial(own, standing, transcript)) return 'denial'
  return isCarried(own, standing, transcript) && !isTurnedRound(text, standing) ? 'supported' : 'unsupported'
}

/** A statement with only the quotes that stand, each as the words of the transcript, and its check. */
export function checkedStatement(
  text: string,
  evidence: readonly Evidence[],
  transcript: Transcript,
  client = '',
): Statement {
  const standing = standingQuotes(evidence, transcript).map(({ utterance, quote }) => ({
    utteranceId: utterance.id,
    quote,
  }))
  const distinct = standing.filter(
    (one, at) =>
      standing.findIndex((other) => other.utteranceId === one.utteranceId && other.quote === one.quote) === at,
  )
  return { text, evidence: distinct, check: checkStatement(text, evidence, transcript, client) }
}

/** What remains when speech in quotation marks that stands in the quotes is taken out. */
function withoutStandingSpeech(text: string, quotes: readonly string[]): string {
  return text.replace(/“([^“”]+)”|"([^"]+)"/g, (whole, curly?: string, straight?: string) => {
    const pieces = (curly ?? straight ?? '').split(/…|\.\.\.|\s\/\s/).filter((piece) => wordsOf(piece).length > 0)
    const isSpoken =
      pieces.length > 0 && pieces.every((piece) => quotes.some((quote) => findQuote(piece, quote) !== null))
    return isSpoken ? ' ' : whole
  })
}

function hasForeignNumber(text: string, quotes: readonly string[]): boolean {
  const spoken = amountsIn(quotes.join(' . '))
  const dates = new Set(quotes.flatMap(datesIn))
  return (
    datesIn(text).some((date) => !dates.has(date)) ||
    amountsIn(text).some(
      ({ value, unit, isVague }) =>
        !isVague &&
        !spoken.some((said) => said.value === value && (unit === null || said.unit === null || said.unit === unit)),
    )
  )
}

function hasForeignDenial(text: string, standing: readonly Standing[], transcript: Transcript): boolean {
  const denials = denialsIn(text)
  if (denials.length === 0) return false
  const near = transcript.utterances.filter((_, index) => standing.some(({ at }) => Math.abs(at - index) <= 1))
  const heard = standing.length > 0 ? near : transcript.utterances
  return denials.some((terms) => !isVoiced(terms, heard))
}

const reportsClient =
  /^\s*(?:the\s+)?(?:client|patient|he|she|they|\p{Lu}\p{L}+)\s+(?:also\s+)?(?:report|state|say|said|describe|endorse|den[iy]|express|mention|acknowledge|note|voice)/iu

function isTurnedRound(text: string, standing: readonly Standing[]): boolean {
  return !isNegated(text) && standing.some(({ utterance, start }) => isCutOff(utterance.text.slice(0, start)))
}

function isCarried(own: string, standing: readonly Standing[], transcript: Transcript): boolean {
  if (standing.length === 0) return false
  const isClientHeard = standing.some(({ utterance }) => utterance.speaker !== 'therapist')
  if (!isClientHeard && reportsClient.test(own) && !/^therapist\b/i.test(own)) return false
  const terms = claimedBy(own)
  const before = standing.map(({ at }) => transcript.utterances[at - 1]?.text ?? '')
  const quoted = termsOf([...standing.map(({ quote }) => quote), ...before].join(' . '))
  if (isOpposite(terms, quoted)) return false
  if (terms.size === 0) return true
  const near = new Set([...quoted, ...termsOf(standing.map(({ utterance }) => utterance.text).join(' . '))])
  const carried = [...terms].filter((term) => near.has(term))
  return carried.length * 2 >= terms.size && quoted.some((term) => terms.has(term))
}

/** What a statement says beyond who says it: terms without the leading name and, where others remain, without general ones. */
function claimedBy(text: string): ReadonlySet<string> {
  const terms = new Set(termsOf(text.replace(leadingName, ' ')))
  const particular = [...terms].filter((term) => !generalTerms.has(term))
  return particular.length > 0 ? new Set(particular) : terms
}

const leadingName =
  /^\s*\p{Lu}[\p{L}'’-]*(?=\s+(?:also\s+)?(?:is|was|has|had|will|would|can|cannot|does|did|feels?|felt|plans|wants)\b)/u

const opposites: readonly (readonly [string, string])[] = [
  ['improv', 'worsen'],
  ['increas', 'decreas'],
]

function isOpposite(terms: ReadonlySet<string>, said: readonly string[]): boolean {
  return opposites
    .flatMap(([one, other]) => [[one, other] as const, [other, one] as const])
    .some(([claimed, heard]) => terms.has(claimed) && !said.includes(claimed) && said.includes(heard))
}

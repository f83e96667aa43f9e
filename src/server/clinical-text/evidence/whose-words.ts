import type { Speaker } from '#shared/contract/transcripts.ts'
import { asClient } from '../language/names.ts'
import type { Finding } from './claim.ts'
import { findQuote, type LocatedQuote } from './quotes.ts'
import { voiceOf } from './voice.ts'

const reportsClient =
  /^\s*(?:the\s+)?(?:client|patient|he|she|they)\s+(?:also\s+)?(?:report|state|say|said|describe|endorse|den[iy]|express|mention|acknowledge|note|voice)/i
const quotesTherapist = /^\s*(?:the\s+)?(?:therapist|clinician|counsell?or|provider)\s+\w+:?\s*[“"]/i
const quotesClient = /^\s*(?:the\s+)?(?:client|patient)\s+\w+:?\s*[“"]/i
const exchangePattern = /^\s*when asked [“"]([^“”"]+)[”"], (.+?) answered [“"]([^“”"]+)[”"]/i

const reasons: Readonly<Record<Exclude<Speaker, 'unknown'>, (meant: 'client' | 'therapist') => string>> = {
  therapist: () => 'The therapist said this, not the client.',
  client: () => 'The client said this, not the therapist.',
  other: (meant) => `Another speaker said this, not the ${meant}.`,
}

/** A finding if neither the person meant nor an unknown speaker said any of the passages. */
function notFrom(meant: 'client' | 'therapist', located: readonly LocatedQuote[]): Finding | null {
  const [speaker] = located.map(({ utterance }) => utterance.speaker)
  const isOthers = located.every((one) => one.utterance.speaker !== meant && one.utterance.speaker !== 'unknown')
  return isOthers && speaker && speaker !== 'unknown' ? { reason: reasons[speaker](meant) } : null
}

const citing = (words: string, located: readonly LocatedQuote[]) =>
  located.filter(({ quote }) => findQuote(quote, words) !== null || findQuote(words, quote) !== null)

/**
 * A report of the client that cites the therapist's words only, or a quotation that another person said. The speaker of
 * a turn may have been corrected after the draft.
 */
export function whoseWords(statement: string, client: string, located: readonly LocatedQuote[]): Finding | null {
  if (located.length === 0) return null
  const [, question, answerer, answer] = exchangePattern.exec(statement) ?? []
  if (question !== undefined && answerer !== undefined && answer !== undefined) {
    const asked = citing(question, located)
    const isOfClient = asked.length > 0 && asked.every(({ utterance }) => utterance.speaker === 'client')
    if (isOfClient) return notFrom('therapist', asked)
    const answers = citing(answer, located)
    return answers.some(({ utterance }) => voiceOf(utterance) === answerer && answerer !== client.trim())
      ? null
      : notFrom('client', answers)
  }
  const text = asClient(statement, client)
  if (quotesTherapist.test(text)) return notFrom('therapist', located)
  if (quotesClient.test(text)) return notFrom('client', located)
  const isAlone = located.every(({ utterance }) => utterance.speaker === 'therapist')
  return isAlone && reportsClient.test(text) ? notFrom('client', located) : null
}

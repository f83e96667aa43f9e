import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import type { LiveUtterance, Suggestion, SuggestionSource } from '#shared/contract/insights.ts'
import type { Transcript } from '#shared/contract/transcripts.ts'
import { checkStatement } from '#server/clinical-text/evidence/evidence.ts'
import { findQuote } from '#server/clinical-text/evidence/quotes.ts'
import { estimateTokens } from '../../drafter/language-model/parts.ts'
import { type HistoryLine, mostSuggestions, type SuggestionRequest } from '../port.ts'
import { type AskModel, tokensBeside } from './analyze.ts'
import { suggestionInstructions, suggestionPrompt } from './prompt.ts'

const Answer = z.object({
  suggestions: z.array(
    z.object({ text: z.string(), sources: z.array(z.object({ line: z.string(), quote: z.string() })) }),
  ),
})
type Written = z.infer<typeof Answer>['suggestions'][number]

/** More of the session than this makes the answer slow; the newest is read. */
const mostTokens = 12_000
const longestText = 300

/**
 * What the model suggests, as far as its sources stand.
 * @throws AnalystError
 */
export async function suggestWith(
  ask: AskModel,
  contextTokens: number,
  request: SuggestionRequest,
): Promise<Suggestion[]> {
  const { clientFirstName, history, signal } = request
  signal.throwIfAborted()
  if (request.utterances.length === 0 && history.length === 0) return []
  const fence = `data-${randomUUID().slice(0, 8)}`
  const frame = suggestionInstructions + suggestionPrompt({ clientFirstName, utterances: [], history, fence })
  const utterances = newest(request.utterances, Math.min(mostTokens, tokensBeside(frame, contextTokens)))
  const prompt = suggestionPrompt({ clientFirstName, utterances, history, fence })
  const { suggestions } = await ask({ instructions: suggestionInstructions, prompt, schema: Answer, signal })
  return suggestions
    .flatMap((one) => standing(one, utterances, history, clientFirstName) ?? [])
    .slice(0, mostSuggestions)
}

function newest(utterances: readonly LiveUtterance[], tokens: number): LiveUtterance[] {
  let left = tokens
  const from = utterances.findLastIndex(({ text }) => (left -= estimateTokens(text) + 6) < 0)
  return utterances.slice(from + 1)
}

/** A suggestion with the sources that stand; null without one, and where it claims a number or a denial that they do not hold. */
function standing(
  { text, sources }: Written,
  utterances: readonly LiveUtterance[],
  history: readonly HistoryLine[],
  client: string,
): Suggestion | null {
  const plain = text.replace(/\s+/g, ' ').trim()
  if (plain === '' || plain.length > longestText) return null
  const lines = asTranscript(utterances, history)
  const found = sources.flatMap(({ line, quote }) => {
    const id = line.replace(/[[\]\s]/g, '').toUpperCase()
    const source = lines.utterances.find((one) => one.id === id)
    const span = source && findQuote(quote, source.text)
    return source && span ? [{ id, quote: source.text.slice(span.start, span.end) }] : []
  })
  const evidence = found.map(({ id, quote }) => ({ utteranceId: id, quote }))
  const check = checkStatement(plain, evidence, lines, client)
  if (found.length === 0 || check === 'number' || check === 'denial') return null
  return { text: plain, sources: found.map(({ id, quote }) => sourceOf(id, quote, utterances, history)) }
}

function sourceOf(
  id: string,
  quote: string,
  utterances: readonly LiveUtterance[],
  history: readonly HistoryLine[],
): SuggestionSource {
  const at = Number(id.slice(1)) - 1
  return id.startsWith('S')
    ? { quote, utteranceId: utterances[at]?.id ?? null, date: null }
    : { quote, utteranceId: null, date: history[at]?.date ?? null }
}

/** All that was shown to the model, under the names it was shown by. */
function asTranscript(utterances: readonly LiveUtterance[], history: readonly HistoryLine[]): Transcript {
  const line = (id: string, text: string) => ({ id, text, speaker: 'unknown' as const, label: '', start: 0, end: 0 })
  return {
    utterances: [
      ...utterances.map(({ text }, at) => line(`S${at + 1}`, text)),
      ...history.map(({ text }, at) => line(`N${at + 1}`, text)),
    ],
    language: 'en',
    engine: 'live',
    hasTimes: false,
  }
}

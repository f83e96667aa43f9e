import * as z from 'zod'
import type { LiveUtterance, Suggestion, SuggestionSource } from '#shared/contract/insights.ts'
import type { Evidence, Statement } from '#shared/contract/notes.ts'
import type { Transcript } from '#shared/contract/transcripts.ts'
import { addressesSoftware } from '#server/clinical-text/evidence/addresses-software.ts'
import { findQuote } from '#server/clinical-text/evidence/quotes.ts'
import { threads } from '#server/threads/pool.ts'
import { newFence } from '../../drafter/language-model/fence.ts'
import { estimateTokens } from '../../drafter/language-model/parts.ts'
import { type HistoryLine, maxSuggestions, type SuggestionRequest } from '../port.ts'
import { type AskModel, inputTokenBudget } from './analyze.ts'
import { suggestionBeginning, suggestionInstructions, suggestionPrompt } from './prompt.ts'

const Answer = z.object({
  suggestions: z.array(
    z.object({ text: z.string(), sources: z.array(z.object({ line: z.string(), quote: z.string() })) }),
  ),
})
type Written = z.infer<typeof Answer>['suggestions'][number]

/** Maximum tokens of live text, the newest first; more would make the answer slow. */
const maxTokens = 12_000
const maxTextLength = 300

/**
 * The model's suggestions, with sources that occur in the live text or the history.
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
  const fence = newFence()
  const frame = suggestionInstructions + suggestionPrompt({ clientFirstName, utterances: [], history, fence })
  const utterances = newest(request.utterances, Math.min(maxTokens, inputTokenBudget(frame, contextTokens)))
  const prompt = suggestionPrompt({ clientFirstName, utterances, history, fence })
  const { suggestions } = await ask({ instructions: suggestionInstructions, prompt, schema: Answer, signal })
  const transcript = asTranscript(utterances, history)
  const statements = suggestions.flatMap((one) => withKnownSources(one, transcript) ?? [])
  const checked = await threads.run('checkStatements', { statements, transcript, client: clientFirstName }, signal)
  return checked
    .filter(({ check }) => check !== 'number' && check !== 'denial')
    .map(({ text, evidence }) => ({ text, sources: evidence.map((one) => sourceOf(one, utterances, history)) }))
    .slice(0, maxSuggestions)
}

function newest(utterances: readonly LiveUtterance[], tokens: number): LiveUtterance[] {
  let remainingTokens = tokens
  const from = utterances.findLastIndex(({ text }) => (remainingTokens -= estimateTokens(text) + 6) < 0)
  return utterances.slice(from + 1)
}

/**
 * A suggestion with the sources that occur in `utterances`. Null without one, if a source instructs software, or if the
 * text is too long or begins differently.
 */
function withKnownSources(
  { text, sources }: Written,
  { utterances }: Transcript,
): Pick<Statement, 'text' | 'evidence'> | null {
  const plain = text.replace(/\s+/g, ' ').trim()
  if (!plain.startsWith(`${suggestionBeginning} `) || plain.length > maxTextLength) return null
  const found = sources.flatMap(({ line, quote }) => {
    const id = line.replace(/[[\]\s]/g, '').toUpperCase()
    const source = utterances.find((one) => one.id === id)
    const span = source && findQuote(quote, source.text)
    return source && span ? [{ source, span }] : []
  })
  if (found.length === 0 || found.some(({ source, span }) => addressesSoftware(source.text, span))) return null
  const evidence = found.map(({ source: { id, text: said }, span }) => ({
    utteranceId: id,
    quote: said.slice(span.start, span.end),
  }))
  return { text: plain, evidence }
}

function sourceOf(
  { utteranceId, quote }: Evidence,
  utterances: readonly LiveUtterance[],
  history: readonly HistoryLine[],
): SuggestionSource {
  const at = Number(utteranceId.slice(1)) - 1
  return utteranceId.startsWith('S')
    ? { quote, utteranceId: utterances[at]?.id ?? null, date: null }
    : { quote, utteranceId: null, date: history[at]?.date ?? null }
}

/** The live text and the history, with the ids that the model was shown. */
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

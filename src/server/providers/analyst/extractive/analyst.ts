import type { Insights, Suggestion } from '#shared/contract/insights.ts'
import { runApart } from '../../apart.ts'
import type { AnalysisRequest, Analyst, SuggestionRequest } from '../port.ts'
import { insightsOf } from '#server/clinical-text/insights/analyze.ts'
import { suggestionsFrom } from '#server/clinical-text/insights/suggest.ts'

/** What a thread of its own is asked for. */
export type Asked =
  | { kind: 'analyze'; request: Omit<AnalysisRequest, 'signal'> }
  | { kind: 'suggest'; request: Omit<SuggestionRequest, 'signal'> }

/** Characters of speech, some two minutes of it, up to which the answer comes sooner than a thread begins. */
const shortCharacters = 2000

/**
 * Finds insights without a language model. Every sentence rests on words that were said; what the check does not support is
 * left out. What takes longer runs on a thread, and leaves the process free for what else it serves.
 */
export function createExtractiveAnalyst(): Analyst {
  return {
    async analyze({ signal, ...request }) {
      signal.throwIfAborted()
      const insights = isShort(request.transcript.utterances)
        ? insightsOf(request)
        : await apart<Insights>({ kind: 'analyze', request }, signal)
      return { insights, analyst: 'extractive' }
    },
    async suggest({ signal, ...request }) {
      signal.throwIfAborted()
      return isShort(request.utterances)
        ? suggestionsFrom(request)
        : await apart<Suggestion[]>({ kind: 'suggest', request }, signal)
    },
  }
}

const apart = <T>(asked: Asked, signal: AbortSignal) =>
  runApart<T>(new URL('./thread.ts', import.meta.url), asked, signal)

function isShort(utterances: readonly { text: string }[]): boolean {
  return utterances.reduce((sum, { text }) => sum + text.length, 0) <= shortCharacters
}

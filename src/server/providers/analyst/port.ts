import type { Insights, LiveUtterance, Suggestion } from '#shared/contract/insights.ts'
import type { Transcript } from '#shared/contract/transcripts.ts'

export interface AnalysisRequest {
  transcript: Transcript
  clientFirstName: string
  signal: AbortSignal
}

export interface Analysis {
  /** Statements are checked: `check` is the result of the evidence check. */
  insights: Insights
  analyst: 'extractive' | 'language-model'
}

/** Words of an earlier session's note: its plan, focus, or an open concern. */
export interface HistoryLine {
  /** yyyy-MM-dd of that session. */
  date: string
  kind: 'plan' | 'focus' | 'concern'
  text: string
}

export interface SuggestionRequest {
  /** Live text so far, without speakers, in spoken order. */
  utterances: readonly LiveUtterance[]
  clientFirstName: string
  /** Newest session first. */
  history: readonly HistoryLine[]
  signal: AbortSignal
}

/** Maximum number of suggestions. To read more, a therapist would have to stop listening. */
export const maxSuggestions = 4

/** Finds insights of a session, and suggestions during a session. The functions throw AnalystError without a usable answer. */
export interface Analyst {
  /** Finds nothing in a transcript with fewer than 40 spoken words. */
  analyze(request: AnalysisRequest): Promise<Analysis>
  /** At most `maxSuggestions`, each with passages that occur word for word in the live text or the history. */
  suggest(request: SuggestionRequest): Promise<Suggestion[]>
}

export class AnalystError extends Error {
  readonly transient: boolean
  constructor(detail: string, transient = false, options?: ErrorOptions) {
    super(detail, options)
    this.name = 'AnalystError'
    this.transient = transient
  }
}

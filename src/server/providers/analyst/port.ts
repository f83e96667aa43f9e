import type { Insights, LiveUtterance, Suggestion } from '#shared/contract/insights.ts'
import type { Transcript } from '#shared/contract/transcripts.ts'

export interface AnalysisRequest {
  transcript: Transcript
  clientFirstName: string
  signal: AbortSignal
}

export interface Analysis {
  /** Statements are checked: `check` is the result of the one evidence check. */
  insights: Insights
  analyst: 'extractive' | 'language-model'
}

/** Words of an earlier session's note: what was planned, what it was about, and what stood as a concern. */
export interface HistoryLine {
  /** yyyy-MM-dd of that session. */
  date: string
  kind: 'plan' | 'focus' | 'concern'
  text: string
}

export interface SuggestionRequest {
  /** Live text so far, without speakers, in the order it was said. */
  utterances: readonly LiveUtterance[]
  clientFirstName: string
  /** Newest session first. */
  history: readonly HistoryLine[]
  signal: AbortSignal
}

/** Suggestions at one time: more would be read instead of listening. */
export const mostSuggestions = 4

/** Finds what a therapist may want to see of a session, or come to in one. Both throw AnalystError when no answer can be had. */
export interface Analyst {
  /** Of a transcript with fewer than 40 spoken words nothing is found. */
  analyze(request: AnalysisRequest): Promise<Analysis>
  /** At most `mostSuggestions`, each with passages that stand word for word in the live text or the history. */
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

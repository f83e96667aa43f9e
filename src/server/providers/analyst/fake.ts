import { noInsights, type Suggestion } from '#shared/contract/insights.ts'
import { checkedStatement } from '#server/clinical-text/evidence/evidence.ts'
import { hasEnoughSpeech } from '#server/clinical-text/language/spoken-words.ts'
import { type AnalysisRequest, type Analyst, AnalystError, maxSuggestions, type SuggestionRequest } from './port.ts'

export interface FakeAnalyst extends Analyst {
  /** All requests so far. */
  readonly requests: AnalysisRequest[]
  readonly suggestionRequests: SuggestionRequest[]
  /** Fails the next request with this error. */
  failNext(detail: string, transient?: boolean): void
}

/** An analyst for tests of other parts: quotes the client's first words, and fails on request. */
export function createFakeAnalyst(): FakeAnalyst {
  const requests: AnalysisRequest[] = []
  const suggestionRequests: SuggestionRequest[] = []
  let failure: AnalystError | null = null
  const failOnRequest = () => {
    const error = failure
    failure = null
    if (error) throw error
  }
  return {
    requests,
    suggestionRequests,
    failNext(detail, transient = false) {
      failure = new AnalystError(detail, transient)
    },
    async analyze(request) {
      request.signal.throwIfAborted()
      requests.push(request)
      failOnRequest()
      const { transcript, clientFirstName } = request
      const said = transcript.utterances.find(({ speaker }) => speaker !== 'therapist')
      if (!said || !hasEnoughSpeech(transcript)) return { insights: noInsights, analyst: 'extractive' }
      const evidence = [{ utteranceId: said.id, quote: said.text }]
      const theme = checkedStatement(`${clientFirstName} reports: “${said.text}”`, evidence, transcript)
      return { insights: { ...noInsights, mainThemes: [theme] }, analyst: 'extractive' }
    },
    async suggest(request) {
      request.signal.throwIfAborted()
      suggestionRequests.push(request)
      failOnRequest()
      const { utterances, history } = request
      const spoken = utterances.map(({ id, text }) => ({ quote: text, utteranceId: id, date: null }))
      const written = history.map(({ date, text }) => ({ quote: text, utteranceId: null, date }))
      return [...spoken.slice(0, 1), ...written.slice(0, 1)]
        .map((source): Suggestion => ({ text: `You may want to come back to “${source.quote}”`, sources: [source] }))
        .slice(0, maxSuggestions)
    },
  }
}

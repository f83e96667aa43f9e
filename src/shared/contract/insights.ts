import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { SessionId } from './ids.ts'
import { Statement } from './notes.ts'

/** The results of an analysis of a session (spec core §3), each sentence with its source. */
export const Insights = z.object({
  mainThemes: z.array(Statement),
  clientMood: z.array(Statement),
  therapeuticTechniquesUsed: z.array(Statement),
  suggestedFollowUp: z.array(Statement),
  potentialConcerns: z.array(Statement),
})
export type Insights = z.infer<typeof Insights>

/** Insights without results, also after a failed analysis. */
export const noInsights: Insights = {
  mainThemes: [],
  clientMood: [],
  therapeuticTechniquesUsed: [],
  suggestedFollowUp: [],
  potentialConcerns: [],
}

/** `none`: the analysis was never requested. A failed analysis has empty fields and a user-facing sentence. */
export const SessionInsights = z.object({
  sessionId: SessionId,
  state: z.enum(['none', 'analyzing', 'ready', 'failed']),
  error: z.string().nullable(),
  insights: Insights,
  /** `extractive` insights were found without a language model. */
  analyst: z.enum(['extractive', 'language-model', 'none']),
  updatedAt: z.iso.datetime({ offset: true }).nullable(),
  /** True if the transcript was corrected after the analysis. */
  isBehindTranscript: z.boolean(),
  /** True if the caller may request the analysis. */
  canAnalyze: z.boolean(),
})
export type SessionInsights = z.infer<typeof SessionInsights>

/** A source of a suggestion: a passage of the live text, or of the note of an earlier session. */
export const SuggestionSource = z.object({
  quote: z.string(),
  /** Place in the live text that was sent. Null for a passage of an earlier note. */
  utteranceId: z.string().nullable(),
  /** yyyy-MM-dd of the earlier session. Null for the live text. */
  date: z.string().nullable(),
})
export type SuggestionSource = z.infer<typeof SuggestionSource>

/** A topic that the therapist may want to raise in this session, with its sources. */
export const Suggestion = z.object({ text: z.string(), sources: z.array(SuggestionSource).min(1) })
export type Suggestion = z.infer<typeof Suggestion>

/** The live text so far. `start` and `end` are seconds of recorded time. */
export const LiveUtterance = z.object({
  id: z.string().max(40),
  start: z.number().min(0),
  end: z.number().min(0),
  text: z.string().max(4000),
})
export type LiveUtterance = z.infer<typeof LiveUtterance>

const bySession = z.object({ sessionId: SessionId })

export const insights = {
  get: endpoint({
    method: 'GET',
    path: '/sessions/{sessionId}/insights',
    summary: 'Insights of a session',
  })
    .input(bySession)
    .output(SessionInsights),
  analyze: endpoint({
    method: 'POST',
    path: '/sessions/{sessionId}/insights',
    summary: 'Analyze a session; starts at most one job',
  })
    .input(bySession)
    .output(SessionInsights),
  suggest: endpoint({
    method: 'POST',
    path: '/sessions/{sessionId}/suggestions',
    summary: 'Suggestions for a session that is being recorded',
  })
    .input(bySession.extend({ utterances: z.array(LiveUtterance).max(4000) }))
    .output(z.object({ suggestions: z.array(Suggestion) })),
}

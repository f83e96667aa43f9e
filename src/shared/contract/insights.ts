import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { SessionId } from './ids.ts'
import { Statement } from './notes.ts'

/** What an analysis finds in a session (spec core §3), each sentence with where it comes from. */
export const Insights = z.object({
  mainThemes: z.array(Statement),
  clientMood: z.array(Statement),
  therapeuticTechniquesUsed: z.array(Statement),
  suggestedFollowUp: z.array(Statement),
  potentialConcerns: z.array(Statement),
})
export type Insights = z.infer<typeof Insights>

/** What stands where nothing was found, and where an analysis failed. */
export const noInsights: Insights = {
  mainThemes: [],
  clientMood: [],
  therapeuticTechniquesUsed: [],
  suggestedFollowUp: [],
  potentialConcerns: [],
}

/** `none`: nobody has asked yet. A failed analysis has empty fields and the sentence a person reads. */
export const SessionInsights = z.object({
  sessionId: SessionId,
  state: z.enum(['none', 'analyzing', 'ready', 'failed']),
  error: z.string().nullable(),
  insights: Insights,
  /** `extractive` insights say that they were found without a language model. */
  analyst: z.enum(['extractive', 'language-model', 'none']),
  updatedAt: z.iso.datetime({ offset: true }).nullable(),
  /** Whether the caller may have the session analyzed. */
  canAnalyze: z.boolean(),
})
export type SessionInsights = z.infer<typeof SessionInsights>

/** A passage that a suggestion rests on: of the live text, or of the note of an earlier session. */
export const SuggestionSource = z.object({
  quote: z.string(),
  /** Of the live text that was sent; null for a passage of an earlier note. */
  utteranceId: z.string().nullable(),
  /** yyyy-MM-dd of the earlier session; null for the live text. */
  date: z.string().nullable(),
})
export type SuggestionSource = z.infer<typeof SuggestionSource>

/** Something the therapist may want to come to in this session. Never without a source. */
export const Suggestion = z.object({ text: z.string(), sources: z.array(SuggestionSource).min(1) })
export type Suggestion = z.infer<typeof Suggestion>

/** Live text so far, as the browser holds it; `start` and `end` are seconds of recorded time. */
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
    summary: 'What an analysis found in a session',
  })
    .input(bySession)
    .output(SessionInsights),
  analyze: endpoint({
    method: 'POST',
    path: '/sessions/{sessionId}/insights',
    summary: 'Have a session analyzed; starts at most one job',
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

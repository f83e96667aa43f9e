import * as z from 'zod'
import { SpeechStatus } from '#shared/contract/transcripts.ts'

/** The engines of one process, as its heartbeat stores them. */
export const EngineStates = z.object({
  speech: SpeechStatus,
  /** Seconds that the last complete draft of a language model took; null before the first. */
  lastDraftSeconds: z.number().nullable(),
})
export type EngineStates = z.infer<typeof EngineStates>

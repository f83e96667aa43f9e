import type { AnswerSchema } from '../answer-schema.ts'
import type { Sampling } from '../models.ts'

/** A prompt for the model in the child process. */
export interface Generation {
  /** Path of the GGUF file. */
  file: string
  contextTokens: number
  sampling: Sampling
  /** False after a child crashed while it could use the graphics card. */
  canUseGpu: boolean
  instructions: string
  prompt: string
  /** The form of the answer; the grammar allows no other. */
  schema: AnswerSchema
}

export interface Generated {
  text: string
  /** `length`: the answer was cut off at the end of the context. */
  finish: 'stop' | 'length'
  /** Tokens, and the milliseconds in which they were read and written. */
  read: { tokens: number; ms: number }
  written: { tokens: number; ms: number }
}

/** Only `memory` is temporary. The other failures would happen again. */
export type GenerationFailure = 'memory' | 'file' | 'context' | 'library' | 'canceled' | 'other'

export type ToModelChild = { type: 'generate'; generation: Generation } | { type: 'cancel' }

export type FromModelChild =
  /** Heartbeat, sent every few seconds while native code works. */
  | { type: 'alive' }
  | { type: 'done'; generated: Generated }
  | { type: 'failed'; failure: GenerationFailure; detail: string }

import type { LanguageModel } from 'ai'
import type { Tokens } from './ask.ts'

export interface LanguageModelOptions {
  /** A provider's model object, never a bare name. */
  model: Exclude<LanguageModel, string>
  /** Tokens of the model's context, for reading and writing together. */
  contextTokens: number
  timeoutMs: number
  firstTokenMs: number
  /** Milliseconds for a second reading, if a note may wait longer than usual. */
  secondReadingMs?: number | undefined
  /** True if an answer takes minutes, so that only background work asks for one. */
  isSlow?: true
  /** Frees the memory of a model on this machine. */
  close?: (() => void) | undefined
  /** True if the endpoint counts the whole prompt, see `Question`. */
  countsWholePrompt?: boolean | undefined
  onTokens?: ((tokens: Tokens) => void) | undefined
}

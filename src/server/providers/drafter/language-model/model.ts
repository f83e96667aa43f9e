import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { LanguageModel } from 'ai'
import { cappedFetch } from '#server/providers/capped-fetch.ts'

export interface ModelConfig {
  kind: 'openai-compatible' | 'anthropic'
  /** Of an OpenAI-compatible endpoint, e.g. `http://localhost:11434/v1`; for Anthropic only behind a proxy. */
  baseUrl?: string | undefined
  apiKey?: string | undefined
  model?: string | undefined
  /** 32,000 by default, 200,000 for Anthropic. */
  contextTokens?: number | undefined
  /** For one answer of the model; 180,000 by default. */
  timeoutMs?: number | undefined
}

export interface LanguageModelOptions {
  /** A model object of a provider, never a bare name. */
  model: Exclude<LanguageModel, string>
  /** What the model can read and write at once. */
  contextTokens: number
  timeoutMs: number
}

/**
 * The language model that the settings ask for.
 * @throws Error when a setting that it needs is missing
 */
export function languageModelOf(config: ModelConfig): LanguageModelOptions {
  const model = config.kind === 'anthropic' ? anthropicModel(config) : compatibleModel(config)
  const usual = config.kind === 'anthropic' ? 200_000 : 32_000
  return { model, contextTokens: config.contextTokens ?? usual, timeoutMs: config.timeoutMs ?? 180_000 }
}

function compatibleModel(config: ModelConfig) {
  const provider = createOpenAICompatible({
    name: 'drafter',
    baseURL: required(config.baseUrl, 'base URL'),
    supportsStructuredOutputs: true,
    fetch: cappedFetch(),
    ...(config.apiKey === undefined ? {} : { apiKey: config.apiKey }),
  })
  return provider(required(config.model, 'model'))
}

function anthropicModel(config: ModelConfig) {
  const provider = createAnthropic({
    apiKey: required(config.apiKey, 'key'),
    fetch: cappedFetch(),
    ...(config.baseUrl === undefined ? {} : { baseURL: config.baseUrl }),
  })
  return provider(required(config.model, 'model'))
}

function required(value: string | undefined, what: string): string {
  if (value === undefined || value === '') throw new Error(`The drafter needs a ${what}.`)
  return value
}

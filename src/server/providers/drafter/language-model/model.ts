import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import * as z from 'zod'
import { embeddedModelOf } from '../embedded/create.ts'
import type { ModelHost } from '../embedded/model-host.ts'
import { withFormatFallback } from './format-fallback.ts'
import type { Tokens } from './ask.ts'
import type { LanguageModelOptions } from './options.ts'
import { streamedFetch } from './streamed-fetch.ts'

/** Milliseconds for one answer. */
const usualAnswerMs = 180_000

export interface ModelConfig {
  kind: 'openai-compatible' | 'anthropic' | 'embedded'
  /** Base URL of an OpenAI-compatible endpoint, e.g. `http://localhost:11434/v1`, or of a proxy for Anthropic. */
  baseUrl?: string | undefined
  apiKey?: string | undefined
  model?: string | undefined
  /** Tokens; 32,000 by default, 200,000 for Anthropic, those of `embeddedModels` for an embedded model. */
  contextTokens?: number | undefined
  /** Milliseconds for one answer; 180,000 by default. */
  timeoutMs?: number | undefined
  /** Milliseconds for the first word of an answer; 60,000 by default. */
  firstTokenMs?: number | undefined
  /** The embedded model: its process, the folder of its weights, and a GGUF file that is installed by hand. */
  host?: ModelHost | undefined
  modelFolder?: string | undefined
  modelPath?: string | undefined
  mirror?: string | undefined
  /** Called with the tokens of each answer. */
  onTokens?: ((tokens: Tokens) => void) | undefined
}

/**
 * The language model for the settings.
 * @throws Error if a required setting is missing
 */
export function languageModelOf(config: ModelConfig): LanguageModelOptions {
  if (config.kind === 'embedded') return embeddedModelOf(config)
  const model = config.kind === 'anthropic' ? anthropicModel(config) : compatibleModel(config)
  const usual = config.kind === 'anthropic' ? 200_000 : 32_000
  const { contextTokens = usual, timeoutMs = usualAnswerMs, firstTokenMs = 60_000, onTokens } = config
  const secondReadingMs = timeoutMs > usualAnswerMs ? timeoutMs : undefined
  const countsWholePrompt = config.kind === 'openai-compatible'
  return { model, contextTokens, timeoutMs, firstTokenMs, secondReadingMs, countsWholePrompt, onTokens }
}

function compatibleModel(config: ModelConfig) {
  const provider = createOpenAICompatible({
    name: 'drafter',
    baseURL: required(config.baseUrl, 'base URL'),
    supportsStructuredOutputs: true,
    includeUsage: true,
    fetch: withFormatFallback(streamedFetch(completionChunk)),
    ...(config.apiKey === undefined ? {} : { apiKey: config.apiKey }),
  })
  return provider(required(config.model, 'model'))
}

const Completion = z.looseObject({
  choices: z.array(z.looseObject({ message: z.looseObject({ content: z.string().nullish() }).optional() })).optional(),
})

/** A whole answer as the only event of a stream. Anything else is passed on for the SDK to reject. */
function completionChunk(document: string): string {
  const { success, data } = Completion.safeParse(parseOrNull(document))
  if (!success) return document
  const choices = data.choices?.map(({ message, ...choice }) => ({ ...choice, delta: message }))
  return JSON.stringify({ ...data, choices })
}

function parseOrNull(document: string): unknown {
  try {
    return JSON.parse(document)
  } catch {
    return null
  }
}

function anthropicModel(config: ModelConfig) {
  const provider = createAnthropic({
    apiKey: required(config.apiKey, 'key'),
    fetch: streamedFetch((document) => document),
    ...(config.baseUrl === undefined ? {} : { baseURL: config.baseUrl }),
  })
  return provider(required(config.model, 'model'))
}

function required(value: string | undefined, what: string): string {
  if (value === undefined || value === '') throw new Error(`The drafter needs a ${what}.`)
  return value
}

import type { Tokens } from '../language-model/ask.ts'
import type { LanguageModelOptions } from '../language-model/options.ts'
import type { ModelHost } from './model-host.ts'
import { embeddedTransport } from './transport.ts'
import { embeddedWeights, type EmbeddedWeightsConfig } from './weights.ts'

interface EmbeddedConfig extends Omit<EmbeddedWeightsConfig, 'modelFolder'> {
  modelFolder?: string | undefined
  /** Shared by drafts, second readings and insights, so that one model is loaded. */
  host?: ModelHost | undefined
  contextTokens?: number | undefined
  onTokens?: ((tokens: Tokens) => void) | undefined
}

/** Maximum time of a request. It is long, because drafts wait for each other; the host limits each answer. */
const maxWaitMs = 4 * 60 * 60_000

/**
 * The embedded language model for the settings.
 * @throws Error for an unknown model, or without host and folder
 */
export function embeddedModelOf(config: EmbeddedConfig): LanguageModelOptions {
  const { host, onTokens, contextTokens: requestedTokens, model: id, modelPath, modelFolder, mirror } = config
  if (!host || modelFolder === undefined) throw new Error('The embedded language model needs a host and a folder.')
  const weights = embeddedWeights({ model: id, modelPath, modelFolder, mirror })
  const { name, model } = weights
  const contextTokens = requestedTokens ?? model?.contextTokens ?? 8192
  const sampling = model?.sampling ?? { temperature: 0 }
  return {
    model: embeddedTransport({ host, name, contextTokens, sampling, install: (signal) => weights.install(signal) }),
    contextTokens,
    timeoutMs: maxWaitMs,
    firstTokenMs: maxWaitMs,
    isSlow: true,
    secondReadingMs: 20 * 60_000,
    close: () => host.close(),
    onTokens,
  }
}

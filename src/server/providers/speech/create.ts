import type { FfmpegSetting } from '#server/providers/media/ffmpeg.ts'
import { createEmbeddedSpeech } from './embedded.ts'
import { createEndpointSpeech } from './endpoint.ts'
import { ModelStore } from './model-store.ts'
import { defaultModel, isModelId, models } from './models.ts'
import { createNoSpeech } from './none.ts'
import type { Speech } from './port.ts'

/** Speech settings as the configuration gives them; see docs/speech.md. */
export interface SpeechConfig extends ModelConfig {
  /** `auto`: the endpoint when `baseUrl` is set, else the embedded engine. */
  engine: 'auto' | 'endpoint' | 'embedded' | 'none'
  /** Of an endpoint, up to and including the version, e.g. `https://speech.example/v1`. */
  baseUrl?: string | undefined
  apiKey?: string | undefined
  language: string
  ffmpeg: FfmpegSetting
}

export interface ModelConfig {
  /** `whisper-1` by default for an endpoint, `whisper-base.en-int8` for the embedded engine. */
  model?: string | undefined
  /** Where fetched weights are kept. */
  modelFolder: string
  /** A folder with weights put there by hand; nothing is fetched then. */
  modelPath?: string | undefined
}

/**
 * The engine that the settings ask for.
 * @throws Error when they contradict each other; this is for the person who starts the server.
 */
export function createSpeech(config: SpeechConfig): Speech {
  const { baseUrl, apiKey, model, language, ffmpeg } = config
  const engine = config.engine === 'auto' ? (baseUrl ? 'endpoint' : 'embedded') : config.engine
  if (engine === 'none') return createNoSpeech()
  if (engine === 'embedded') return createEmbeddedSpeech({ store: createModelStore(config), language, ffmpeg })
  if (!baseUrl) throw new Error('SPEECH_ENGINE is "endpoint", but SPEECH_BASE_URL is not set.')
  return createEndpointSpeech({ baseUrl, key: apiKey, model, language, ffmpeg })
}

/**
 * The weights the embedded engine uses with these settings.
 * @throws Error when the model is not one of those it can fetch.
 */
export function createModelStore({ model = defaultModel, modelFolder, modelPath }: ModelConfig): ModelStore {
  if (!isModelId(model))
    throw new Error(`SPEECH_MODEL is "${model}". The embedded engine knows ${Object.keys(models).join(', ')}.`)
  return new ModelStore({ id: model, model: models[model], folder: modelFolder, path: modelPath })
}

import type { FfmpegSetting } from '#server/providers/media/ffmpeg.ts'
import { createEmbeddedSpeech } from './embedded.ts'
import { createEndpointSpeech } from './endpoint.ts'
import { ModelStore } from './model-store.ts'
import { defaultModel, type ModelId, models } from './models.ts'
import { createNoSpeech } from './none.ts'
import type { Speech } from './port.ts'

/** Speech settings as the configuration gives them; see docs/speech.md. */
export interface SpeechConfig {
  /** Overrides the choice that follows from the other settings. */
  engine?: 'endpoint' | 'embedded' | 'none' | undefined
  /** BCP 47; `en` by default. */
  language?: string | undefined
  ffmpeg?: FfmpegSetting
  endpoint?: EndpointConfig | undefined
  embedded: EmbeddedConfig
}

export interface EndpointConfig {
  /** Up to and including the version, e.g. `https://speech.example/v1`. */
  baseUrl: string
  key?: string | undefined
  /** `whisper-1` by default. */
  model?: string | undefined
  /** Largest request the endpoint takes, in bytes; 24 MB by default. */
  maxBytes?: number | undefined
  /** Longest wait for one answer, in milliseconds; five minutes by default. */
  timeoutMs?: number | undefined
}

export interface EmbeddedConfig {
  /** Where fetched weights are kept. */
  folder: string
  model?: ModelId | undefined
  /** A folder with weights put there by hand. */
  modelPath?: string | undefined
}

/** The engine the settings ask for: an endpoint when one is named, else the embedded one. */
export function createSpeech(config: SpeechConfig): Speech {
  const { endpoint, embedded, ffmpeg, language = 'en' } = config
  const engine = config.engine ?? (endpoint ? 'endpoint' : 'embedded')
  if (engine === 'none') return createNoSpeech()
  if (engine === 'embedded') return createEmbeddedSpeech({ store: modelStore(embedded), language, ffmpeg })
  if (!endpoint) throw new Error('The speech engine is set to "endpoint", but no base URL is given.')
  return createEndpointSpeech({ ...endpoint, language, ffmpeg })
}

/** The weights the embedded engine uses with these settings. */
export function modelStore({ folder, model = defaultModel, modelPath }: EmbeddedConfig): ModelStore {
  return new ModelStore({ id: model, model: models[model], folder, path: modelPath })
}

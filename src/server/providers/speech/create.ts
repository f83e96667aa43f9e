import type { FfmpegSetting } from '#server/providers/media/ffmpeg.ts'
import { createEmbeddedSpeech } from './embedded.ts'
import { createEndpointSpeech } from './endpoint.ts'
import { ModelStore } from './model-store.ts'
import { defaultModel, isModelId, models } from './models.ts'
import { createNoSpeech } from './none.ts'
import type { Speech } from './port.ts'
import { createSpeakerModelStore, type SpeakerModelId } from './speakers/models.ts'
import type { SpeakerCount } from './speakers/port.ts'
import { withSpeakers } from './speakers/with-speakers.ts'

/** Speech settings of the configuration; see docs/speech.md. */
export interface SpeechConfig extends ModelConfig {
  /** `auto`: the endpoint if `baseUrl` is set, else the embedded engine. */
  engine: 'auto' | 'endpoint' | 'embedded' | 'none'
  /** Base URL of an endpoint, up to and including the version, e.g. `https://speech.example/v1`. */
  baseUrl?: string | undefined
  apiKey?: string | undefined
  language: string
  ffmpeg: FfmpegSetting
  /** Undefined if speakers are not identified by their voices. */
  speakers?: SpeakerConfig | undefined
}

export interface SpeakerConfig {
  count: SpeakerCount
  model?: SpeakerModelId | undefined
  /** Folder with manually installed weights; nothing is downloaded then. */
  modelPath?: string | undefined
}

export interface ModelConfig {
  /** Defaults: `whisper-1` for an endpoint, `whisper-base.en-int8` for the embedded engine. */
  model?: string | undefined
  /** Folder for downloaded weights. */
  modelFolder: string
  /** Folder with manually installed weights; nothing is downloaded then. */
  modelPath?: string | undefined
  /** A server to download from instead of where the models are published. */
  mirror?: string | undefined
}

/**
 * The engine for the settings.
 * @throws Error with a message for the operator if the settings contradict each other
 */
export function createSpeech(config: SpeechConfig): Speech {
  const { speakers, modelFolder, mirror, ffmpeg } = config
  const engine = createEngine(config)
  if (!speakers || engine.status().engine === 'none') return engine
  const { model, modelPath, count } = speakers
  return withSpeakers(engine, {
    store: createSpeakerModelStore({ model, modelFolder, modelPath, mirror }),
    count,
    ffmpeg,
  })
}

function createEngine(config: SpeechConfig): Speech {
  const { baseUrl, apiKey, model, language, ffmpeg } = config
  const engine = config.engine === 'auto' ? (baseUrl ? 'endpoint' : 'embedded') : config.engine
  if (engine === 'none') return createNoSpeech()
  if (engine === 'embedded') return createEmbeddedSpeech({ store: createModelStore(config), language, ffmpeg })
  if (!baseUrl) throw new Error('SPEECH_ENGINE is "endpoint", but SPEECH_BASE_URL is not set.')
  return createEndpointSpeech({ baseUrl, key: apiKey, model, language, ffmpeg })
}

/**
 * The weights of the embedded engine for the settings.
 * @throws Error for an unknown model
 */
export function createModelStore({ model = defaultModel, modelFolder, modelPath, mirror }: ModelConfig): ModelStore {
  if (!isModelId(model))
    throw new Error(`SPEECH_MODEL is "${model}". The embedded engine knows ${Object.keys(models).join(', ')}.`)
  return new ModelStore({ id: model, model: models[model], folder: modelFolder, path: modelPath, mirror })
}

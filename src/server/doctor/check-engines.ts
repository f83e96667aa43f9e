import { existsSync } from 'node:fs'
import * as z from 'zod'
import type { Config } from '#server/config.ts'
import { findFfmpeg } from '#server/providers/media/ffmpeg.ts'
import { drafterSettings, speechSettings } from '#server/providers/providers.ts'
import { createDrafter } from '#server/providers/drafter/create.ts'
import { createEngines, modelFolder } from '#server/providers/engines/create.ts'
import { createSpeech } from '#server/providers/speech/create.ts'
import { createSpeakerModelStore } from '#server/providers/speech/speakers/models.ts'
import { type Finding, fault, reasonOf, warning } from './finding.ts'

const requestTimeoutMs = 10_000

/** The list of models of an OpenAI-compatible endpoint, at `/models`. */
const Models = z.object({ data: z.array(z.object({ id: z.string() })) })

/** Checks whether the speech engine, the speaker model, ffmpeg and the language model are set up, and endpoints respond. */
export async function checkEngines(config: Config): Promise<Finding[]> {
  return [
    ...(await checkSpeech(config)),
    ...checkSpeakers(config),
    ...(await checkFfmpeg(config)),
    ...checkDrafter(config),
    ...checkIgnored(config),
    ...(await checkDrafterEndpoint(config)),
  ]
}

const enginesOf = (config: Config) => createEngines({ folder: modelFolder(config), settings: config })

async function checkSpeech(config: Config): Promise<Finding[]> {
  const { SPEECH_ENGINE, SPEECH_BASE_URL } = config
  if (SPEECH_ENGINE === 'none')
    return [warning('engines', 'No session is transcribed: SPEECH_ENGINE is none.', 'Set SPEECH_ENGINE=auto.')]
  const isEndpoint = SPEECH_ENGINE === 'endpoint' || (SPEECH_ENGINE === 'auto' && SPEECH_BASE_URL !== undefined)
  try {
    const engines = enginesOf(config)
    const models = { speech: engines.active('speech').modelId, speakers: engines.active('speakers').modelId }
    const speech = createSpeech(speechSettings(config, models))
    const { state } = speech.status()
    await speech.close()
    if (isEndpoint) return await checkEndpoint(speechEndpoint(config))
    if (state === 'ready') return []
    return [
      config.SPEECH_MODEL_PATH === undefined
        ? warning(
            'engines',
            'The speech model is not downloaded yet: the first session waits for it.',
            'Download one under Settings, Engines, or run npm run speech:install.',
          )
        : fault(
            'engines',
            `${config.SPEECH_MODEL_PATH} contains no speech model.`,
            'Put encoder, decoder and tokens into SPEECH_MODEL_PATH, or unset it.',
          ),
    ]
  } catch (error) {
    return [fault('engines', `The speech engine is not set up. ${reasonOf(error)}`, 'Correct the SPEECH_ settings.')]
  }
}

/** Checks a speaker model that is installed by hand. Attend downloads all others. */
function checkSpeakers(config: Config): Finding[] {
  const { SPEAKERS, SPEAKER_MODEL_PATH: modelPath } = config
  if (SPEAKERS === 'off' || modelPath === undefined) return []
  if (createSpeakerModelStore({ modelPath, modelFolder: modelFolder(config) }).installed()) return []
  return [
    fault(
      'engines',
      `${modelPath} contains no model that compares voices.`,
      'Put its file into SPEAKER_MODEL_PATH, or unset it.',
    ),
  ]
}

async function checkFfmpeg({ FFMPEG_PATH }: Config): Promise<Finding[]> {
  if (FFMPEG_PATH === undefined || FFMPEG_PATH === 'none' || (await findFfmpeg(FFMPEG_PATH))) return []
  return [
    fault(
      'engines',
      `FFMPEG_PATH is ${FFMPEG_PATH}, which is not a working ffmpeg.`,
      'Correct FFMPEG_PATH, or unset it.',
    ),
  ]
}

function checkDrafter(config: Config): Finding[] {
  try {
    const settings = drafterSettings(config, enginesOf(config).active('language').modelId)
    createDrafter(settings).close?.()
    const { kind, modelPath } = settings
    if (kind !== 'embedded' || modelPath === undefined || existsSync(modelPath)) return []
    return [fault('engines', `DRAFTER_MODEL_PATH is ${modelPath}, which does not exist.`, 'Correct it, or unset it.')]
  } catch (error) {
    return [fault('engines', `The language model is not set up. ${reasonOf(error)}`, 'Correct the DRAFTER_ settings.')]
  }
}

const drafterSettingsOf = {
  embedded: ['DRAFTER_MODEL', 'DRAFTER_MODEL_PATH'],
  'openai-compatible': ['DRAFTER_BASE_URL', 'DRAFTER_API_KEY', 'DRAFTER_MODEL'],
} as const

/** Names settings of a language model that have no effect, because `DRAFTER` is not set. */
function checkIgnored(config: Config): Finding[] {
  if (config.DRAFTER !== undefined) return []
  const isEndpoint = config.DRAFTER_BASE_URL !== undefined || config.DRAFTER_API_KEY !== undefined
  const drafter = isEndpoint ? 'openai-compatible' : 'embedded'
  const ignored = drafterSettingsOf[drafter].filter((name) => config[name] !== undefined)
  if (ignored.length === 0) return []
  return [
    warning(
      'engines',
      `Without DRAFTER, these settings have no effect: ${ignored.join(', ')}.`,
      `Set DRAFTER=${drafter}, or unset them.`,
    ),
  ]
}

interface Endpoint {
  name: string
  /** Prefix of the names of the endpoint's settings. */
  prefix: string
  url: string | undefined
  key: string | undefined
  /** The model that the endpoint must have if it lists its models. */
  model: string | undefined
  isOpenAiCompatible: boolean
}

function speechEndpoint({ SPEECH_BASE_URL: url, SPEECH_API_KEY: key }: Config): Endpoint {
  // Many speech servers accept any name of a model.
  return { name: 'The speech engine', prefix: 'SPEECH', url, key, model: undefined, isOpenAiCompatible: true }
}

function checkDrafterEndpoint(config: Config): Promise<Finding[]> {
  const { DRAFTER, DRAFTER_BASE_URL: url, DRAFTER_API_KEY: key, DRAFTER_MODEL: model } = config
  const isOpenAiCompatible = DRAFTER === 'openai-compatible'
  return checkEndpoint({ name: 'The language model', prefix: 'DRAFTER', url, key, model, isOpenAiCompatible })
}

/** Requests only the list of models, or the address itself if it is not OpenAI-compatible, so that no text is sent. */
async function checkEndpoint({ name, prefix, url, key, model, isOpenAiCompatible }: Endpoint): Promise<Finding[]> {
  if (url === undefined) return []
  const at = `${name} at ${new URL(url).host}`
  try {
    const response = await fetch(isOpenAiCompatible ? `${url.replace(/\/+$/, '')}/models` : url, {
      headers: isOpenAiCompatible && key !== undefined ? { authorization: `Bearer ${key}` } : {},
      signal: AbortSignal.timeout(requestTimeoutMs),
      redirect: 'manual',
    })
    const body = await response.text()
    if (!isOpenAiCompatible) return []
    if (response.status === 401 || response.status === 403)
      return [fault('engines', `${at} rejects the key (status ${response.status}).`, `Correct ${prefix}_API_KEY.`)]
    if (response.status === 404)
      return [
        warning('engines', `${at} has no list of models at ${url}.`, `Check the path of ${prefix}_BASE_URL, e.g. /v1.`),
      ]
    const listed = modelsOf(body)
    if (model === undefined || listed.length === 0 || listed.includes(model)) return []
    return [
      fault(
        'engines',
        `${at} has no model ${model}. It has ${listed.slice(0, 5).join(', ')}.`,
        `Correct ${prefix}_MODEL, or install the model there.`,
      ),
    ]
  } catch (error) {
    return [fault('engines', `${at} does not respond. ${reasonOf(error)}`, `Start it, or correct ${prefix}_BASE_URL.`)]
  }
}

/** Empty if the response is not a list of models. */
function modelsOf(body: string): string[] {
  try {
    return Models.parse(JSON.parse(body)).data.map(({ id }) => id)
  } catch {
    return []
  }
}

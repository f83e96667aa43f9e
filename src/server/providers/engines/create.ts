import { basename, join } from 'node:path'
import type { Config } from '#server/config.ts'
import { defaultEmbeddedModel } from '../drafter/embedded/models.ts'
import { defaultModel } from '../speech/models.ts'
import { defaultSpeakerModel } from '../speech/speakers/models.ts'
import { sourceOf } from '../weights/mirror.ts'
import { Choices } from './choices.ts'
import { IncomingFiles } from './incoming-files.ts'
import { readMachine } from './machine.ts'
import { listedModels } from './models.ts'
import type { ActiveEngine, Engines, ListedModel } from './port.ts'
import { Requests } from './requests.ts'
import { ModelFiles } from './model-files.ts'
import { Trials } from './trials.ts'
import { workOn } from './work.ts'

type EngineSettings = Pick<
  Config,
  | 'SPEECH_ENGINE'
  | 'SPEECH_BASE_URL'
  | 'SPEECH_MODEL'
  | 'SPEECH_MODEL_PATH'
  | 'SPEAKER_MODEL_PATH'
  | 'DRAFTER'
  | 'DRAFTER_MODEL'
  | 'DRAFTER_MODEL_PATH'
  | 'MODELS_MIRROR'
> &
  Partial<Pick<Config, 'SPEAKERS'>>

export interface EnginesOptions {
  /** Folder for downloaded weights, with one folder per model. */
  folder: string
  settings: EngineSettings
  /** By default all models that Attend knows; tests use small ones. */
  models?: readonly ListedModel[]
}

/** The models in a folder, with the settings that decide which engines are active. */
export function createEngines({ folder, settings, models: listed = listedModels }: EnginesOptions): Engines {
  const models = listed.map((model) => ({ ...model, ...sourceOf(model.id, model, settings.MODELS_MIRROR) }))
  const choices = new Choices(folder)
  const requests = new Requests(folder)
  const files = new ModelFiles(folder)
  const incoming = new IncomingFiles(folder, models, files)
  const trials = new Trials(folder)

  /** Ignores a choice that the list does not contain, e.g. of a model that was removed from it. */
  const chosenModel = (kind: ListedModel['kind']) => {
    const id = choices.of(kind)
    return models.some((model) => model.kind === kind && model.id === id) ? id : undefined
  }

  function active(kind: ListedModel['kind']): ActiveEngine {
    if (kind === 'speech') return activeSpeech(settings, chosenModel(kind))
    if (kind === 'speakers') return activeSpeakers(settings, chosenModel(kind))
    return activeLanguageModel(settings, chosenModel(kind))
  }

  return {
    models,
    machine: () => readMachine(folder),
    stateOf(model) {
      const isInstalled = files.isInstalled(model)
      const isActive = isInstalled && active(model.kind).modelId === model.id
      const progress = requests.progressOf(model.id)
      const request = requests.find(model.id)
      const onDisk = { isActive, bytes: files.bytesOf(model), verifiedFiles: files.countOf(model) }
      if (!request) {
        const state = isActive ? 'active' : isInstalled ? 'installed' : 'absent'
        return { ...onDisk, state, secondsLeft: null, failure: progress?.failure ?? null }
      }
      if (request.isPaused) return { ...onDisk, state: 'paused', secondsLeft: null, failure: null }
      const state = progress?.requestId === request.id && progress.isFresh ? progress.stage : 'waiting'
      return { ...onDisk, state, secondsLeft: progress?.secondsLeft ?? null, failure: null }
    },
    active,
    languageModel() {
      const { DRAFTER, DRAFTER_MODEL, DRAFTER_MODEL_PATH } = settings
      if (DRAFTER === 'openai-compatible' || DRAFTER === 'anthropic') return DRAFTER_MODEL ?? null
      if (DRAFTER === 'embedded' && DRAFTER_MODEL_PATH !== undefined) return basename(DRAFTER_MODEL_PATH, '.gguf')
      return active('language').modelId
    },
    isLocal() {
      const isSpeechRemote = settings.SPEECH_ENGINE === 'endpoint' || active('speech').decidedBy === 'SPEECH_BASE_URL'
      const isDrafterRemote = settings.DRAFTER === 'openai-compatible' || settings.DRAFTER === 'anthropic'
      return !isSpeechRemote && !isDrafterRemote
    },
    choose: (model) => choices.choose(model.kind, model.id),
    async request(model, task) {
      await requests.add(model.id, task)
    },
    pause: (model) => requests.pause(model.id),
    async cancel(model) {
      await requests.delete(model.id)
      await files.deleteUnfinished(model)
    },
    async remove(model) {
      await requests.delete(model.id)
      await choices.clear(model.kind, model.id)
      await files.delete(model)
    },
    receive: (part, content) => incoming.receive(part, content),
    trial: () => trials.last(),
    saveTrial: (trial) => trials.save(trial),
    work: (signal, report) => workOn({ models, requests, files, signal, ...report }),
  }
}

function activeSpeech(settings: EngineSettings, chosen: string | undefined): ActiveEngine {
  const { SPEECH_ENGINE, SPEECH_BASE_URL, SPEECH_MODEL, SPEECH_MODEL_PATH } = settings
  if (SPEECH_ENGINE === 'none' || SPEECH_ENGINE === 'endpoint') return { modelId: null, decidedBy: 'SPEECH_ENGINE' }
  if (SPEECH_ENGINE === 'auto' && SPEECH_BASE_URL !== undefined) return { modelId: null, decidedBy: 'SPEECH_BASE_URL' }
  if (SPEECH_MODEL_PATH !== undefined) return { modelId: null, decidedBy: 'SPEECH_MODEL_PATH' }
  if (SPEECH_MODEL !== undefined) return { modelId: SPEECH_MODEL, decidedBy: 'SPEECH_MODEL' }
  return { modelId: chosen ?? defaultModel, decidedBy: null }
}

/** With a folder of manually installed speech weights, no speaker model is downloaded, because the folder may contain one. */
function activeSpeakers(settings: EngineSettings, chosen: string | undefined): ActiveEngine {
  const { SPEAKERS, SPEAKER_MODEL_PATH, SPEECH_MODEL_PATH } = settings
  if (SPEAKERS === 'off') return { modelId: null, decidedBy: 'SPEAKERS' }
  if (SPEAKER_MODEL_PATH !== undefined) return { modelId: null, decidedBy: 'SPEAKER_MODEL_PATH' }
  if (SPEECH_MODEL_PATH !== undefined) return { modelId: null, decidedBy: 'SPEECH_MODEL_PATH' }
  return { modelId: chosen ?? defaultSpeakerModel, decidedBy: null }
}

/** With `DRAFTER=embedded` and no model in the settings, the model is chosen in the product. */
function activeLanguageModel(settings: EngineSettings, chosen: string | undefined): ActiveEngine {
  const { DRAFTER, DRAFTER_MODEL, DRAFTER_MODEL_PATH } = settings
  if (DRAFTER === undefined) return { modelId: chosen ?? null, decidedBy: null }
  if (DRAFTER !== 'embedded') return { modelId: null, decidedBy: 'DRAFTER' }
  if (DRAFTER_MODEL_PATH !== undefined) return { modelId: null, decidedBy: 'DRAFTER_MODEL_PATH' }
  if (DRAFTER_MODEL !== undefined) return { modelId: DRAFTER_MODEL, decidedBy: 'DRAFTER_MODEL' }
  return { modelId: chosen ?? defaultEmbeddedModel, decidedBy: null }
}

/** The folder of downloaded weights. */
export const modelFolder = ({ DATA_DIR }: Pick<Config, 'DATA_DIR'>): string => join(DATA_DIR, 'models')

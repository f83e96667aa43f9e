import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sizeOf } from '../../weights/size-of.ts'
import { WeightsStore } from '../../weights/weights-store.ts'
import type { SpeechModel } from '../models.ts'
import { SpeechError } from '../port.ts'

export type SpeakerModelId = keyof typeof speakerModels

/** Where sherpa-onnx publishes its speaker models; `recongition` is spelled so. */
const base = 'https://github.com/k2-fsa/sherpa-onnx/releases/download/speaker-recongition-models/'

/**
 * Weights that turn a voice into a direction, converted for sherpa-onnx by its maintainers. Lengths and hashes are those
 * that at least two public applications pin. The address has no revision; the hash decides.
 */
export const speakerModels = {
  'wespeaker-resnet34-lm': {
    label: 'WeSpeaker ResNet34-LM (26 MB)',
    licence: 'CC-BY-4.0',
    base,
    files: [
      {
        name: 'wespeaker_en_voxceleb_resnet34_LM.onnx',
        bytes: 26_530_550,
        sha256: 'e9848563da86f263117134dfd7ad63c92355b37de492b55e325400c9d9c39012',
      },
    ],
  },
  'titanet-small': {
    label: 'NeMo TitaNet small (40 MB)',
    licence: 'CC-BY-4.0',
    base,
    files: [
      {
        name: 'nemo_en_titanet_small.onnx',
        bytes: 40_257_283,
        sha256: 'ad4a1802485d8b34c722d2a9d04249662f2ece5d28a7a039063ca22f515a789e',
      },
    ],
  },
} as const satisfies Record<string, SpeechModel>

export const defaultSpeakerModel: SpeakerModelId = 'wespeaker-resnet34-lm'

export function isSpeakerModelId(id: string): id is SpeakerModelId {
  return Object.hasOwn(speakerModels, id)
}

/** A speaker model on disk. */
export interface InstalledSpeakerModel {
  name: string
  file: string
}

export interface SpeakerModelConfig {
  model?: SpeakerModelId | undefined
  /** Folder for downloaded weights. */
  modelFolder: string
  /** Folder with manually installed weights; nothing is downloaded then. */
  modelPath?: string | undefined
  /** A server to download from instead of where the models are published. */
  mirror?: string | undefined
}

/** The weights that identify speakers. Its errors are SpeechErrors with the code `speech_unavailable`. */
export function createSpeakerModelStore({
  model = defaultSpeakerModel,
  modelFolder,
  modelPath,
  mirror,
}: SpeakerModelConfig): WeightsStore<InstalledSpeakerModel> {
  return new WeightsStore({
    id: model,
    weights: speakerModels[model],
    folder: modelFolder,
    path: modelPath,
    mirror,
    pathSetting: 'SPEAKER_MODEL_PATH',
    needed: 'speaker model',
    find: findSpeakerModel,
    unavailable: (detail, options) => new SpeechError('speech_unavailable', detail, false, options),
  })
}

/** The first speaker model of a folder. Other files of speech recognition may be beside it. */
function findSpeakerModel(folder: string, name: string): InstalledSpeakerModel | null {
  try {
    const known = /wespeaker|titanet|3dspeaker|resemblyzer|speaker/i
    const file = readdirSync(folder).find((one) => one.endsWith('.onnx') && known.test(one))
    return file && sizeOf(join(folder, file)) > 0 ? { name, file: join(folder, file) } : null
  } catch {
    return null
  }
}

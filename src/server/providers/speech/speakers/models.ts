import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sizeOf } from '../../weights/size-of.ts'
import { WeightsStore } from '../../weights/weights-store.ts'
import type { SpeechModel } from '../models.ts'
import { SpeechError } from '../port.ts'

export type SpeakerModelId = keyof typeof speakerModels

/**
 * The models that distinguish voices, converted for sherpa-onnx by its maintainers: one turns a voice into a direction,
 * the other detects when two voices speak at the same time. Lengths and hashes are those that at least two public
 * applications pin for the same revisions.
 */
export const speakerModels = {
  '3dspeaker-campplus': {
    label: '3D-Speaker CAM++ with pyannote segmentation 3.0 (34 MB)',
    license: 'Apache-2.0, MIT',
    base: 'https://huggingface.co/csukuangfj/speaker-embedding-models/resolve/0743f301363dec56491a490f6d6cbc9d67f9a3bf/',
    files: [
      {
        name: '3dspeaker_speech_campplus_sv_zh_en_16k-common_advanced.onnx',
        bytes: 28_281_164,
        sha256: 'aa3cfc16963a10586a9393f5035d6d6b57e98d358b347f80c2a30bf4f00ceba2',
      },
      {
        name: 'pyannote-segmentation-3-0.onnx',
        url: 'https://huggingface.co/csukuangfj/sherpa-onnx-pyannote-segmentation-3-0/resolve/9403a6902bb58e3d5ae8c7e77c3422de279db2e0/model.onnx',
        bytes: 5_992_913,
        sha256: '220ad67ca923bef2fa91f2390c786097bf305bceb5e261d4af67b38e938e1079',
      },
    ],
  },
} as const satisfies Record<string, SpeechModel>

export const defaultSpeakerModel: SpeakerModelId = '3dspeaker-campplus'

export function isSpeakerModelId(id: string): id is SpeakerModelId {
  return Object.hasOwn(speakerModels, id)
}

/** A speaker model on disk. */
export interface InstalledSpeakerModel {
  name: string
  file: string
  /** The model that detects when two voices speak at the same time; null in a folder without one. */
  segmentation: string | null
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
    const files = readdirSync(folder).filter((one) => one.endsWith('.onnx') && sizeOf(join(folder, one)) > 0)
    const file = files.find((one) => /speaker/i.test(one))
    const segmenter = files.find((one) => /segmentation/i.test(one))
    return file ? { name, file: join(folder, file), segmentation: segmenter ? join(folder, segmenter) : null } : null
  } catch {
    return null
  }
}

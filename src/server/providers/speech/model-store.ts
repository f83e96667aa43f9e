import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sizeOf } from '../weights/size-of.ts'
import { WeightsStore } from '../weights/weights-store.ts'
import type { InstalledModel, SpeechModel } from './models.ts'
import { SpeechError } from './port.ts'

export interface ModelStoreOptions {
  id: string
  model: SpeechModel
  /** Folder for downloaded weights, with one folder per model. */
  folder: string
  /** Folder with manually installed weights; nothing is downloaded then. */
  path?: string | undefined
  /** A server to download from instead of where the model is published. */
  mirror?: string | undefined
}

/** The weights of one speech model. Its errors are SpeechErrors with the code `speech_unavailable`. */
export class ModelStore extends WeightsStore<InstalledModel> {
  constructor({ id, model, folder, path, mirror }: ModelStoreOptions) {
    super({
      id,
      weights: model,
      folder,
      path,
      mirror,
      pathSetting: 'SPEECH_MODEL_PATH',
      needed: 'encoder, decoder and tokens files',
      find: findModel,
      unavailable: (detail, options) => new SpeechError('speech_unavailable', detail, false, options),
    })
  }
}

/** Recognizes a model by its file names, smaller (int8) weights first. */
function findModel(folder: string, name: string): InstalledModel | null {
  let names: string[]
  try {
    names = readdirSync(folder).toSorted((a, b) => Number(b.includes('int8')) - Number(a.includes('int8')))
  } catch {
    return null
  }
  const find = (part: string, ending: string) => {
    const match = names.find((file) => file.includes(part) && file.endsWith(ending))
    // Without tokens, the recognizer would write empty texts instead of failing.
    return match && sizeOf(join(folder, match)) > 0 ? join(folder, match) : null
  }
  const encoder = find('encoder', '.onnx')
  const decoder = find('decoder', '.onnx')
  const tokens = find('tokens', '.txt')
  if (!encoder || !decoder || !tokens) return null
  return { name, encoder, decoder, tokens, joiner: find('joiner', '.onnx') }
}

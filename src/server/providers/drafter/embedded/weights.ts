import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { abortable } from '#server/abortable.ts'
import { DownloadError } from '../../weights/download-error.ts'
import { sha256Of } from '../../weights/download.ts'
import { WeightsStore } from '../../weights/weights-store.ts'
import { DrafterError } from '../port.ts'
import { defaultEmbeddedModel, type EmbeddedModel, embeddedModels, isEmbeddedModelId } from './models.ts'

export interface EmbeddedWeightsConfig {
  /** A name of `embeddedModels`. */
  model?: string | undefined
  /** A GGUF file that is installed by hand; nothing is downloaded then. */
  modelPath?: string | undefined
  /** Folder for downloaded weights. */
  modelFolder: string
  /** A server to download from instead of where the models are published. */
  mirror?: string | undefined
}

/** The GGUF file of the settings. */
export interface EmbeddedWeights {
  name: string
  /** Undefined for a file that is installed by hand. */
  model: EmbeddedModel | undefined
  /**
   * The path of the file. It is downloaded if needed, and its SHA-256 is verified once per process.
   * @throws DrafterError; the signal's reason when aborted
   */
  install(signal: AbortSignal, onPercent?: (percent: number) => void): Promise<string>
}

/** @throws Error for an unknown model */
export function embeddedWeights(config: EmbeddedWeightsConfig): EmbeddedWeights {
  const { model: id = defaultEmbeddedModel, modelPath, modelFolder, mirror } = config
  if (modelPath !== undefined) return installedByHand(modelPath)
  if (!isEmbeddedModelId(id))
    throw new Error(`DRAFTER_MODEL is "${id}". The embedded engine knows ${Object.keys(embeddedModels).join(', ')}.`)
  const model: EmbeddedModel = embeddedModels[id]
  return downloaded(id, model, modelFolder, mirror)
}

function installedByHand(path: string): EmbeddedWeights {
  return {
    name: basename(path, '.gguf'),
    model: undefined,
    async install() {
      if (!existsSync(path)) throw new DrafterError(`DRAFTER_MODEL_PATH names no file: ${basename(path)}.`)
      return path
    },
  }
}

function downloaded(id: string, model: EmbeddedModel, folder: string, mirror: string | undefined): EmbeddedWeights {
  const [file] = model.files
  const store = new WeightsStore<string>({
    id,
    weights: model,
    folder,
    mirror,
    pathSetting: 'DRAFTER_MODEL_PATH',
    needed: 'GGUF file',
    find: (found) => (file ? join(found, file.name) : null),
    unavailable: (detail, options) =>
      new DrafterError(`The language model is not installed: ${detail}.`, isTemporary(options?.cause), options),
  })
  return {
    name: id,
    model,
    async install(signal, onPercent) {
      const path = await abortable(store.install(onPercent), signal)
      await abortable(verifyOnce(path, file?.sha256), signal)
      return path
    },
  }
}

/** False for a download that fails again until a user changes something. */
const isTemporary = (cause: unknown) =>
  !(cause instanceof DownloadError && (cause.problem === 'rejected' || cause.problem === 'content'))

/** Verifications in this process, by path and state of the file. Drafts, second readings and insights share the file. */
const verifications = new Map<string, Promise<void>>()

async function verifyOnce(path: string, sha256: string | undefined): Promise<void> {
  const { mtimeMs, size } = await stat(path)
  const key = `${path} ${mtimeMs} ${size} ${sha256}`
  const verification = verifications.get(key) ?? requireContent(path, sha256)
  verifications.set(key, verification)
  try {
    await verification
  } catch (error) {
    verifications.delete(key)
    throw error
  }
}

/** @throws DrafterError for a modified file; Error if it cannot be read */
async function requireContent(path: string, sha256: string | undefined): Promise<void> {
  if ((await sha256Of(path, new AbortController().signal)) !== sha256)
    throw new DrafterError(`${basename(path)} does not match its checksum. Delete it, and Attend downloads it again.`)
}

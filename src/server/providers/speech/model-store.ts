import { readdirSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { download, patience } from './download.ts'
import type { InstalledModel, SpeechModel } from './models.ts'
import { SpeechError } from './port.ts'

export interface ModelStoreOptions {
  id: string
  model: SpeechModel
  /** Folder for downloaded weights, with one folder per model. */
  folder: string
  /** Folder with manually installed weights; nothing is downloaded then. */
  path?: string | undefined
}

/** The weights of one model: present, downloading, or missing. Several processes may share the folder. */
export class ModelStore {
  readonly #options: ModelStoreOptions
  readonly #folder: string
  readonly #stop = new AbortController()
  #installing: Promise<InstalledModel> | null = null

  constructor(options: ModelStoreOptions) {
    this.#options = options
    this.#folder = options.path ?? join(options.folder, options.id)
  }

  get name(): string {
    return this.#options.path ? basename(this.#options.path) : this.#options.id
  }

  /** The model, if all of its files are present. */
  installed(): InstalledModel | null {
    const { model, path } = this.#options
    if (!path && model.files.some((file) => sizeOf(join(this.#folder, file.name)) !== file.bytes)) return null
    return findModel(this.#folder, this.name)
  }

  /** Percent downloaded while this or another process downloads; null otherwise. */
  percent(): number | null {
    const { model, path } = this.#options
    if (path || !(this.#installing ?? model.files.some((file) => this.#isArriving(file.name)))) return null
    const total = model.files.reduce((sum, file) => sum + file.bytes, 0)
    const have = model.files.reduce((sum, { name }) => {
      const whole = join(this.#folder, name)
      return sum + Math.max(0, sizeOf(whole), sizeOf(`${whole}.part`))
    }, 0)
    return Math.min(100, Math.floor((have / total) * 100))
  }

  /**
   * The model, downloaded if needed. Parallel callers share one download.
   * @throws SpeechError `speech_unavailable` if it is missing and cannot be downloaded
   */
  async install(onPercent: (percent: number) => void = () => {}): Promise<InstalledModel> {
    const ready = this.installed()
    if (ready) return ready
    if (this.#options.path)
      throw new SpeechError('speech_unavailable', 'SPEECH_MODEL_PATH holds no encoder, decoder and tokens files')
    this.#installing ??= this.#fetch(onPercent).finally(() => (this.#installing = null))
    return this.#installing
  }

  /** Stops a download; the next try resumes it. */
  close(): void {
    this.#stop.abort()
  }

  async #fetch(onPercent: (percent: number) => void): Promise<InstalledModel> {
    const { model, id } = this.#options
    let reported = -1
    const onBytes = () => {
      const percent = this.percent() ?? 0
      if (percent > reported) onPercent((reported = percent))
    }
    try {
      for (const file of model.files) {
        const target = join(this.#folder, file.name)
        while (sizeOf(target) !== file.bytes && this.#isArriving(file.name))
          await sleep(1_000, undefined, { signal: this.#stop.signal })
        if (sizeOf(target) === file.bytes) continue
        await download({ url: model.base + file.name, target, file, signal: this.#stop.signal, onBytes })
      }
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : 'unknown reason'
      throw new SpeechError('speech_unavailable', `the model ${id} cannot be fetched: ${reason}`, false, { cause })
    }
    const ready = this.installed()
    if (!ready) throw new SpeechError('speech_unavailable', `the model ${id} is incomplete`)
    if (reported < 100) onPercent(100)
    return ready
  }

  /** True while another process writes this file: its part grew a moment ago. */
  #isArriving(name: string): boolean {
    const part = statSync(join(this.#folder, `${name}.part`), { throwIfNoEntry: false })
    return part !== undefined && Date.now() - part.mtimeMs < patience
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? -1
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
    return match ? join(folder, match) : null
  }
  const encoder = find('encoder', '.onnx')
  const decoder = find('decoder', '.onnx')
  const tokens = find('tokens', '.txt')
  if (!encoder || !decoder || !tokens) return null
  return { name, encoder, decoder, tokens, joiner: find('joiner', '.onnx') }
}

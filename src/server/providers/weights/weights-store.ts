import { mkdir, statfs } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { download, type WeightsFile } from './download.ts'
import { inGigabytes } from './gigabytes.ts'
import { isBeingDownloaded } from './is-being-downloaded.ts'
import { sourceOf } from './mirror.ts'
import { sizeOf } from './size-of.ts'

/** The files of a model and where they are published. */
export interface Weights {
  /** Folder at a pinned revision, as a URL. */
  base: string
  files: readonly WeightsFile[]
}

export interface WeightsStoreOptions<Installed> {
  id: string
  weights: Weights
  /** Folder for downloaded weights, with one folder per model. */
  folder: string
  /** Folder with manually installed weights; nothing is downloaded then. */
  path?: string | undefined
  /** A server with a folder per model, from which weights are downloaded instead of from their own addresses. */
  mirror?: string | undefined
  /** Name of the setting that sets `path`, for an error. */
  pathSetting: string
  /** Names of the files that `find` needs, for an error. */
  needed: string
  /** Recognizes a model by its file names; null if one is missing. */
  find: (folder: string, name: string) => Installed | null
  /** Makes the error of a model that is missing and cannot be downloaded. */
  unavailable: (detail: string, options?: ErrorOptions) => Error
}

/** The weights of one model: present, downloading, or missing. Several processes may share the folder. */
export class WeightsStore<Installed> {
  readonly #options: WeightsStoreOptions<Installed>
  readonly #folder: string
  readonly #stop = new AbortController()
  #installing: Promise<Installed> | null = null

  constructor(options: WeightsStoreOptions<Installed>) {
    this.#options = options
    this.#folder = options.path ?? join(options.folder, options.id)
  }

  get name(): string {
    return this.#options.path ? basename(this.#options.path) : this.#options.id
  }

  /** The model, if all of its files are present. */
  installed(): Installed | null {
    const { weights, path } = this.#options
    if (!path && weights.files.some((file) => sizeOf(join(this.#folder, file.name)) !== file.bytes)) return null
    return this.#options.find(this.#folder, this.name)
  }

  /** Percent downloaded while this or another process downloads; null otherwise. */
  percent(): number | null {
    const { weights, path } = this.#options
    if (path || !(this.#installing ?? weights.files.some((file) => this.#isBeingDownloaded(file.name)))) return null
    const total = weights.files.reduce((sum, file) => sum + file.bytes, 0)
    const have = weights.files.reduce((sum, { name }) => {
      const filePath = join(this.#folder, name)
      return sum + Math.max(0, sizeOf(filePath), sizeOf(`${filePath}.part`))
    }, 0)
    return Math.min(100, Math.floor((have / total) * 100))
  }

  /**
   * The model, downloaded if needed. Parallel callers share one download.
   * @throws the error of `unavailable` if it is missing and cannot be downloaded
   */
  async install(onPercent: (percent: number) => void = () => {}): Promise<Installed> {
    const ready = this.installed()
    if (ready) return ready
    const { path, pathSetting, needed, unavailable } = this.#options
    if (path) throw unavailable(`${pathSetting} holds no ${needed}`)
    this.#installing ??= this.#fetch(onPercent).finally(() => (this.#installing = null))
    return this.#installing
  }

  /** Stops a download; the next try resumes it. */
  close(): void {
    this.#stop.abort()
  }

  async #fetch(onPercent: (percent: number) => void): Promise<Installed> {
    const { weights, id, mirror, unavailable } = this.#options
    const source = sourceOf(id, weights, mirror)
    let reported = -1
    const onBytes = () => {
      const percent = this.percent() ?? 0
      if (percent > reported) onPercent((reported = percent))
    }
    try {
      await this.#requireDiskSpace()
      for (const file of source.files) {
        const target = join(this.#folder, file.name)
        await download({ url: file.url, target, file, signal: this.#stop.signal, onBytes })
      }
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : 'unknown reason'
      throw unavailable(`the model ${id} cannot be fetched: ${reason}`, { cause })
    }
    const ready = this.installed()
    if (!ready) throw unavailable(`the model ${id} is incomplete`)
    if (reported < 100) onPercent(100)
    return ready
  }

  /** @throws Error if the disk cannot hold what is left to download */
  async #requireDiskSpace(): Promise<void> {
    await mkdir(this.#folder, { recursive: true })
    const { bavail, bsize } = await statfs(this.#folder)
    const needed = this.#options.weights.files.reduce((sum, { name, bytes }) => {
      const filePath = join(this.#folder, name)
      return sum + bytes - Math.max(0, sizeOf(filePath), sizeOf(`${filePath}.part`))
    }, 0)
    if (needed > bavail * bsize)
      throw new Error(`Not enough disk space. ${inGigabytes(needed)} needed, ${inGigabytes(bavail * bsize)} free.`)
  }

  #isBeingDownloaded(name: string): boolean {
    return isBeingDownloaded(join(this.#folder, name))
  }
}

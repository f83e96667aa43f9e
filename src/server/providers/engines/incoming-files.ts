import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { copyFile, mkdir, readdir, rename, rm, stat, truncate } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sha256Of } from '../weights/download.ts'
import { sizeOf } from '../weights/size-of.ts'
import type { ModelFiles } from './model-files.ts'
import { type AddedFile, type FilePart, type ListedModel, UnknownFileError, WrongOffsetError } from './port.ts'

/** Maximum size of the part of a file in one request, in bytes. */
const maxPartBytes = 64 * 1024 ** 2
/** Milliseconds after which an unfinished file is deleted. */
const abandonedMs = 24 * 60 * 60_000

/** Files of models that users add from another computer, until they are complete and recognized. */
export class IncomingFiles {
  readonly #folder: string
  readonly #models: readonly ListedModel[]
  readonly #files: ModelFiles

  constructor(folder: string, models: readonly ListedModel[], files: ModelFiles) {
    this.#folder = join(folder, 'incoming')
    this.#models = models
    this.#files = files
  }

  /**
   * Stores a part; a part that is sent again replaces what arrived of it. After the last part, the file is moved to the
   * model that lists it.
   * @throws UnknownFileError for content that is not a listed file, which is deleted; WrongOffsetError
   */
  async receive({ uploadId, size, offset }: FilePart, content: AsyncIterable<unknown>): Promise<AddedFile | null> {
    await mkdir(this.#folder, { recursive: true })
    if (offset === 0) await this.#deleteAbandoned()
    const path = join(this.#folder, uploadId)
    const received = Math.max(0, sizeOf(path))
    if (offset > received) throw new WrongOffsetError()
    if (offset < received) await truncate(path, offset)
    let room = Math.min(size - offset, maxPartBytes)
    const limit = new Transform({
      transform(chunk: Buffer, _, done) {
        room -= chunk.length
        done(room < 0 ? new UnknownFileError() : null, chunk)
      },
    })
    await pipeline(content, limit, createWriteStream(path, { flags: 'a' })).catch(async (error: unknown) => {
      if (error instanceof UnknownFileError) await rm(path, { force: true })
      throw error
    })
    return sizeOf(path) === size ? await this.#place(path, size) : null
  }

  async #place(path: string, size: number): Promise<AddedFile> {
    const sha256 = await sha256Of(path, new AbortController().signal)
    const places = this.#models.flatMap((model) =>
      model.files.flatMap((file) => (file.bytes === size && file.sha256 === sha256 ? [{ model, file }] : [])),
    )
    const [first, ...further] = places
    try {
      if (!first) throw new UnknownFileError()
      for (const { model, file } of further) {
        const added = join(this.#folder, randomUUID())
        await copyFile(path, added)
        await this.#move(added, this.#files.pathOf(model, file))
      }
      // Moved, because the disk may have no room for a second copy.
      await this.#move(path, this.#files.pathOf(first.model, first.file))
    } catch (error) {
      await rm(path, { force: true })
      throw error
    }
    return { fileName: first.file.name, modelIds: places.map(({ model }) => model.id) }
  }

  async #move(path: string, target: string): Promise<void> {
    await mkdir(dirname(target), { recursive: true })
    await rename(path, target)
  }

  async #deleteAbandoned(): Promise<void> {
    for (const name of await readdir(this.#folder)) {
      const path = join(this.#folder, name)
      const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }))
      if (Date.now() - mtimeMs > abandonedMs) await rm(path, { force: true })
    }
  }
}

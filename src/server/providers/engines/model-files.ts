import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sizeOf } from '../weights/size-of.ts'
import type { WeightsFile } from '../weights/download.ts'
import type { ListedModel } from './port.ts'

/** The files of models in one folder, where they may be complete, unfinished or missing. */
export class ModelFiles {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  pathOf({ id }: ListedModel, { name }: WeightsFile): string {
    return join(this.#folder, id, name)
  }

  /** True if the file has its full length. Its content was verified before it got its name. */
  isComplete(model: ListedModel, file: WeightsFile): boolean {
    return sizeOf(this.pathOf(model, file)) === file.bytes
  }

  isInstalled(model: ListedModel): boolean {
    return this.countOf(model) === model.files.length
  }

  countOf(model: ListedModel): number {
    return model.files.filter((file) => this.isComplete(model, file)).length
  }

  /** Bytes of complete and unfinished files. */
  bytesOf(model: ListedModel): number {
    return model.files.reduce((sum, file) => {
      const path = this.pathOf(model, file)
      return sum + Math.max(0, sizeOf(path), sizeOf(`${path}.part`))
    }, 0)
  }

  async deleteUnfinished(model: ListedModel): Promise<void> {
    for (const file of model.files) await rm(`${this.pathOf(model, file)}.part`, { force: true })
    // Deletes complete files, too: without the other files they are useless.
    if (!this.isInstalled(model)) await this.delete(model)
  }

  async delete({ id }: ListedModel): Promise<void> {
    await rm(join(this.#folder, id), { recursive: true, force: true })
  }
}

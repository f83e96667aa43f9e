import { join } from 'node:path'
import * as z from 'zod'
import type { EngineKind } from '#shared/contract/engines.ts'
import { readJsonFile, writeJsonFile } from './json-file.ts'

const Chosen = z.partialRecord(z.enum(['speech', 'speakers', 'language']), z.string())

/** The engines that were chosen in the product, in a file beside the models. */
export class Choices {
  readonly #path: string

  constructor(folder: string) {
    this.#path = join(folder, 'chosen.json')
  }

  /** The id of the chosen model. Read each time, because another process may have written it. */
  of(kind: EngineKind): string | undefined {
    return this.#read()[kind]
  }

  async choose(kind: EngineKind, modelId: string): Promise<void> {
    await writeJsonFile(this.#path, { ...this.#read(), [kind]: modelId })
  }

  /** Removes the choice of this model. */
  async clear(kind: EngineKind, modelId: string): Promise<void> {
    const { [kind]: chosen, ...others } = this.#read()
    if (chosen === modelId) await writeJsonFile(this.#path, others)
  }

  #read(): z.infer<typeof Chosen> {
    return readJsonFile(this.#path, Chosen) ?? {}
  }
}

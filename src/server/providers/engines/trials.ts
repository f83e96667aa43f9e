import { join } from 'node:path'
import * as z from 'zod'
import { Trial } from '#shared/contract/engines.ts'
import { readJsonFile, writeJsonFile } from './json-file.ts'

const Saved = z.object({ trial: Trial, at: z.number() })

/** Milliseconds without a heartbeat after which a running trial counts as interrupted. */
const silenceMs = 30_000

/** Stores the result of the last trial with the sample recording in a file beside the models. */
export class Trials {
  readonly #path: string

  constructor(folder: string) {
    this.#path = join(folder, 'trial.json')
  }

  /** Null before the first trial. */
  last(): Trial | null {
    const saved = readJsonFile(this.#path, Saved)
    if (!saved) return null
    const isLost = saved.trial.state === 'running' && Date.now() - saved.at > silenceMs
    return isLost ? { ...saved.trial, state: 'failed', step: null, failure: 'The trial was interrupted.' } : saved.trial
  }

  async save(trial: Trial): Promise<void> {
    await writeJsonFile(this.#path, { trial, at: Date.now() })
  }
}

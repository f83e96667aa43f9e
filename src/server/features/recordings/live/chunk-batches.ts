import type { Logger } from 'pino'
import type { StoredChunks } from '#shared/contract/recordings.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { Keyring } from '#server/keyring.ts'
import { appendMany, largestRecording, type SentChunks } from './store.ts'

/** A second batch is prepared while the database writes the first one to disk. */
const batchesAtOnce = 2
const mostChunks = 64
const mostBytes = 1024 * 1024

interface Waiting extends SentChunks {
  settle: (stored: StoredChunks | undefined) => void
}

/**
 * Appends the chunks of many recordings in one transaction, so that they share its cost and its write to disk (decision
 * 0097). Each chunk is appended in the scope of its own caller.
 */
export class ChunkBatches {
  readonly #tenant: Tenant
  readonly #keys: Keyring
  readonly #clock: () => Date
  readonly #log: Logger
  readonly #waiting: Waiting[] = []
  #running = 0

  constructor({ tenant, keys, clock, log }: { tenant: Tenant; keys: Keyring; clock: () => Date; log: Logger }) {
    this.#tenant = tenant
    this.#keys = keys
    this.#clock = clock
    this.#log = log
  }

  /**
   * Returns the stored position once the chunks are durable. Returns undefined if they were not appended. Then the
   * caller must append them alone to get the error.
   */
  append(chunks: SentChunks): Promise<StoredChunks | undefined> {
    return new Promise((settle) => {
      this.#waiting.push({ ...chunks, settle })
      if (this.#running < batchesAtOnce) void this.#run()
    })
  }

  async #run(): Promise<void> {
    this.#running++
    // Requests whose body is already read join the batch.
    await new Promise(setImmediate)
    for (let batch = this.#next(); batch.length > 0; batch = this.#next()) {
      const stored = await this.#store(batch)
      for (const [at, { settle }] of batch.entries()) settle(stored.get(at))
    }
    this.#running--
  }

  #next(): Waiting[] {
    let bytes = 0
    const isOver = ({ chunks }: Waiting, at: number) => at === mostChunks || (bytes += chunks.data.length) > mostBytes
    const end = this.#waiting.findIndex(isOver)
    return this.#waiting.splice(0, end < 0 ? this.#waiting.length : Math.max(end, 1))
  }

  async #store(batch: readonly SentChunks[]): Promise<Map<number, StoredChunks>> {
    const limits = { bytes: largestRecording, at: this.#clock() }
    try {
      return await this.#tenant.asAnonymous((db) => appendMany(db, this.#keys, batch, limits))
    } catch (error) {
      // The callers then append their chunks alone, so that one request cannot fail the others.
      this.#log.warn({ err: error, chunks: batch.length }, 'chunks could not be stored together')
      return new Map()
    }
  }
}

import type { Logger } from 'pino'
import type { StoredChunks } from '#shared/contract/recordings.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { Keyring } from '#server/keyring.ts'
import { appendMany, maxRecordingBytes, type SentChunks } from './store.ts'

/** A second batch is prepared while the database writes the first one to disk. */
const batchesAtOnce = 2
const maxRequests = 64
const maxBytes = 1024 * 1024

interface Waiting extends SentChunks {
  settle: (stored: StoredChunks | undefined) => void
}

/**
 * Appends the chunks of many recordings in one transaction, because a transaction and a write to disk for each request
 * would be slow (decision 0097). Each chunk is appended in the scope of its own caller.
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
   * Returns the stored position once the chunks are durable. Returns undefined if the chunks were not appended. Then
   * the caller must call `appendUnbatched`, which appends the chunks or throws the reason.
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
    for (let batch = this.#takeBatch(); batch.length > 0; batch = this.#takeBatch()) {
      const stored = await this.#store(batch)
      for (const [at, { settle }] of batch.entries()) settle(stored.get(at))
    }
    this.#running--
  }

  #takeBatch(): Waiting[] {
    let bytes = 0
    const isTooLarge = ({ chunks }: Waiting, at: number) =>
      at === maxRequests || (bytes += chunks.data.length) > maxBytes
    const end = this.#waiting.findIndex(isTooLarge)
    return this.#waiting.splice(0, end < 0 ? this.#waiting.length : Math.max(end, 1))
  }

  async #store(batch: readonly SentChunks[]): Promise<Map<number, StoredChunks>> {
    const options = { maxBytes: maxRecordingBytes, at: this.#clock() }
    try {
      return await this.#tenant.asAnonymous((db) => appendMany(db, this.#keys, batch, options))
    } catch (error) {
      // Each caller then appends its own chunks, so that one faulty request does not make the other requests fail.
      this.#log.warn({ err: error, chunks: batch.length }, 'a batch of chunks could not be stored')
      return new Map()
    }
  }
}

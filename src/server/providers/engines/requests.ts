import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { readJsonFile, writeJsonFile } from './json-file.ts'
import type { Task } from './port.ts'

const Stored = z.object({
  id: z.string(),
  action: z.enum(['download', 'verify']),
  userId: z.string(),
  /** True only in files that the previous version wrote. */
  isPaused: z.boolean().default(false),
  /** Milliseconds since 1970, in the order of the requests. */
  at: z.number(),
})
export type Request = z.infer<typeof Stored>

/** A file of its own, so that a pause cannot write a request back that ended in the meantime. */
const Pause = z.object({ requestId: z.string() })

const Progress = z.object({
  requestId: z.string(),
  stage: z.enum(['downloading', 'verifying', 'offline']),
  secondsLeft: z.number().nullable(),
  failure: z.string().nullable(),
  /** Milliseconds since 1970. */
  at: z.number(),
})
export type Progress = z.infer<typeof Progress>

/** Milliseconds without a heartbeat after which the worker counts as stopped. */
const silenceMs = 15_000

/**
 * Requested downloads and verifications with their progress, in files per model. Web processes write the requests and
 * pauses; only the working process writes the progress.
 */
export class Requests {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = join(folder, 'requests')
  }

  find(modelId: string): Request | undefined {
    const stored = readJsonFile(this.#pathOf(modelId, 'request'), Stored)
    if (!stored) return undefined
    const pause = readJsonFile(this.#pathOf(modelId, 'pause'), Pause)
    return { ...stored, isPaused: stored.isPaused || pause?.requestId === stored.id }
  }

  /** The oldest request that is not paused, with its model. */
  next(): { modelId: string; request: Request } | undefined {
    const waiting = this.#all().filter(({ request }) => !request.isPaused)
    return waiting.toSorted((one, other) => one.request.at - other.request.at)[0]
  }

  /** Adds a request for a model, or resumes its paused request. */
  async add(modelId: string, { action, userId }: Task): Promise<void> {
    // A later request gets a later time, also within one millisecond or after the clock was set back.
    const at = Math.max(Date.now(), ...this.#all().map(({ request }) => request.at + 1))
    await rm(this.#pathOf(modelId, 'progress'), { force: true })
    await writeJsonFile(this.#pathOf(modelId, 'request'), { id: randomUUID(), action, userId, isPaused: false, at })
  }

  async pause(modelId: string): Promise<void> {
    const request = this.find(modelId)
    if (request) await writeJsonFile(this.#pathOf(modelId, 'pause'), { requestId: request.id })
  }

  /** Deletes the request, its pause and its progress. */
  async delete(modelId: string): Promise<void> {
    for (const kind of ['request', 'pause', 'progress'] as const) await rm(this.#pathOf(modelId, kind), { force: true })
  }

  /** Ends a request. A failure stays until the next request. */
  async end(modelId: string, { id }: Request, failure: string | null): Promise<void> {
    // The request was canceled or repeated in the meantime.
    if (this.find(modelId)?.id !== id) return
    if (failure !== null)
      await this.report(modelId, { requestId: id, stage: 'downloading', secondsLeft: null, failure })
    else await rm(this.#pathOf(modelId, 'progress'), { force: true })
    await rm(this.#pathOf(modelId, 'request'), { force: true })
  }

  async report(modelId: string, progress: Omit<Progress, 'at'>): Promise<void> {
    await writeJsonFile(this.#pathOf(modelId, 'progress'), { ...progress, at: Date.now() })
  }

  progressOf(modelId: string): (Progress & { isFresh: boolean }) | undefined {
    const progress = readJsonFile(this.#pathOf(modelId, 'progress'), Progress)
    return progress && { ...progress, isFresh: Date.now() - progress.at < silenceMs }
  }

  #pathOf(modelId: string, kind: 'request' | 'pause' | 'progress'): string {
    return join(this.#folder, `${modelId}.${kind}.json`)
  }

  #all(): { modelId: string; request: Request }[] {
    return this.#modelIds().flatMap((modelId) => {
      const request = this.find(modelId)
      return request ? [{ modelId, request }] : []
    })
  }

  #modelIds(): string[] {
    try {
      const ending = '.request.json'
      return readdirSync(this.#folder).flatMap((name) => (name.endsWith(ending) ? [name.slice(0, -ending.length)] : []))
    } catch {
      return []
    }
  }
}

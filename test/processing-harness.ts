import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Selectable } from 'kysely'
import type { Services } from '#server/context.ts'
import type { Recordings, SessionProgress } from '#server/db/types.ts'
import { collectBytes } from '#server/providers/files/blocks.ts'
import { createFiles } from '#server/providers/files/create.ts'
import type { Files } from '#server/providers/files/port.ts'
import type { Speech } from '#server/providers/speech/port.ts'
import { pipelineJobs } from '#server/session-pipeline/jobs.ts'
import { createWorkerWorld, jobsOf } from './jobs.ts'
import type { World } from './world.ts'

/** A world whose recording jobs run on request, with files in a folder of its own. */
export interface ProcessingHarness {
  world: World
  services: Services
  folder: string
  /** Runs the job that processes a recording, as a worker does. */
  run: (
    task: { sessionId: string; userId: string },
    changes?: { files?: Files; isLastTry?: boolean; signal?: AbortSignal },
  ) => Promise<void>
  rowOf: (sessionId: string) => Promise<Selectable<Recordings>>
  progressOf: (sessionId: string) => Promise<Selectable<SessionProgress>>
  /** Number of the session's jobs with this name. */
  countJobs: (sessionId: string, name: string) => Promise<number>
  /** The session's bytes in the file store. */
  stored: (sessionId: string) => Promise<Buffer>
  close: () => Promise<void>
}

export async function createProcessingHarness(providers: { speech?: Speech } = {}): Promise<ProcessingHarness> {
  const folder = await mkdtemp(join(tmpdir(), 'attend-recordings-'))
  const files = createFiles({ kind: 'local', folder: join(folder, 'files'), masterKey: Buffer.alloc(32, 7) })
  const { world, services, close } = await createWorkerWorld({
    settings: { DATA_DIR: folder },
    providers: { files, ...providers },
  })
  const rowOf: ProcessingHarness['rowOf'] = (sessionId) =>
    world.db.selectFrom('recordings').selectAll().where('session_id', '=', sessionId).executeTakeFirstOrThrow()
  return {
    world,
    services,
    folder,
    async run(task, { files: used = files, isLastTry = false, signal = new AbortController().signal } = {}) {
      await pipelineJobs({ ...services, files: used })['recordings.process'](task, {
        signal,
        isLastTry: () => isLastTry,
      })
    },
    rowOf,
    progressOf: (sessionId) =>
      world.db.selectFrom('session_progress').selectAll().where('session_id', '=', sessionId).executeTakeFirstOrThrow(),
    countJobs: async (sessionId, name) => (await jobsOf(world, sessionId)).filter((job) => job.name === name).length,
    async stored(sessionId) {
      const { storage_name: name } = await rowOf(sessionId)
      const file = await services.files.get(name ?? '')
      if (!file) throw new Error('no file is stored')
      return await collectBytes(file.body)
    },
    async close() {
      await close()
      await rm(folder, { recursive: true })
    },
  }
}

/** A stream that fails after its first part. */
export async function* failingStream(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const part of content) {
    yield part
    throw new Error('killed')
  }
}

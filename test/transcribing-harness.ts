import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Speech } from '#server/providers/speech/port.ts'
import { pipelineJobs } from '#server/session-pipeline/jobs.ts'
import { buildClient, buildRecording, buildSession } from './build.ts'
import { createWorkerWorld, type RunChanges } from './jobs.ts'

export type TranscribingHarness = Awaited<ReturnType<typeof createTranscribingHarness>>

/** A recorded session that has no transcript yet, and its therapist. */
export interface RecordedSession {
  userId: string
  sessionId: string
}

/** A world whose transcription jobs run on request, with a data folder of its own. */
export async function createTranscribingHarness(providers: { speech?: Speech } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'attend-transcribe-'))
  const { world, services, close } = await createWorkerWorld({ settings: { DATA_DIR: folder }, providers })
  return {
    world,
    services,
    folder,
    /** A recorded session of a new client. Creates the therapist if none is given. */
    async record(client: { therapistId?: string; organizationId?: string } = {}): Promise<RecordedSession> {
      const { id: clientId, therapistId: userId } = await buildClient(world, client)
      const { id: sessionId } = await buildSession(world, { clientId, status: 'processing' })
      await buildRecording(world, { sessionId })
      return { userId, sessionId }
    },
    /** Runs the transcription job as a worker does. */
    async run({ userId, sessionId }: RecordedSession, changes: RunChanges = {}) {
      const { isLastTry = false, signal = new AbortController().signal, ...changed } = changes
      const handlers = pipelineJobs({ ...services, ...changed })
      await handlers['transcripts.transcribe']({ sessionId, userId }, { signal, isLastTry: () => isLastTry })
    },
    progressOf: (sessionId: string) =>
      world.db.selectFrom('session_progress').selectAll().where('session_id', '=', sessionId).executeTakeFirstOrThrow(),
    async close() {
      await close()
      await rm(folder, { recursive: true })
    },
  }
}

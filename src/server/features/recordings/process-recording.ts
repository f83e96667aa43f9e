import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { sentence } from '#shared/contract/errors.ts'
import { audit } from '#server/audit.ts'
import type { Context, Services } from '#server/context.ts'
import { getOwnSession } from '#server/features/sessions/get-session.ts'
import {
  reportFailure,
  reportProgress,
  setDuration,
  setRecordingUrl,
} from '#server/features/sessions/report-progress.ts'
import { asUser } from '#server/jobs/as-user.ts'
import type { JobRun } from '#server/jobs/queue.ts'
import { withWorkFolder } from '#server/providers/files/work-folder.ts'
import { MediaError } from '#server/providers/media/media-error.ts'
import { prepareAudio, type PreparedAudio } from './prepare-audio.ts'
import { findRecording, markStored, type StoredAudio } from './recordings-store.ts'
import { deleteChunks, findUpload, readContent } from './store.ts'

interface Task {
  sessionId: string
  userId: string
}

/** Where the bytes of a recording stand: in the chunks of an upload, or in the file store since it could not be read. */
interface Source {
  clientId: string
  uploadId: string | null
  storageName: string | null
  size: number
}

/**
 * Puts an uploaded recording into the file store: its audio alone, sealed and measured, then has it transcribed.
 * It may be stopped and run again at any point: what it made is named after the session, and nothing is given up before
 * the transaction that says where the audio is.
 */
export async function processRecording(services: Services, task: Task, run: JobRun): Promise<void> {
  try {
    await work(services, task, run)
  } catch (error) {
    // Another run of the same job may have taken the chunks while this one read them.
    if (await asUser(services, task.userId, (context) => isStored(context, task.sessionId))) return
    if (run.isLastTry && !run.signal.aborted) await giveUp(services, task, error)
    throw error
  }
}

async function work(services: Services, task: Task, { signal }: JobRun): Promise<void> {
  const source = await asUser(services, task.userId, (context) => begin(context, task.sessionId))
  if (!source) return
  const name = `session-recordings/${task.userId}/${source.clientId}/${task.sessionId}`
  await withWorkFolder(join(services.config.DATA_DIR, 'work'), async (folder) => {
    const original = join(folder, 'original')
    await writeOriginal(services, task, source, original)
    signal.throwIfAborted()
    await asUser(services, task.userId, (context) => reportProgress(context, task.sessionId, 'preparing', 8))
    const prepared = await read(services, original, folder, signal)
    signal.throwIfAborted()
    const stored = await store(services, name, original, prepared)
    await asUser(services, task.userId, (context) => finish(context, task, source, stored))
  })
}

async function isStored({ db }: Context, sessionId: string): Promise<boolean> {
  return (await findRecording(db, sessionId))?.state === 'stored'
}

/** Null when there is nothing to do: another run has done it, or the session is gone. */
async function begin(context: Context, sessionId: string): Promise<Source | null> {
  const recording = await findRecording(context.db, sessionId)
  if (!recording || recording.state === 'stored') return null
  const { clientId } = await getOwnSession(context, sessionId)
  await reportProgress(context, sessionId, 'preparing', 2)
  return { clientId, uploadId: recording.uploadId, storageName: recording.storageName, size: recording.size }
}

async function writeOriginal(services: Services, task: Task, source: Source, path: string): Promise<void> {
  const target = () => createWriteStream(path, { flags: 'wx', mode: 0o600 })
  if (source.storageName !== null) {
    const file = await services.files.get(source.storageName)
    if (!file) throw new Error('the kept recording is not in the file store')
    await pipeline(file.body, target())
  } else {
    await asUser(services, task.userId, (context) => pipeline(readChunks(context, source), target()))
  }
  const { size } = await stat(path)
  if (size !== source.size) throw new Error(`${size} of ${source.size} bytes of the recording are there`)
}

async function* readChunks({ db, actor }: Context, { uploadId }: Source): AsyncGenerator<Buffer> {
  const upload = uploadId === null ? undefined : await findUpload(db, actor.userId, uploadId)
  if (!upload) throw new Error('the upload of this recording is gone')
  yield* readContent(db, upload)
}

/** Null for what cannot be read as a recording. */
async function read(
  services: Services,
  original: string,
  folder: string,
  signal: AbortSignal,
): Promise<PreparedAudio | null> {
  try {
    return await prepareAudio(original, folder, { ffmpeg: services.config.FFMPEG_PATH, signal })
  } catch (error) {
    if (!(error instanceof MediaError)) throw error
    services.log.info({ reason: error.message }, 'a recording could not be read')
    return null
  }
}

async function store(
  { files }: Services,
  name: string,
  original: string,
  audio: PreparedAudio | null,
): Promise<StoredAudio> {
  const storageName = `${name}.${audio?.extension ?? 'original'}`
  const { size } = await files.put(storageName, createReadStream(audio?.path ?? original))
  if (!audio) return { storageName, size, mediaType: 'application/octet-stream', duration: null, state: 'unreadable' }
  return { storageName, size, mediaType: audio.mediaType, duration: audio.duration, state: 'stored' }
}

async function finish(
  context: Context,
  { sessionId, userId }: Task,
  source: Source,
  stored: StoredAudio,
): Promise<void> {
  const { db, jobs } = context
  const recording = await findRecording(db, sessionId, 'update')
  if (!recording || recording.state === 'stored') return
  await markStored(db, sessionId, stored)
  await setRecordingUrl(context, sessionId, stored.storageName)
  if (source.uploadId !== null) await deleteChunks(db, source.uploadId)
  if (stored.duration === null) {
    await reportFailure(context, sessionId, 'file_unsupported', sentence('file_unsupported'))
  } else {
    await setDuration(context, sessionId, stored.duration)
    await reportProgress(context, sessionId, 'transcribing', 20)
    await jobs.enqueue(db, 'transcripts.transcribe', { sessionId, userId })
  }
  await audit(context, {
    action: stored.state === 'stored' ? 'recording.stored' : 'recording.unreadable',
    resourceType: 'recording',
    resourceId: sessionId,
    clientId: source.clientId,
    details: { bytes: stored.size, seconds: stored.duration },
  })
}

/** The last try failed: the person is told, and what was uploaded stays for another attempt. */
async function giveUp(services: Services, task: Task, error: unknown): Promise<void> {
  const id = randomUUID().slice(0, 8)
  services.log.error({ err: error, id, sessionId: task.sessionId }, 'a recording could not be processed')
  await asUser(services, task.userId, (context) =>
    reportFailure(context, task.sessionId, 'unexpected', sentence('unexpected', { id })),
  )
}

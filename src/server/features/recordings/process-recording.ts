import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { type ErrorCode, sentence } from '#shared/contract/errors.ts'
import { audit } from '#server/audit.ts'
import type { Context, Services } from '#server/context.ts'
import { getOwnSession } from '#server/features/sessions/get-session.ts'
import { sayIfWaiting } from '#server/features/sessions/say-if-waiting.ts'
import {
  reportFailure,
  reportProgress,
  setDuration,
  setRecordingUrl,
} from '#server/features/sessions/report-progress.ts'
import { asUser } from '#server/use-case/as-user.ts'
import { isTransient } from '#server/jobs/is-transient.ts'
import type { JobRun } from '#server/jobs/queue.ts'
import { fileContent } from '#server/file-content.ts'
import { withWorkFolder } from '#server/providers/files/work-folder.ts'
import { prepareLive } from './live/prepare-live.ts'
import { deleteLiveChunks } from './live/store.ts'
import { prepareUpload } from './prepare-upload.ts'
import type { Prepared, Source } from './prepared.ts'
import { findRecording, markStored, type StoredAudio } from './recordings-store.ts'
import { deleteChunks } from './store.ts'

interface Task {
  sessionId: string
  userId: string
}

/**
 * Puts a recording, uploaded or live, into the file store: its audio alone, sealed and measured, then has it transcribed.
 * It may be stopped and run again at any point: what it made is named after the session, and nothing is given up before
 * the transaction that says where the audio is.
 */
export async function processRecording(services: Services, task: Task, run: JobRun): Promise<void> {
  try {
    await work(services, task, run)
  } catch (error) {
    // Another run of the same job may have taken the chunks while this one read them.
    if (await asUser(services, task.userId, (context) => isStored(context, task.sessionId))) return
    if (!run.signal.aborted) await (run.isLastTry(error) ? giveUp : sayIfWaiting)(services, task, error)
    throw error
  }
}

async function work(services: Services, task: Task, { signal }: JobRun): Promise<void> {
  const source = await asUser(services, task.userId, (context) => begin(context, task.sessionId))
  if (!source) return
  const name = `session-recordings/${task.userId}/${source.clientId}/${task.sessionId}`
  await withWorkFolder(join(services.config.DATA_DIR, 'work'), async (folder) => {
    const prepare = isLive(source) ? prepareLive : prepareUpload
    const prepared = await prepare(services, task, source, folder, signal)
    signal.throwIfAborted()
    const stored = await store(services, name, prepared, source)
    await asUser(services, task.userId, (context) => finish(context, task, source, stored, prepared))
  })
}

/** Its bytes stand in the chunks of a live recording. */
function isLive({ uploadId, storageName }: Source): boolean {
  return uploadId === null && storageName === null
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

async function store({ files }: Services, name: string, prepared: Prepared, source: Source): Promise<StoredAudio> {
  const { audio, original } = prepared
  const isCutOff = prepared.cutOff !== null
  if (audio) {
    const storageName = `${name}.${audio.extension}`
    const { size } = await files.put(storageName, fileContent(audio.path))
    return { storageName, size, mediaType: audio.mediaType, duration: audio.duration, state: 'stored', isCutOff }
  }
  const unreadable = { mediaType: 'application/octet-stream', duration: null, state: 'unreadable', isCutOff } as const
  if (original === null) return { storageName: null, size: source.size, ...unreadable }
  const storageName = `${name}.original`
  const { size } = await files.put(storageName, fileContent(original))
  return { storageName, size, ...unreadable }
}

async function finish(
  context: Context,
  { sessionId, userId }: Task,
  source: Source,
  stored: StoredAudio,
  { leftOut, cutOff }: Prepared,
): Promise<void> {
  const { db, jobs } = context
  const recording = await findRecording(db, sessionId, 'update')
  if (!recording || recording.state === 'stored') return
  await markStored(db, sessionId, stored)
  if (stored.storageName !== null) await setRecordingUrl(context, sessionId, stored.storageName)
  if (source.uploadId !== null) await deleteChunks(db, source.uploadId)
  if (stored.duration === null) {
    const code = isLive(source) ? 'recording_unreadable' : codeOf(cutOff)
    await reportFailure(context, sessionId, code, sentence(code))
  } else {
    if (isLive(source)) await deleteLiveChunks(db, userId, sessionId, { except: leftOut })
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

function codeOf(cutOff: Prepared['cutOff']): ErrorCode {
  if (cutOff === null) return 'file_unsupported'
  return cutOff === 'without index' ? 'file_without_index' : 'file_cut_off'
}

/** The last try failed: the person is told, and what was received stays for another attempt. */
async function giveUp(services: Services, task: Task, error: unknown): Promise<void> {
  const id = randomUUID().slice(0, 8)
  services.log.error({ err: error, id, sessionId: task.sessionId }, 'a recording could not be processed')
  const code = isTransient(error) ? 'processing_gave_up' : 'unexpected'
  await asUser(services, task.userId, (context) => reportFailure(context, task.sessionId, code, sentence(code, { id })))
}

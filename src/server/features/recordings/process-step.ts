import { join } from 'node:path'
import { type ErrorCode, sentence } from '#shared/contract/errors.ts'
import { audit } from '#server/audit.ts'
import type { Context, Services } from '#server/context.ts'
import type { Db } from '#server/db/tenant.ts'
import { fail } from '#server/fail.ts'
import { getOwnSession } from '#server/features/sessions/get-session.ts'
import {
  reportFailure,
  reportProgress,
  setDuration,
  setRecordingUrl,
} from '#server/features/sessions/report-progress.ts'
import { fileContent } from '#server/file-content.ts'
import { withWorkFolder } from '#server/providers/files/work-folder.ts'
import type { Step, Task } from '#server/session-pipeline/step.ts'
import { asUser } from '#server/use-case/as-user.ts'
import { prepareLive } from './live/prepare-live.ts'
import { deleteLiveChunks } from './live/store.ts'
import { baseName, originalName } from './original-name.ts'
import { prepareUpload } from './prepare-upload.ts'
import type { PreparedRecording, Source } from './prepared.ts'
import { findRecording, markStored, saveWrittenName, type StoredAudio } from './recordings-store.ts'
import { deleteChunks } from './store.ts'

interface Result {
  stored: StoredAudio
  prepared: PreparedRecording
}

/**
 * Stores the audio of an uploaded or live recording in the file store, encrypted and measured, without video. The
 * file is named after the session. The transaction that stores the name of the file also deletes the chunks.
 */
export const processStep: Step<Source, Result> = {
  name: 'process',
  failure: 'a recording could not be processed',
  begin,
  work,
  finish,
  // Another run of the same job may have stored the recording and deleted the chunks while this run read them.
  isDone: ({ db }, { sessionId }) => isStored(db, sessionId),
  fail: (context, { sessionId }, { code, text }) => reportFailure(context, sessionId, code, text),
}

async function work(services: Services, task: Task, source: Source, signal: AbortSignal): Promise<Result> {
  // A client or session may have been transferred since the original was stored.
  const name =
    source.storageName === null
      ? `session-recordings/${task.userId}/${source.clientId}/${task.sessionId}`
      : baseName(source.storageName)
  return await withWorkFolder(join(services.config.DATA_DIR, 'work'), async (folder) => {
    const prepare = isLive(source) ? prepareLive : prepareUpload
    const prepared = await prepare(services, task, source, folder, signal)
    signal.throwIfAborted()
    return { stored: await store(services, task, name, prepared, source), prepared }
  })
}

/** True if the bytes are in the chunks of a live recording. */
function isLive({ uploadId, storageName }: Source): boolean {
  return uploadId === null && storageName === null
}

async function isStored(db: Db, sessionId: string): Promise<boolean> {
  return (await findRecording(db, sessionId))?.state === 'stored'
}

/** Returns null if another run has stored the recording, or the session was deleted. */
async function begin(context: Context, { sessionId }: Task): Promise<Source | null> {
  const recording = await findRecording(context.db, sessionId)
  if (!recording || recording.state === 'stored') return null
  const { clientId } = await getOwnSession(context, sessionId)
  await reportProgress(context, sessionId, 'preparing', 2)
  return { clientId, uploadId: recording.uploadId, storageName: recording.storageName, size: recording.size }
}

/** Writes a file whose name is saved before. */
async function write(services: Services, { userId, sessionId }: Task, name: string, path: string): Promise<number> {
  await asUser(services, userId, async ({ db }) => {
    if (!(await saveWrittenName(db, sessionId, name))) fail('session_missing')
  })
  const { size } = await services.files.put(name, fileContent(path))
  return size
}

async function store(
  services: Services,
  task: Task,
  name: string,
  prepared: PreparedRecording,
  source: Source,
): Promise<StoredAudio> {
  const { audio, original } = prepared
  const isCutOff = prepared.cutOff !== null
  if (audio) {
    const storageName = `${name}.${audio.extension}`
    const size = await write(services, task, storageName, audio.path)
    return { storageName, size, mediaType: audio.mediaType, duration: audio.duration, state: 'stored', isCutOff }
  }
  const unreadable = { mediaType: 'application/octet-stream', duration: null, state: 'unreadable', isCutOff } as const
  if (original === null) return { storageName: null, size: source.size, ...unreadable }
  const storageName = originalName(name)
  const size = await write(services, task, storageName, original)
  return { storageName, size, ...unreadable }
}

async function finish(
  context: Context,
  { sessionId, userId }: Task,
  source: Source,
  { stored, prepared: { leftOut, cutOff } }: Result,
): Promise<boolean> {
  const { db, jobs } = context
  const recording = await findRecording(db, sessionId, 'update')
  if (!recording || recording.state === 'stored') return false
  await markStored(db, sessionId, stored)
  if (stored.storageName !== null) await setRecordingUrl(context, sessionId, stored.storageName)
  if (source.uploadId !== null) await deleteChunks(db, source.uploadId)
  if (source.storageName !== null && stored.state === 'stored') {
    await jobs.enqueue(db, 'recordings.erase_original', { sessionId })
  }
  if (stored.duration === null) {
    const code = isLive(source) ? 'recording_unreadable' : codeOf(cutOff)
    await reportFailure(context, sessionId, code, sentence(code))
  } else {
    if (isLive(source)) await deleteLiveChunks(db, userId, sessionId, { except: leftOut })
    await setDuration(context, sessionId, stored.duration)
  }
  audit(context, {
    action: stored.state === 'stored' ? 'recording.stored' : 'recording.unreadable',
    resourceType: 'recording',
    resourceId: sessionId,
    clientId: source.clientId,
    details: { bytes: stored.size, seconds: stored.duration },
  })
  return stored.duration !== null
}

function codeOf(cutOff: PreparedRecording['cutOff']): ErrorCode {
  if (cutOff === null) return 'file_unsupported'
  return cutOff === 'without index' ? 'file_without_index' : 'file_cut_off'
}

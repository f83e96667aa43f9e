import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Context, Services } from '#server/context.ts'
import { reportProgress } from '#server/features/sessions/report-progress.ts'
import { isTransient } from '#server/jobs/is-transient.ts'
import { asUser } from '#server/use-case/as-user.ts'
import { MediaError } from '#server/providers/media/media-error.ts'
import { type CutOff, findCutOff } from '#server/providers/media/mp4/cut-off.ts'
import { repairFragments } from '#server/providers/media/mp4/repair.ts'
import { prepareAudio, type PreparedAudio } from './prepare-audio.ts'
import type { PreparedRecording, Source } from './prepared.ts'
import { chunkKeys } from './sealed-chunk.ts'
import { findUpload, readContent } from './store.ts'

/**
 * Extracts and measures the audio of an uploaded file.
 * @throws Error if the stored bytes differ from those received
 */
export async function prepareUpload(
  services: Services,
  task: { sessionId: string; userId: string },
  source: Source,
  folder: string,
  signal: AbortSignal,
): Promise<PreparedRecording> {
  const original = join(folder, 'original')
  await writeOriginal(services, task.userId, source, original)
  signal.throwIfAborted()
  await asUser(services, task.userId, (context) => reportProgress(context, task.sessionId, 'preparing', 8))
  const cutOff = await findCutOff(original)
  return { audio: await readAudio(services, original, folder, { cutOff, signal }), original, cutOff, leftOut: [] }
}

async function writeOriginal(services: Services, userId: string, source: Source, path: string): Promise<void> {
  const target = () => createWriteStream(path, { flags: 'wx', mode: 0o600 })
  if (source.storageName !== null) {
    const file = await services.files.get(source.storageName)
    if (!file) throw new Error('the stored recording is not in the file store')
    await pipeline(file.body, target())
  } else {
    await asUser(services, userId, (context) => pipeline(readChunks(context, source), target()))
  }
  const { size } = await stat(path)
  if (size !== source.size) throw new Error(`${size} of ${source.size} bytes of the recording are there`)
}

async function* readChunks({ db, actor, config }: Context, { uploadId }: Source): AsyncGenerator<Buffer> {
  const upload = uploadId === null ? undefined : await findUpload(db, actor.userId, uploadId)
  if (!upload) throw new Error('the upload of this recording is gone')
  yield* readContent(db, chunkKeys(config), upload)
}

/**
 * Returns null if the file cannot be read as a recording.
 * @throws FfmpegError if ffmpeg may be able to read it at a later try
 */
async function readAudio(
  services: Services,
  original: string,
  folder: string,
  { cutOff, signal }: { cutOff: CutOff | null; signal: AbortSignal },
): Promise<PreparedAudio | null> {
  const readable = await repairFragments(original, join(folder, 'repaired'))
  const ffmpegSettings =
    services.config.FFMPEG_PATH === 'none' ? (['none'] as const) : [services.config.FFMPEG_PATH, 'none']
  let passing: MediaError | undefined
  for (const ffmpeg of ffmpegSettings) {
    try {
      return await prepareAudio(readable, folder, { ffmpeg, signal, isCutOff: cutOff !== null })
    } catch (error) {
      if (!(error instanceof MediaError)) throw error
      if (isTransient(error)) passing = error
      services.log.info({ reason: error.message }, 'a recording could not be read')
    }
  }
  if (passing) throw passing
  return null
}

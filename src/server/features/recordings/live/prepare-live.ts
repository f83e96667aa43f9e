import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Services } from '#server/context.ts'
import { isTransient } from '#server/jobs/is-transient.ts'
import {
  isComplete,
  isWhole,
  joinStreams,
  type JoinedAudio,
  joinSegments,
} from '#server/providers/media/join/segments.ts'
import { MediaError } from '#server/providers/media/media-error.ts'
import type { Task } from '#server/session-pipeline/step.ts'
import { asUser } from '#server/use-case/as-user.ts'
import type { PreparedRecording, Source } from '../prepared.ts'
import { chunkKeys } from '../sealed-chunk.ts'
import { contentOf, listSegments, type Segment } from './segments.ts'
import { findLive } from './store.ts'

/**
 * Joins the readable segments of a live recording into one seekable file and measures its duration.
 * @throws Error if the live recording was deleted, or the stored bytes differ from those received
 */
export async function prepareLive(
  services: Services,
  task: Task,
  source: Source,
  folder: string,
  signal: AbortSignal,
): Promise<PreparedRecording> {
  const { segments, expected } = await asUser(services, task.userId, async ({ db }) => {
    const live = await findLive(db, task.userId, task.sessionId)
    if (!live) throw new Error('the live recording is gone')
    return { segments: await listSegments(db, task.sessionId), expected: live.savedMs / 1000 }
  })
  const found = segments.reduce((sum, { bytes }) => sum + bytes, 0)
  if (found !== source.size) throw new Error(`${found} of ${source.size} bytes of the recording are there`)

  const path = join(folder, 'audio')
  const quickPath = join(folder, 'quick')
  const quick = await joinQuickly(services, task, segments, quickPath, signal)
  const isQuick = quick !== null && isWhole(quick.duration, expected)
  const joined = isQuick ? quick : await joinFiles(services, task, segments, { folder, path, expected, signal })
  if (!joined) return { audio: null, original: null, cutOff: null, leftOut: [] }
  const { skipped, ...audio } = joined
  const all = segments.map(({ number }) => number)
  const { duration } = audio
  const lacksAudio = !isComplete(duration, expected, segments.length)
  if (lacksAudio)
    services.log.warn({ sessionId: task.sessionId, duration, expected }, 'a joined live recording lacks audio')
  return {
    audio: { ...audio, path: isQuick ? quickPath : path },
    original: null,
    cutOff: null,
    leftOut: lacksAudio ? all : skipped.flatMap((at) => all[at] ?? []),
  }
}

/** Joins the segments without copying their bytes to files. Returns null for recordings that need `joinFiles`. */
async function joinQuickly(
  services: Services,
  { sessionId, userId }: Task,
  segments: readonly Segment[],
  path: string,
  signal: AbortSignal,
): Promise<JoinedAudio | null> {
  try {
    return await asUser(services, userId, ({ db, config }) =>
      joinStreams(
        segments.map((segment) => contentOf(db, chunkKeys(config), sessionId, segment)),
        path,
        signal,
      ),
    )
  } catch (error) {
    signal.throwIfAborted()
    if (isTransient(error)) throw error
    services.log.warn({ err: error, sessionId }, 'a live recording could not be joined as a stream')
    return null
  }
}

/**
 * Writes each segment to a file and joins the files, which works for any recording. Returns null if no segment can be
 * read.
 */
async function joinFiles(
  services: Services,
  { sessionId, userId }: Task,
  segments: readonly Segment[],
  { folder, path, expected, signal }: { folder: string; path: string; expected: number; signal: AbortSignal },
): Promise<JoinedAudio | null> {
  const { config, log } = services
  const files = segments.map(({ number }) => join(folder, `segment-${number}`))
  await asUser(services, userId, async ({ db }) => {
    for (const [at, segment] of segments.entries()) {
      await using file = await open(files[at] ?? '', 'wx', 0o600)
      await file.writeFile(contentOf(db, chunkKeys(config), sessionId, segment))
    }
  })
  const onProblem = (reason: string) => log.warn({ sessionId, reason }, 'a method of joining a live recording failed')
  try {
    const joined = await joinSegments(files, path, { ffmpeg: config.FFMPEG_PATH, signal, expected, onProblem })
    if (joined.skipped.length > 0) {
      log.warn({ sessionId, positions: joined.skipped }, 'parts of a live recording could not be read')
    }
    return joined
  } catch (error) {
    if (!(error instanceof MediaError) || isTransient(error)) throw error
    log.warn({ sessionId, reason: error.message }, 'a live recording could not be read')
    return null
  }
}

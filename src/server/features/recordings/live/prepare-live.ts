import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Services } from '#server/context.ts'
import type { Db } from '#server/db/tenant.ts'
import { asUser } from '#server/jobs/as-user.ts'
import { joinAsTheyCome, joinSegments } from '#server/providers/media/join/segments.ts'
import { MediaError } from '#server/providers/media/media-error.ts'
import type { Prepared, Source } from '../prepared.ts'
import { listStretches, readStretch, type Stretch } from './store.ts'

/** Bytes read from the database at a time. */
const stretchBytes = 1024 * 1024

/**
 * All segments of a live recording as one file, measured, in which players can seek.
 * @throws Error when other bytes are there than were received
 */
export async function prepareLive(
  services: Services,
  task: { sessionId: string; userId: string },
  source: Source,
  folder: string,
  signal: AbortSignal,
): Promise<Prepared> {
  const path = join(folder, 'audio')
  const { audio, segments } = await asUser(services, task.userId, async ({ db }) => {
    const found = await listSegments(db, task.sessionId, source.size)
    const contents = found.map(({ stretches }) => contentOf(db, task.sessionId, stretches))
    return { audio: await joinAsTheyCome(contents, path, signal), segments: found }
  })
  return audio
    ? { audio: { ...audio, path }, original: null, leftOut: [] }
    : await prepareFromFiles(services, task, segments, folder, signal)
}

/** The way that takes any recording: each segment becomes the file that its recorder wrote. */
async function prepareFromFiles(
  services: Services,
  { sessionId, userId }: { sessionId: string; userId: string },
  segments: readonly Segment[],
  folder: string,
  signal: AbortSignal,
): Promise<Prepared> {
  const { config, log } = services
  const files = segments.map(({ number }) => join(folder, `segment-${number}`))
  await asUser(services, userId, async ({ db }) => {
    for (const [at, { stretches }] of segments.entries()) {
      await using file = await open(files[at] ?? '', 'wx', 0o600)
      await file.writeFile(contentOf(db, sessionId, stretches))
    }
  })
  const path = join(folder, 'audio')
  try {
    const { skipped, ...audio } = await joinSegments(files, path, { ffmpeg: config.FFMPEG_PATH, signal })
    const leftOut = skipped.flatMap((at) => segments[at]?.number ?? [])
    if (leftOut.length > 0) log.warn({ sessionId, segments: leftOut }, 'parts of a live recording could not be read')
    return { audio: { ...audio, path }, original: null, leftOut }
  } catch (error) {
    if (!(error instanceof MediaError)) throw error
    log.warn({ sessionId, reason: error.message }, 'a live recording could not be read')
    return { audio: null, original: null, leftOut: [] }
  }
}

interface Segment {
  number: number
  stretches: readonly Stretch[]
}

async function listSegments(db: Db, sessionId: string, size: number): Promise<Segment[]> {
  const stretches = await listStretches(db, sessionId, stretchBytes)
  const found = stretches.reduce((sum, { bytes }) => sum + bytes, 0)
  if (found !== size) throw new Error(`${found} of ${size} bytes of the recording are there`)
  const segments = Map.groupBy(stretches, ({ segment }) => segment)
  return [...segments].map(([number, own]) => ({ number, stretches: own }))
}

/** Asks for each stretch while the one before is worked on. */
async function* contentOf(db: Db, sessionId: string, stretches: readonly Stretch[]): AsyncGenerator<Buffer> {
  const ask = (stretch: Stretch | undefined) => {
    const asked = stretch && readStretch(db, sessionId, stretch)
    // Whoever stops early does not hear of it.
    asked?.catch(() => undefined)
    return asked
  }
  let next = ask(stretches[0])
  for (let at = 1; next; at++) {
    const bytes = await next
    next = ask(stretches[at])
    yield bytes
  }
}

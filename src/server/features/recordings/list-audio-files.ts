import type { Context, RequestContext } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { getOwnSession } from '#server/features/sessions/get-session.ts'
import { asCaller } from '#server/use-case/as-caller.ts'
import { listSegments, type Segment } from './live/segments.ts'
import { readChunkRange } from './live/store.ts'
import { findRecording } from './recordings-store.ts'
import { chunkKeys } from './sealed-chunk.ts'
import { readContent } from './store.ts'

/** A file with audio of a session. Content from the database is read in parts, each in its own transaction. */
export interface AudioFile {
  fileName: string
  mediaType: string
  bytes: number
  read: (request: RequestContext) => Promise<AsyncIterable<Uint8Array>>
}

/**
 * Lists all stored audio of a session: the playable file or the original upload, and each part of a live recording that
 * is not in the playable file.
 * @throws session_missing, not_allowed for other users than the session's therapist, recording_missing
 */
export async function listAudioFiles(
  context: Context,
  sessionId: string,
): Promise<{ clientId: string; files: AudioFile[] }> {
  const { date, clientId } = await getOwnSession(context, sessionId)
  const recording = (await findRecording(context.db, sessionId)) ?? fail('recording_missing')
  const { uploadId, storageName, mediaType, size } = recording
  const segments = await listSegments(context.db, sessionId)
  const name = `session-${date}`
  const original = /\.[a-z0-9]{1,5}$/i.exec(recording.fileName)?.[0]?.toLowerCase() ?? '.bin'
  const files: AudioFile[] = []
  if (storageName !== null) {
    const fileName = name + (recording.state === 'stored' ? extensionOf(mediaType) : original)
    files.push({ fileName, mediaType, bytes: size, read: (request) => readStored(request, storageName) })
  } else if (uploadId !== null) {
    const upload = { id: uploadId, size }
    files.push({
      fileName: name + original,
      mediaType,
      bytes: size,
      read: async (request) => readUpload(request, upload),
    })
  }
  for (const [at, segment] of segments.entries()) {
    files.push({
      fileName: `${name}-part-${at + 1}-of-${segments.length}${extensionOf(segment.mediaType)}`,
      mediaType: segment.mediaType,
      bytes: segment.bytes,
      read: async (request) => readSegment(request, sessionId, segment),
    })
  }
  return files.length > 0 ? { clientId, files } : fail('recording_missing')
}

function extensionOf(mediaType: string): string {
  const [type = ''] = mediaType.split(';')
  const extensions: Readonly<Record<string, string>> = {
    'audio/mp4': '.m4a',
    'audio/mpeg': '.mp3',
    'audio/wav': '.wav',
    'audio/webm': '.webm',
  }
  return extensions[type.trim()] ?? '.bin'
}

async function readStored({ files }: RequestContext, storageName: string): Promise<AsyncIterable<Uint8Array>> {
  return ((await files.get(storageName)) ?? fail('recording_missing')).body
}

/** Number of bytes of an upload that one transaction reads. */
const partBytes = 1024 * 1024

async function* readUpload(request: RequestContext, upload: { id: string; size: number }): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < upload.size; from += partBytes) {
    const range = { from, to: Math.min(upload.size, from + partBytes) }
    yield await asCaller(
      request,
      async ({ db, config }) => {
        const contents: Buffer[] = []
        for await (const content of readContent(db, chunkKeys(config), upload, range)) contents.push(content)
        return Buffer.concat(contents)
      },
      null,
    )
  }
}

async function* readSegment(request: RequestContext, sessionId: string, segment: Segment): AsyncGenerator<Uint8Array> {
  for (const chunkRange of segment.ranges) {
    yield await asCaller(
      request,
      ({ db, config }) => readChunkRange(db, chunkKeys(config), sessionId, chunkRange),
      null,
    )
  }
}

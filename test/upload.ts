import { createHash } from 'node:crypto'
import { speechRate } from '#shared/audio/speech-rate.ts'
import { encodeWav } from '#shared/audio/wav.ts'
import { chunkBytes } from '#shared/contract/recordings.ts'
import { buildClient } from './build.ts'
import type { Api, World } from './world.ts'

/** The metadata of a file, as the upload page sends them. */
export function uploadMetadata(
  clientId: string,
  bytes: { length: number },
  file: { fileName?: string; mediaType?: string } = {},
) {
  return {
    clientId,
    fileName: file.fileName ?? 'session.wav',
    mediaType: file.mediaType ?? 'audio/wav',
    size: bytes.length,
    settingType: 'in-person' as const,
  }
}

export interface Sender {
  world: World
  api: Api
  headers: Record<string, string>
}

/** A signed-in user who uploads. */
export async function sender(world: World, userId: string): Promise<Sender> {
  return { world, api: await world.as(userId), headers: await world.headersOf(userId) }
}

/** A signed-in therapist with a client of their own. */
export async function buildSender(world: World) {
  const { id: clientId, therapistId: userId } = await buildClient(world)
  return { me: await sender(world, userId), clientId, userId }
}

/** Sends one numbered chunk with the content `part`. */
export async function putChunk(
  { world, headers }: Pick<Sender, 'world' | 'headers'>,
  uploadId: string,
  n: number | string,
  part: Uint8Array<ArrayBuffer>,
  sha256 = createHash('sha256').update(part).digest('hex'),
): Promise<{ status: number; code: string | undefined }> {
  const url = `${world.url}/api/uploads/${uploadId}/chunks/${n}`
  const response = await fetch(url, { method: 'PUT', headers: { ...headers, 'x-chunk-sha256': sha256 }, body: part })
  const text = await response.text()
  return { status: response.status, code: text === '' ? undefined : JSON.parse(text).code }
}

export function chunksOf(bytes: Buffer<ArrayBuffer>): Uint8Array<ArrayBuffer>[] {
  const chunks = []
  for (let at = 0; at < bytes.length; at += chunkBytes) chunks.push(bytes.subarray(at, at + chunkBytes))
  return chunks
}

/** Uploads a whole file. Returns its session. */
export async function uploadFile(
  from: Sender,
  clientId: string,
  bytes: Buffer<ArrayBuffer>,
  file: { fileName?: string; mediaType?: string } = {},
): Promise<string> {
  const { id } = await from.api.recordings.startUpload(uploadMetadata(clientId, bytes, file))
  for (const [n, part] of chunksOf(bytes).entries()) {
    const { status, code } = await putChunk(from, id, n, part)
    if (status !== 204) throw new Error(`chunk ${n} failed with ${status} ${code ?? ''}`)
  }
  return (await from.api.recordings.completeUpload({ uploadId: id })).sessionId
}

/** A recording (16 kHz, mono) of a tone. */
export function wav(seconds: number): Buffer<ArrayBuffer> {
  const length = Math.round(seconds * speechRate)
  const tone = Int16Array.from({ length }, (_, at) => Math.round(8000 * Math.sin(at / 12)))
  return Buffer.from(encodeWav(tone).buffer)
}

import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { ClientId, SessionId, UploadId } from './ids.ts'
import { SettingType } from './sessions.ts'

/** Bytes of one numbered chunk; the last one may be shorter. Small, so that many uploads at once stay cheap. */
export const chunkBytes = 256 * 1024

export const Upload = z.object({
  id: UploadId,
  clientId: ClientId,
  fileName: z.string(),
  size: z.int(),
  /** The first chunk that the server does not hold yet. Chunks before it are durable. */
  nextChunk: z.int(),
  chunkBytes: z.int(),
  /** Set once the upload became a session. */
  sessionId: SessionId.nullable(),
})
export type Upload = z.infer<typeof Upload>

/** A link to the audio that works for the caller alone and for a few minutes. It answers HTTP range requests. */
export const Playback = z.object({
  url: z.string(),
  expiresAt: z.iso.datetime({ offset: true }),
  mediaType: z.string(),
})
export type Playback = z.infer<typeof Playback>

const byUpload = z.object({ uploadId: UploadId })

/**
 * Chunks go beside the contract, as raw bytes: `PUT /api/uploads/{uploadId}/chunks/{n}` with the SHA-256 of the chunk in
 * `x-chunk-sha256` (hex). It answers 204 once the chunk is durable, and the same again when it is repeated.
 */
export const recordings = {
  startUpload: endpoint({ method: 'POST', path: '/clients/{clientId}/uploads', summary: 'Begin a resumable upload' })
    .input(
      z.object({
        clientId: ClientId,
        fileName: z.string().max(8192),
        mediaType: z.string().max(200),
        size: z.int().min(0),
        settingType: SettingType,
      }),
    )
    .output(Upload),
  getUpload: endpoint({ method: 'GET', path: '/uploads/{uploadId}', summary: 'Where an upload stands' })
    .input(byUpload)
    .output(Upload),
  completeUpload: endpoint({
    method: 'POST',
    path: '/uploads/{uploadId}/complete',
    summary: 'Make the upload a session and process it',
  })
    .input(byUpload)
    .output(z.object({ sessionId: SessionId })),
  cancelUpload: endpoint({ method: 'DELETE', path: '/uploads/{uploadId}', summary: 'Throw an unfinished upload away' })
    .input(byUpload)
    .output(z.object({ cancelled: z.literal(true) })),
  processAgain: endpoint({
    method: 'POST',
    path: '/sessions/{sessionId}/process',
    summary: 'Process the kept recording again',
  })
    .input(z.object({ sessionId: SessionId }))
    .output(z.object({ sessionId: SessionId })),
  playback: endpoint({
    method: 'POST',
    path: '/sessions/{sessionId}/playback',
    summary: 'A short-lived link to the audio',
  })
    .input(z.object({ sessionId: SessionId }))
    .output(Playback),
}

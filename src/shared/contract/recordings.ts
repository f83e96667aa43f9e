import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { HeldDetails } from './held-session.ts'
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

/** The audio of a session as files to save: as it plays, or in the parts in which it was received. */
export const AudioFiles = z.object({
  expiresAt: z.iso.datetime({ offset: true }),
  files: z.array(z.object({ url: z.string(), fileName: z.string(), bytes: z.int() })),
})
export type AudioFiles = z.infer<typeof AudioFiles>

/** A session that is, or was, recorded in a browser, as far as the server holds it. */
export const LiveRecording = z.object({
  sessionId: SessionId,
  clientId: ClientId,
  startedAt: z.iso.datetime({ offset: true }),
  /** Number of the first chunk that the server does not hold yet. Those before it are durable. */
  nextChunk: z.int(),
  /** Number for the next segment: what one MediaRecorder writes from its start to its end. */
  nextSegment: z.int(),
  /** Recorded time that the server holds, in milliseconds. */
  savedMs: z.int(),
  /** When the newest chunk came: another device may still be recording. */
  lastChunkAt: z.iso.datetime({ offset: true }).nullable(),
  endedAt: z.iso.datetime({ offset: true }).nullable(),
})
export type LiveRecording = z.infer<typeof LiveRecording>

/** What the recorder of the session's own therapist works with. */
export const OwnRecording = LiveRecording.extend({
  /** AES-256 key in base64 for audio that waits in the browser. Belongs to this session and is kept in memory only. */
  unsentKey: z.string(),
})
export type OwnRecording = z.infer<typeof OwnRecording>

export const UnfinishedRecording = LiveRecording.extend({
  client: z.object({ firstName: z.string(), lastName: z.string() }),
})
export type UnfinishedRecording = z.infer<typeof UnfinishedRecording>

const byUpload = z.object({ uploadId: UploadId })
const bySession = z.object({ sessionId: SessionId })

/** What the server answers to chunks of a live recording. */
export const KeptChunks = LiveRecording.pick({ nextChunk: true, savedMs: true })
export type KeptChunks = z.infer<typeof KeptChunks>

/**
 * Chunks go beside the contract, as raw bytes.
 *
 * Of a file: `PUT /api/uploads/{uploadId}/chunks/{n}` with the SHA-256 of the chunk in `x-chunk-sha256` (hex). It answers
 * 204 once the chunk is durable, and the same again when it is repeated.
 *
 * Of a live recording: `PUT /api/sessions/{sessionId}/chunks/{n}` with one chunk or several in a row, `n` the number of the
 * first. Headers: `content-type` (of the audio), `x-chunk-sha256` (of the body), `x-chunk-count`, `x-chunk-segment`, and
 * `x-chunk-ends-ms`, the recorded time at their end. Chunks are numbered through all segments of a session, and a body holds
 * chunks of one segment. It answers 200 and `KeptChunks` once they are durable, and the same again when they are repeated;
 * those that do not follow what is held are refused with `chunk_out_of_order` and `KeptChunks` as its data.
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
        ...HeldDetails.shape,
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
    .input(
      byUpload.extend({
        /** What was stated last; without it, what the upload began with. */
        settingType: SettingType.optional(),
        ...HeldDetails.shape,
      }),
    )
    .output(z.object({ sessionId: SessionId })),
  cancelUpload: endpoint({ method: 'DELETE', path: '/uploads/{uploadId}', summary: 'Throw an unfinished upload away' })
    .input(byUpload)
    .output(z.object({ cancelled: z.literal(true) })),
  processAgain: endpoint({
    method: 'POST',
    path: '/sessions/{sessionId}/process',
    summary: 'Process the kept recording again',
  })
    .input(bySession)
    .output(bySession),
  playback: endpoint({
    method: 'POST',
    path: '/sessions/{sessionId}/playback',
    whileViewing: true,
    summary: 'A short-lived link to the audio',
  })
    .input(bySession)
    .output(Playback),
  /** For the session's own therapist, whatever became of the recording. @throws session_missing, not_allowed, recording_missing */
  audioFiles: endpoint({
    method: 'POST',
    path: '/sessions/{sessionId}/audio-files',
    summary: 'Short-lived links to all audio that is kept of a session',
  })
    .input(bySession)
    .output(AudioFiles),
  start: endpoint({
    method: 'POST',
    path: '/clients/{clientId}/recordings',
    summary: 'Begin a session that is recorded',
  })
    .input(
      z.object({
        clientId: ClientId,
        /** Made by the sender, once a press of Start Session: the same again answers the session that it began. */
        requestId: z.uuid(),
        /** The appointment that the session is meant to be. Without it, the one of the client whose time has come. */
        appointmentId: z.uuid().optional(),
      }),
    )
    .output(OwnRecording),
  unfinished: endpoint({
    method: 'GET',
    path: '/recordings/unfinished',
    summary: "The caller's own recordings that have not ended, newest first",
  }).output(z.object({ items: z.array(UnfinishedRecording) })),
  live: endpoint({ method: 'GET', path: '/sessions/{sessionId}/recording', summary: 'Where a live recording stands' })
    .input(bySession)
    .output(OwnRecording),
  end: endpoint({
    method: 'POST',
    path: '/sessions/{sessionId}/recording/end',
    summary: 'End the session and process it',
  })
    .input(
      bySession.extend({
        /** Chunks that were captured, all of which must have arrived; null takes what is there. */
        chunks: z.int().min(0).nullable(),
      }),
    )
    .output(bySession),
  discard: endpoint({
    method: 'DELETE',
    path: '/sessions/{sessionId}/recording',
    summary: 'Cancel a session whose recording has not ended, and throw its audio away',
  })
    .input(bySession)
    .output(z.object({ discarded: z.literal(true) })),
}

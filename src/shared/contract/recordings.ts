import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { HeldDetails } from './held-session.ts'
import { ClientId, SessionId, UploadId } from './ids.ts'
import { SettingType } from './sessions.ts'

/** Bytes of a numbered chunk; the last may be shorter. Chunks are small, so many uploads need little memory. */
export const chunkBytes = 256 * 1024

export const Upload = z.object({
  id: UploadId,
  clientId: ClientId,
  fileName: z.string(),
  size: z.int(),
  /** Number of the first missing chunk. Chunks before it are durable. */
  nextChunk: z.int(),
  chunkBytes: z.int(),
  /** Set once the upload became a session. */
  sessionId: SessionId.nullable(),
})
export type Upload = z.infer<typeof Upload>

/** A link to the audio, for the caller alone and for a few minutes. It supports HTTP range requests. */
export const Playback = z.object({
  url: z.string(),
  expiresAt: z.iso.datetime({ offset: true }),
  mediaType: z.string(),
})
export type Playback = z.infer<typeof Playback>

/** The audio of a session as files to save: for playback, or in the parts in which it was received. */
export const AudioFiles = z.object({
  expiresAt: z.iso.datetime({ offset: true }),
  files: z.array(z.object({ url: z.string(), fileName: z.string(), bytes: z.int() })),
})
export type AudioFiles = z.infer<typeof AudioFiles>

/** A recording in a browser, running or ended, and the part of it that the server has. */
export const LiveRecording = z.object({
  sessionId: SessionId,
  clientId: ClientId,
  startedAt: z.iso.datetime({ offset: true }),
  /** Number of the first missing chunk. Those before it are durable. */
  nextChunk: z.int(),
  /** Number of the next segment: the output of one MediaRecorder from its start to its end. */
  nextSegment: z.int(),
  /** Recorded time that the server has, in milliseconds. */
  savedMs: z.int(),
  /** Time of the newest chunk: another device may still be recording. */
  lastChunkAt: z.iso.datetime({ offset: true }).nullable(),
  endedAt: z.iso.datetime({ offset: true }).nullable(),
  /** True for two channels: the therapist's microphone left, the tab of the video visit right. */
  isVideoVisit: z.boolean(),
})
export type LiveRecording = z.infer<typeof LiveRecording>

/** The therapist's statement before a video visit is recorded. */
export const VideoVisit = z.object({
  everyoneAgreed: z.literal(true),
  /** The state or country in which the client is; null if not stated. */
  clientLocation: z.string().trim().min(1).max(60).nullable(),
})
export type VideoVisit = z.infer<typeof VideoVisit>

/** Settings of the recorder, for the session's own therapist. */
export const OwnRecording = LiveRecording.extend({
  /** AES-256 key in base64 for audio stored in the browser. It belongs to this session and stays in memory only. */
  unsentKey: z.string(),
  /** Keys of former secrets, with which the browser may have stored audio. Missing if there are none. */
  formerUnsentKeys: z.array(z.string()).optional(),
})
export type OwnRecording = z.infer<typeof OwnRecording>

export const UnfinishedRecording = LiveRecording.extend({
  /** Time since the newest chunk, or since the start, in milliseconds. The browser's clock may differ. */
  idleMs: z.int(),
  client: z.object({ firstName: z.string(), lastName: z.string() }),
})
export type UnfinishedRecording = z.infer<typeof UnfinishedRecording>

const byUpload = z.object({ uploadId: UploadId })
const bySession = z.object({ sessionId: SessionId })

/** Response of the server to chunks of a live recording. */
export const StoredChunks = LiveRecording.pick({ nextChunk: true, savedMs: true })
export type StoredChunks = z.infer<typeof StoredChunks>

/**
 * Chunks bypass the contract, as raw bytes.
 *
 * Of a file: `PUT /api/uploads/{uploadId}/chunks/{n}` with the SHA-256 of the chunk in `x-chunk-sha256` (hex). The
 * response is 204 once the chunk is durable, and the same for a repeated chunk.
 *
 * Of a live recording: `PUT /api/sessions/{sessionId}/chunks/{n}` with one chunk or several in a row; `n` is the number
 * of the first. Headers: `content-type` (of the audio), `x-chunk-sha256` (of the body), `x-chunk-count`,
 * `x-chunk-segment`, and `x-chunk-ends-ms`, the recorded time at the end of the chunks. Chunks are numbered through all
 * segments of a session, and a body has chunks of one segment. The response is 200 with `StoredChunks` once they are
 * durable, and the same for repeated chunks. Chunks out of order are rejected with `chunk_out_of_order` and
 * `StoredChunks` as its data.
 */
export const recordings = {
  startUpload: endpoint({ method: 'POST', path: '/clients/{clientId}/uploads', summary: 'Start a resumable upload' })
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
  getUpload: endpoint({ method: 'GET', path: '/uploads/{uploadId}', summary: 'State of an upload' })
    .input(byUpload)
    .output(Upload),
  completeUpload: endpoint({
    method: 'POST',
    path: '/uploads/{uploadId}/complete',
    inAnyOrganization: true,
    summary: 'Create a session from a finished upload and process it',
  })
    .input(
      byUpload.extend({
        /** The latest statement. Default: the upload's first one. */
        settingType: SettingType.optional(),
        ...HeldDetails.shape,
      }),
    )
    .output(z.object({ sessionId: SessionId })),
  cancelUpload: endpoint({
    method: 'DELETE',
    path: '/uploads/{uploadId}',
    inAnyOrganization: true,
    summary: 'Delete an unfinished upload',
  })
    .input(byUpload)
    .output(z.object({ cancelled: z.literal(true) })),
  processAgain: endpoint({
    method: 'POST',
    path: '/sessions/{sessionId}/process',
    summary: 'Process the stored recording again',
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
  /**
   * For the session's own therapist, also after a failure.
   * @throws session_missing, not_allowed, recording_missing
   */
  audioFiles: endpoint({
    method: 'POST',
    path: '/sessions/{sessionId}/audio-files',
    summary: 'Short-lived links to all stored audio of a session',
  })
    .input(bySession)
    .output(AudioFiles),
  start: endpoint({
    method: 'POST',
    path: '/clients/{clientId}/recordings',
    summary: 'Start a session with a live recording',
  })
    .input(
      z.object({
        clientId: ClientId,
        /** The browser creates one per press of Start Session. A repeated id returns the session that it started. */
        requestId: z.uuid(),
        /** The appointment of the session. Default: the client's appointment that is due. */
        appointmentId: z.uuid().optional(),
        /** Set if the recording has one channel for each voice of a video visit. */
        videoVisit: VideoVisit.optional(),
      }),
    )
    .output(OwnRecording),
  unfinished: endpoint({
    method: 'GET',
    path: '/recordings/unfinished',
    summary: "The caller's own recordings that have not ended, newest first",
  }).output(z.object({ items: z.array(UnfinishedRecording) })),
  live: endpoint({ method: 'GET', path: '/sessions/{sessionId}/recording', summary: 'State of a live recording' })
    .input(bySession)
    .output(OwnRecording),
  end: endpoint({
    method: 'POST',
    path: '/sessions/{sessionId}/recording/end',
    inAnyOrganization: true,
    summary: 'End the session and process it',
  })
    .input(
      bySession.extend({
        /** Number of captured chunks; all must have arrived. Null accepts the chunks that have arrived. */
        chunks: z.int32().min(0).nullable(),
      }),
    )
    .output(bySession),
  discard: endpoint({
    method: 'DELETE',
    path: '/sessions/{sessionId}/recording',
    inAnyOrganization: true,
    summary: 'Cancel a session whose recording has not ended, and delete its audio',
  })
    .input(bySession)
    .output(z.object({ discarded: z.literal(true) })),
}

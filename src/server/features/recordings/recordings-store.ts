import { sql } from 'kysely'
import type { Db } from '#server/db/tenant.ts'

/**
 * `received`: the bytes are in chunks. `stored`: the audio is in the file store. `unreadable`: the audio could not be
 * read, and only the original is stored.
 */
export type RecordingState = 'received' | 'stored' | 'unreadable'

export interface StoredAudio {
  /** Null for an unreadable live recording, which stays in its chunks. */
  storageName: string | null
  mediaType: string
  size: number
  /** Seconds; null if no audio could be decoded. */
  duration: number | null
  state: Exclude<RecordingState, 'received'>
  /** True if the file is cut off: the end of its recording is missing. */
  isCutOff: boolean
}

/** The audio of an upload or of a live recording, as it was received. */
export interface ReceivedAudio {
  organizationId: string | null
  therapistId: string
  /** Null for a live recording. */
  uploadId: string | null
  fileName: string
  mediaType: string
  size: number
  recordedAt: Date
}

export async function insertRecording(db: Db, sessionId: string, audio: ReceivedAudio): Promise<void> {
  await db
    .insertInto('recordings')
    .values({
      session_id: sessionId,
      organization_id: audio.organizationId,
      therapist_id: audio.therapistId,
      upload_id: audio.uploadId,
      file_name: audio.fileName,
      media_type: audio.mediaType,
      size: audio.size,
      recorded_at: audio.recordedAt,
    })
    .execute()
}

/** Finds the recording of a session that the caller may see. */
export async function findRecording(db: Db, sessionId: string, lock?: 'update') {
  return await db
    .selectFrom('recordings')
    .where('session_id', '=', sessionId)
    .select([
      'therapist_id as therapistId',
      'upload_id as uploadId',
      'media_type as mediaType',
      'file_name as fileName',
      'size',
      'storage_name as storageName',
      'state',
    ])
    .$if(lock === 'update', (query) => query.forUpdate())
    .executeTakeFirst()
}

/** Returns the file name of a session's stored audio; null if there is none. Only workers may call it. */
export async function findStoredRecording(db: Db, sessionId: string): Promise<string | null> {
  const { rows } = await sql<{ name: string | null }>`select app.stored_recording(${sessionId}) as name`.execute(db)
  return rows[0]?.name ?? null
}

/**
 * Saves the name of a file before it is written, so that a deletion erases the file even if this run does not end. Returns
 * false if the caller may not change the recording, or it is stored.
 */
export async function saveWrittenName(db: Db, sessionId: string, name: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('recordings')
    .set({ written_names: sql<string[]>`array_append(array_remove(written_names, ${name}), ${name})` })
    .where('session_id', '=', sessionId)
    .where('state', '<>', 'stored')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function markStored(db: Db, sessionId: string, audio: StoredAudio): Promise<void> {
  await db
    .updateTable('recordings')
    .set({
      storage_name: audio.storageName,
      media_type: audio.mediaType,
      size: audio.size,
      duration_seconds: audio.duration,
      state: audio.state,
      is_cut_off: audio.isCutOff,
    })
    .where('session_id', '=', sessionId)
    .execute()
}

/** Finds a session that the caller may see, with its recording if there is one. */
export async function findSessionAudio(db: Db, sessionId: string) {
  return await db
    .selectFrom('sessions')
    .leftJoin('recordings', 'recordings.session_id', 'sessions.id')
    .leftJoin('live_recordings', 'live_recordings.session_id', 'sessions.id')
    .where('sessions.id', '=', sessionId)
    .select([
      'sessions.client_id as clientId',
      'recordings.storage_name as storageName',
      'recordings.media_type as mediaType',
      'recordings.size',
      'recordings.state',
      'live_recordings.is_video_visit as isVideoVisit',
    ])
    .executeTakeFirst()
}

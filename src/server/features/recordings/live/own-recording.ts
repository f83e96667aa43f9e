import type { StoredChunks, LiveRecording, OwnRecording } from '#shared/contract/recordings.ts'
import { deriveFormerKeys, deriveKey, type Secrets } from '#server/secrets.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { getOwnSession } from '#server/features/sessions/get-session.ts'
import { rowId } from '#server/ids.ts'
import { findLive, type LiveRow } from './store.ts'

/**
 * Returns a live recording of the caller. With `update`, other transactions can neither append chunks nor end the
 * recording until this transaction ends.
 * @throws session_missing, not_allowed for other users who may see the session, recording_missing if the session was
 * not recorded live
 */
export async function getOwnLive(context: Context, sessionId: string, lock?: 'update'): Promise<LiveRow> {
  const id = rowId(sessionId, 'session_missing')
  const live = await findLive(context.db, context.actor.userId, id, lock)
  if (live) return live
  await getOwnSession(context, id)
  return fail('recording_missing')
}

export function toLiveRecording(row: LiveRow): LiveRecording {
  const { sessionId, clientId, startedAt, nextChunk, nextSegment, savedMs, lastChunkAt, endedAt, isVideoVisit } = row
  return {
    sessionId,
    clientId,
    startedAt: startedAt.toISOString(),
    nextChunk,
    nextSegment,
    savedMs,
    lastChunkAt: lastChunkAt?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
    isVideoVisit,
  }
}

/** Only for the session's own therapist: the result includes the keys of the audio that the browser has not sent yet. */
export function toOwnRecording({ config }: { config: Secrets }, row: LiveRow): OwnRecording {
  const purpose = `unsent audio ${row.sessionId}`
  const formerKeys = deriveFormerKeys(config, purpose).map((key) => key.toString('base64'))
  return {
    ...toLiveRecording(row),
    unsentKey: deriveKey(config, purpose).toString('base64'),
    ...(formerKeys.length > 0 && { formerUnsentKeys: formerKeys }),
  }
}

/** The stored position, which the sender needs to continue. */
export function toStoredChunks({ nextChunk, savedMs }: LiveRow): StoredChunks {
  return { nextChunk, savedMs }
}

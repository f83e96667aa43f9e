import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { findSessionAudio } from './recordings-store.ts'

export interface Audio {
  sessionId: string
  clientId: string
  storageName: string
  mediaType: string
  size: number
  /**
   * True if the left channel is the therapist and the right channel is the client. Always false for other users than
   * the therapist.
   */
  isVideoVisit: boolean
}

/**
 * Returns the audio of a session that the caller may see.
 * @throws session_missing; recording_missing if the session has no playable audio
 */
export async function findAudio({ db }: Context, sessionId: string): Promise<Audio> {
  const found = (await findSessionAudio(db, sessionId)) ?? fail('session_missing')
  const { clientId, storageName, mediaType, size, state, isVideoVisit } = found
  if (state !== 'stored' || storageName === null || mediaType === null || size === null) fail('recording_missing')
  return { sessionId, clientId, storageName, mediaType, size, isVideoVisit: isVideoVisit ?? false }
}

import type { Context } from '#server/context.ts'
import type { RememberedVoice } from '#server/providers/speech/speakers/port.ts'
import { findVoiceInSession } from '../own-voice-store.ts'
import { openVoice, voiceKeys } from './sealed-voice.ts'

/**
 * Returns the caller's voice that is stored in the organization of a session, for recognition. Returns undefined if no
 * voice is stored or its use is off.
 */
export async function knownVoice(
  { db, actor, config, log }: Context,
  sessionId: string,
): Promise<RememberedVoice | undefined> {
  const row = await findVoiceInSession(db, actor.userId, sessionId)
  if (!row?.isOn || row.sealed === null || row.model === null) return undefined
  try {
    return openVoice(voiceKeys(config), { id: row.id, userId: actor.userId, model: row.model }, row.sealed)
  } catch {
    // The transcription continues without the voice.
    log.warn('a remembered voice could not be decrypted')
    return undefined
  }
}

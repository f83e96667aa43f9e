import type { OwnVoice } from '#shared/contract/own-voice.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { clearVoice, setVoiceOn } from '../own-voice-store.ts'
import { getOwnVoice } from './get-own-voice.ts'

/**
 * Turns the use of the caller's voice on or off. While the use is off, the voice is not recognized, and the
 * product does not offer to remember the voice.
 */
export async function setOwnVoiceOn(context: Context, { isOn }: { isOn: boolean }): Promise<OwnVoice> {
  const { db, actor } = context
  await setVoiceOn(db, actor, isOn)
  audit(context, {
    action: isOn ? 'account.voice_turned_on' : 'account.voice_turned_off',
    resourceType: 'account',
    resourceId: actor.userId,
  })
  return await getOwnVoice(context)
}

/** Deletes the caller's stored voice permanently. A job that computes the voice at the same time stores nothing. */
export async function removeOwnVoice(context: Context): Promise<OwnVoice> {
  const { db, actor } = context
  if (await clearVoice(db, actor))
    audit(context, { action: 'account.voice_removed', resourceType: 'account', resourceId: actor.userId })
  return await getOwnVoice(context)
}

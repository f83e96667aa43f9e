import type pg from 'pg'
import { resealColumn } from '#server/sealed-column.ts'
import type { Secrets } from '#server/secrets.ts'
import { openVoice, sealVoice, voiceKeys } from './sealed-voice.ts'

/**
 * Encrypts the stored voices of former secrets again with the current secret. Returns the number of voices.
 * @param owner a connection as app_owner
 */
export async function resealVoices(owner: pg.ClientBase, secrets: Secrets): Promise<number> {
  const place = { table: 'own_voices', columns: 'user_id as "userId", model' }
  return await resealColumn(owner, voiceKeys(secrets), place, { open: openVoice, seal: sealVoice })
}

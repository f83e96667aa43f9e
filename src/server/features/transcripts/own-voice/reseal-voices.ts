import type pg from 'pg'
import type { Secrets } from '#server/secrets.ts'
import { openVoice, sealVoice, voiceKeys } from './sealed-voice.ts'

/**
 * Encrypts remembered voices of former secrets again under the current one.
 * @param owner a connection as app_owner
 */
export async function resealVoices(owner: pg.ClientBase, secrets: Secrets): Promise<number> {
  const keys = voiceKeys(secrets)
  const current = Buffer.alloc(4)
  current.writeUInt32BE(keys.current.id)
  const { rows } = await owner.query<{ id: string; userId: string; model: string; sealed: Buffer }>(
    `select id, user_id as "userId", model, sealed from own_voices where substring(sealed from 1 for 4) <> $1`,
    [current],
  )
  for (const row of rows) {
    const sealed = sealVoice(keys, row, openVoice(keys, row, row.sealed))
    // A voice stored in the meantime stays.
    await owner.query('update own_voices set sealed = $2 where id = $1 and sealed = $3', [row.id, sealed, row.sealed])
  }
  return rows.length
}

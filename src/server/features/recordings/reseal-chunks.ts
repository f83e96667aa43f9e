import type pg from 'pg'
import type { Secrets } from '#server/secrets.ts'
import { chunkKeys, openChunk, sealChunk } from './sealed-chunk.ts'

/** Number of chunks that one query reads. A chunk has at most 256 KB. */
const batchSize = 20

const tables = [
  { name: 'upload_chunks', id: 'upload_id' },
  { name: 'live_chunks', id: 'session_id' },
] as const

/**
 * Encrypts the audio chunks of former secrets again with the current secret. Recordings can continue meanwhile. Returns
 * the number of chunks.
 * @param owner a connection as app_owner
 */
export async function resealChunks(owner: pg.ClientBase, secrets: Secrets): Promise<number> {
  const keys = chunkKeys(secrets)
  const current = Buffer.alloc(4)
  current.writeUInt32BE(keys.current.id)
  let count = 0
  for (const { name, id } of tables) {
    for (;;) {
      const { rows } = await owner.query<{ recordingId: string; n: number; data: Buffer; seal: Buffer }>(
        `select ${id} as "recordingId", n, data, seal from ${name}
         where substring(seal from 1 for 4) <> $1 order by ${id}, n limit ${batchSize}`,
        [current],
      )
      if (rows.length === 0) break
      for (const row of rows) {
        const sealed = sealChunk(keys, row, openChunk(keys, row, row))
        await owner.query(`update ${name} set data = $3, seal = $4 where ${id} = $1 and n = $2`, [
          row.recordingId,
          row.n,
          sealed.data,
          sealed.seal,
        ])
        count++
      }
    }
  }
  return count
}

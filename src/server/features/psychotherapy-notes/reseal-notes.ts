import type pg from 'pg'
import type { Secrets } from '#server/secrets.ts'
import { noteKeys, openNote, sealNote } from './sealed-note.ts'

/** Notes read at once; one has at most 128 KB. */
const batch = 50

/**
 * Encrypts psychotherapy notes of former secrets again under the current one, while their authors write.
 * @param owner a connection as app_owner
 */
export async function resealNotes(owner: pg.ClientBase, secrets: Secrets): Promise<number> {
  const keys = noteKeys(secrets)
  const current = Buffer.alloc(4)
  current.writeUInt32BE(keys.current.id)
  let count = 0
  for (;;) {
    const { rows } = await owner.query<{ id: string; authorId: string; clientId: string; sealed: Buffer }>(
      `select id, author_id as "authorId", client_id as "clientId", sealed from psychotherapy_notes
       where substring(sealed from 1 for 4) <> $1 order by id limit ${batch}`,
      [current],
    )
    if (rows.length === 0) return count
    for (const row of rows) {
      const sealed = sealNote(keys, row, openNote(keys, row, row.sealed))
      // A note saved in the meantime keeps its new text.
      await owner.query('update psychotherapy_notes set sealed = $2 where id = $1 and sealed = $3', [
        row.id,
        sealed,
        row.sealed,
      ])
      count++
    }
  }
}

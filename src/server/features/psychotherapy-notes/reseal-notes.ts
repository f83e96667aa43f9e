import type pg from 'pg'
import { resealColumn } from '#server/sealed-column.ts'
import type { Secrets } from '#server/secrets.ts'
import { noteKeys, openNote, sealNote } from './sealed-note.ts'

/**
 * Encrypts the psychotherapy notes that have keys of former secrets again with the current key. Authors can continue to
 * write. Returns the number of notes.
 * @param owner a connection as app_owner
 */
export async function resealNotes(owner: pg.ClientBase, secrets: Secrets): Promise<number> {
  const place = { table: 'psychotherapy_notes', columns: 'author_id as "authorId", client_id as "clientId"' }
  return await resealColumn(owner, noteKeys(secrets), place, { open: openNote, seal: sealNote })
}

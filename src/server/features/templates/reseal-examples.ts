import type pg from 'pg'
import { resealColumn } from '#server/sealed-column.ts'
import type { Secrets } from '#server/secrets.ts'
import { exampleKeys, openExample, sealExample } from './sealed-example.ts'

/**
 * Encrypts the example notes of former secrets again with the current secret. Returns the number of example notes.
 * @param owner a connection as app_owner
 */
export async function resealExamples(owner: pg.ClientBase, secrets: Secrets): Promise<number> {
  const place = { table: 'template_examples', columns: 'author_id as "authorId", template_id as "templateId"' }
  return await resealColumn(owner, exampleKeys(secrets), place, { open: openExample, seal: sealExample })
}

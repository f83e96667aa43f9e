import type pg from 'pg'
import type { Secrets } from '#server/secrets.ts'
import { exampleKeys, openExample, sealExample } from './sealed-example.ts'

/** Examples read at once; one has at most 20 KB. */
const batch = 50

/**
 * Encrypts example notes of former secrets again under the current one.
 * @param owner a connection as app_owner
 */
export async function resealExamples(owner: pg.ClientBase, secrets: Secrets): Promise<number> {
  const keys = exampleKeys(secrets)
  const current = Buffer.alloc(4)
  current.writeUInt32BE(keys.current.id)
  let count = 0
  for (;;) {
    const { rows } = await owner.query<{ id: string; authorId: string; templateId: string; sealed: Buffer }>(
      `select id, author_id as "authorId", template_id as "templateId", sealed from template_examples
       where substring(sealed from 1 for 4) <> $1 order by id limit ${batch}`,
      [current],
    )
    if (rows.length === 0) return count
    for (const row of rows) {
      const sealed = sealExample(keys, row, openExample(keys, row, row.sealed))
      await owner.query('update template_examples set sealed = $2 where id = $1', [row.id, sealed])
      count++
    }
  }
}

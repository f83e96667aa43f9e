import type pg from 'pg'
import type { Keyring } from './keyring.ts'
import { openBytes, sealBytes, sealLength, type SealPlace } from './sealed-bytes.ts'

/** The seal, followed by the encrypted content, for one column of the database. */
export function sealColumn(keys: Keyring, place: SealPlace, content: Buffer): Buffer {
  const { seal, data } = sealBytes(keys, place, content)
  return Buffer.concat([seal, data])
}

/** @throws Error, without the content, if it was altered or moved, or its master key is missing */
export function openColumn(keys: Keyring, place: SealPlace, sealed: Buffer): Buffer {
  return openBytes(keys, place, { seal: sealed.subarray(0, sealLength), data: sealed.subarray(sealLength) })
}

interface Sealing<Place, Content> {
  open: (keys: Keyring, place: Place, sealed: Buffer) => Content
  seal: (keys: Keyring, place: Place, content: Content) => Buffer
}

/** Number of rows per query. A row has at most 128 KB. */
const batch = 50

/**
 * Encrypts the column `sealed` of a table's rows with former secrets again under the current one, while the product
 * writes. Returns the number of rows.
 * @param owner a connection as app_owner
 * @param columns of the table that are part of a row's place, besides its id
 */
export async function resealColumn<Place, Content>(
  owner: pg.ClientBase,
  keys: Keyring,
  { table, columns }: { table: string; columns: string },
  { open, seal }: Sealing<Place, Content>,
): Promise<number> {
  const current = Buffer.alloc(4)
  current.writeUInt32BE(keys.current.id)
  let count = 0
  for (;;) {
    const { rows } = await owner.query<Place & { id: string; sealed: Buffer }>(
      `select id, ${columns}, sealed from ${table} where substring(sealed from 1 for 4) <> $1 order by id limit ${batch}`,
      [current],
    )
    if (rows.length === 0) return count
    for (const row of rows) {
      const sealed = seal(keys, row, open(keys, row, row.sealed))
      // A row saved in the meantime keeps its new content.
      await owner.query(`update ${table} set sealed = $2 where id = $1 and sealed = $3`, [row.id, sealed, row.sealed])
      count++
    }
  }
}

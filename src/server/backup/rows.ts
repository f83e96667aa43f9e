import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from, to } from 'pg-copy-streams'
import { ChunkReader, lengthOf } from './chunks.ts'
import type { DumpedTable } from './manifest.ts'
import type { Table } from './tables.ts'

// The database file: per table its chunks of COPY text, each after its length in four bytes, then a length of zero. The tables follow in
// the order of the manifest.

/** Settings under which equal rows give equal text, in the same order. */
export const textFormatSettings = `set local datestyle = 'ISO, YMD'; set local timezone = 'UTC'; set local intervalstyle = 'iso_8601';
  set local bytea_output = 'hex'; set local extra_float_digits = 1; set local client_encoding = 'UTF8';
  set local synchronize_seqscans = off; set local max_parallel_workers_per_gather = 0; set local statement_timeout = 0;
  set local idle_in_transaction_session_timeout = 0; set local lock_timeout = 0`

/** All rows of the tables. Calls `onTable` after each table. */
export async function* dumpRows(
  client: pg.ClientBase,
  tables: readonly Table[],
  onTable: (table: DumpedTable) => void,
): AsyncGenerator<Buffer> {
  for (const table of tables) {
    const hash = createHash('sha256')
    const rows = client.query(to(`copy ${target(table)} to stdout`))
    for await (const chunk of chunksOf(rows)) {
      hash.update(chunk)
      yield lengthOf(chunk.length)
      yield chunk
    }
    yield lengthOf(0)
    onTable({ ...table, rows: rows.rowCount, sha256: hash.digest('hex') })
  }
}

/** Counts and hashes the rows of a table, as `dumpRows` does. */
export async function digestRows(client: pg.ClientBase, table: Table): Promise<DumpedTable> {
  let digest: DumpedTable | undefined
  for await (const _ of dumpRows(client, [table], (dumped) => (digest = dumped)));
  if (!digest) throw new Error(`The table ${table.name} could not be read`)
  return digest
}

/** Inserts the rows of a database file. */
export async function loadRows(
  client: pg.ClientBase,
  tables: readonly Table[],
  content: AsyncIterable<Uint8Array>,
): Promise<void> {
  const reader = new ChunkReader(content)
  for (const table of tables) {
    const rows = client.query(from(`copy ${target(table)} from stdin`))
    await pipeline(Readable.from(reader.chunks(), { objectMode: false }), rows)
  }
  await reader.expectEnd()
}

const target = ({ name, columns }: Table) => `${name} (${columns.join(', ')})`

async function* chunksOf(rows: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
  for await (const chunk of rows) if (Buffer.isBuffer(chunk) && chunk.length > 0) yield chunk
}

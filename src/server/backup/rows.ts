import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from, to } from 'pg-copy-streams'
import type { DumpedTable } from './manifest.ts'
import type { Table } from './tables.ts'

// The database file: per table its chunks of COPY text, each after its length in four bytes, then a length of zero. The tables follow in
// the order of the manifest.

/** Settings under which equal rows give equal text, in the same order. */
export const printing = `set local datestyle = 'ISO, YMD'; set local timezone = 'UTC'; set local intervalstyle = 'iso_8601';
  set local bytea_output = 'hex'; set local extra_float_digits = 1; set local client_encoding = 'UTF8';
  set local synchronize_seqscans = off; set local max_parallel_workers_per_gather = 0; set local statement_timeout = 0;
  set local idle_in_transaction_session_timeout = 0; set local lock_timeout = 0`

/** Largest chunk that is accepted: far above what COPY sends at once, a row included. */
const maxChunk = 0x7fff_ffff

/** All rows of the tables. Calls `onTable` after each. */
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

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes)
  return length
}

/** Reads chunks from a stream whose parts have other boundaries. */
class ChunkReader {
  readonly #parts: AsyncIterator<Uint8Array>
  #left: Buffer = Buffer.alloc(0)

  constructor(content: AsyncIterable<Uint8Array>) {
    this.#parts = content[Symbol.asyncIterator]()
  }

  /** The chunks of the next table. */
  async *chunks(): AsyncGenerator<Buffer> {
    for (;;) {
      const length = (await this.#take(4)).readUInt32BE()
      if (length === 0) return
      if (length > maxChunk) throw new Error('The database file of the backup was changed')
      yield await this.#take(length)
    }
  }

  async expectEnd(): Promise<void> {
    if (this.#left.length > 0 || !(await this.#parts.next()).done)
      throw new Error('The database file of the backup has more tables than its manifest')
  }

  async #take(bytes: number): Promise<Buffer> {
    const parts = [this.#left]
    let size = this.#left.length
    while (size < bytes) {
      const { done, value } = await this.#parts.next()
      if (done) throw new Error('The database file of the backup was truncated')
      parts.push(Buffer.from(value))
      size += value.length
    }
    const all = parts.length === 1 ? this.#left : Buffer.concat(parts)
    this.#left = all.subarray(bytes)
    return all.subarray(0, bytes)
  }
}

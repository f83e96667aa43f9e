import type pg from 'pg'
import { to } from 'pg-copy-streams'

/** An event with the text that its hash is computed from. The buffers are valid until the next chunk is read. */
export interface CopiedEvent {
  /** The 16 bytes of the chain's id, as a key. */
  chain: string
  seq: number
  previousHash: Buffer
  hash: Buffer
  text: Buffer
}

/** Selects the same text as `app.audit_hash`. The search path of the transaction resolves every name to `pg_catalog`. */
const copy = `copy (select chain, seq, previous_hash, hash, jsonb_build_array(e.chain, e.seq, extract(epoch from e.at), e.actor_id,
    e.organization_id, e.action, e.resource_type, e.resource_id, e.client_id, e.details, e.ip_address, e.user_agent)::text
  from public.audit_events e) to stdout (format binary)`

/** Makes PostgreSQL read each page of the table once, in the order of writing. */
const inOrder = `set local synchronize_seqscans = off; set local max_parallel_workers_per_gather = 0;
  set local enable_indexscan = off; set local enable_bitmapscan = off; set local client_encoding = 'UTF8'`

/**
 * All events of a snapshot, approximately in the order of writing. Needs a transaction whose search path is `pg_catalog`.
 */
export async function* copyEvents(client: pg.Client): AsyncGenerator<Iterable<CopiedEvent>> {
  await client.query(inOrder)
  const reader = new CopyReader()
  for await (const chunk of client.query(to(copy))) if (Buffer.isBuffer(chunk)) yield reader.read(chunk)
  reader.expectEnd()
}

/** Signature, flags, and the length of an extension that PostgreSQL does not use. */
const headerBytes = 19
const fields = 5

/** Reads the binary format of COPY: after a header, rows of fields with their lengths; −1 in place of a row is the end. */
class CopyReader {
  #rest: Buffer = Buffer.alloc(0)
  #isPastHeader = false
  #isAtEnd = false;

  *read(chunk: Buffer): Generator<CopiedEvent> {
    const bytes = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk
    let at = 0
    if (!this.#isPastHeader && bytes.length >= headerBytes) {
      this.#isPastHeader = true
      at = headerBytes
    }
    while (this.#isPastHeader && at + 2 <= bytes.length && !this.#isAtEnd) {
      if (bytes.readInt16BE(at) === -1) {
        this.#isAtEnd = true
        break
      }
      const row = readRow(bytes, at + 2)
      if (!row) break
      yield row.event
      at = row.end
    }
    this.#rest = bytes.subarray(at)
  }

  /** @throws Error if the copy was cut off */
  expectEnd(): void {
    if (!this.#isAtEnd) throw new Error('The audit trail was not read to its end')
  }
}

/** Undefined if the row continues in the next chunk. */
function readRow(bytes: Buffer, start: number): { event: CopiedEvent; end: number } | undefined {
  const found: Buffer[] = []
  let at = start
  for (let field = 0; field < fields; field++) {
    if (at + 4 > bytes.length) return undefined
    const length = bytes.readInt32BE(at)
    at += 4
    if (length < 0) throw new Error('An event of the audit trail has no chain, position or hash')
    if (at + length > bytes.length) return undefined
    found.push(bytes.subarray(at, at + length))
    at += length
  }
  const [chain, seq, previousHash, hash, text] = found
  if (!chain || !seq || !previousHash || !hash || !text) return undefined
  return {
    event: { chain: chain.toString('latin1'), seq: Number(seq.readBigInt64BE()), previousHash, hash, text },
    end: at,
  }
}

/** Converts a chain id to its key in memory: the 16 bytes as a Latin-1 string. `chainOfKey` converts the key back. */
export const keyOfChain = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex').toString('latin1')

export const chainOfKey = (key: string) =>
  Buffer.from(key, 'latin1')
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

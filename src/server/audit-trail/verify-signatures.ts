import { createHash } from 'node:crypto'
import type pg from 'pg'

/**
 * A fault in a chain of signatures. `changed`: the entry differs from what was signed. `content`: the signed text or the
 * facts of its session differ. `missing`: entries before this one were deleted. `loose`: the entry is not linked to the one before.
 * `cut`: the last entries of the chain were deleted or its head was changed.
 */
export interface SignatureFault {
  kind: 'changed' | 'content' | 'missing' | 'loose' | 'cut'
  chain: string
  seq: number
  /** The table of the entry; for `cut`, the table of the head. */
  table: string
}

export interface SignatureVerification {
  entries: number
  faults: SignatureFault[]
}

interface Entry {
  table: string
  chain: string
  seq: string
  prev_sha256: string
  sha256: string
  /** The row as canonical JSON. */
  row: string
  /** Null for entries that are not signatures. */
  content_sha256: string | null
  /** The signed content as it is stored. Null for other entries, or if the locked note differs from its signed version. */
  content: string | null
}

/** Tables whose rows are entries of the chains. */
const tables = [
  'note_signatures',
  'note_supersessions',
  'note_addenda',
  'amendment_requests',
  'amendment_steps',
  'record_releases',
  'legal_holds',
  'legal_hold_lifts',
] as const

/** Number of entries in one batch in memory. An entry has at most the text of a note. */
const batchSize = 500

/** Maximum number of returned faults. Reports show fewer. */
const maxFaults = 1000

/**
 * Recomputes every hash of the signatures, supersessions, addenda, amendment requests, releases and holds outside the database (decision 0052). Reads one
 * snapshot as app_owner; Attend may keep running.
 */
export async function verifySignatures(client: pg.Client): Promise<SignatureVerification> {
  await client.query('begin isolation level repeatable read read only')
  try {
    await client.query('set local search_path = pg_catalog, pg_temp')
    return await verifyInTransaction(client)
  } finally {
    await client.query('rollback')
  }
}

/** Verifies the signatures as the current transaction sees them. */
export async function verifyInTransaction(client: pg.Client): Promise<SignatureVerification> {
  await client.query(`set local timezone = 'UTC'`)
  const faults: SignatureFault[] = []
  let count = 0
  for (const { chain, head } of await readHeads(client)) {
    let last: Head | null = null
    for await (const entries of readEntries(client, chain)) {
      for (const entry of entries) {
        faults.push(...faultsOf(entry, last))
        last = { seq: entry.seq, sha256: entry.sha256 }
      }
      count += entries.length
    }
    if (last?.seq !== head?.seq || last?.sha256 !== head?.sha256)
      faults.push({ kind: 'cut', chain, seq: Number(last?.seq ?? 0), table: 'signature_heads' })
    faults.splice(maxFaults)
  }
  return { entries: count, faults }
}

/** The last entry of a chain. */
type Head = Pick<Entry, 'seq' | 'sha256'>

/** Every chain with its recorded head, which is null if it was deleted. */
async function readHeads(client: pg.Client): Promise<{ chain: string; head: Head | null }[]> {
  const { rows } = await client.query<{ chain: string; seq: string | null; sha256: string | null }>(
    `select chain, h.seq, h.sha256 from (select chain from public.signature_heads
     ${tables.map((table) => `union select chain from public.${table}`).join(' ')}) c
     left join public.signature_heads h using (chain)`,
  )
  return rows.map(({ chain, seq, sha256: hash }) => ({
    chain,
    head: seq === null || hash === null ? null : { seq, sha256: hash },
  }))
}

/** The entries of a chain in order, in batches. */
async function* readEntries(client: pg.Client, chain: string): AsyncGenerator<Entry[]> {
  await client.query(`declare entries no scroll cursor for ${tables.map(entriesOf).join(' union all ')} order by seq`, [
    chain,
  ])
  for (;;) {
    const { rows } = await client.query<Entry>(`fetch ${batchSize} from entries`)
    if (rows.length === 0) break
    yield rows
  }
  await client.query('close entries')
}

function entriesOf(table: (typeof tables)[number]): string {
  const content =
    table === 'note_signatures'
      ? 'content_sha256, app.signed_content(e) as content'
      : 'null::text as content_sha256, null::text as content'
  return `select '${table}' as table, chain, seq, prev_sha256, sha256, jsonb_strip_nulls(to_jsonb(e) - 'sha256')::text as row, ${content}
    from public.${table} e where chain = $1`
}

function faultsOf(entry: Entry, previous: Head | null): SignatureFault[] {
  const { chain, table } = entry
  const seq = Number(entry.seq)
  const fault = (kind: SignatureFault['kind']) => ({ kind, chain, seq, table })
  const follows = seq === Number(previous?.seq ?? 0) + 1
  return [
    ...(sha256(entry.row) === entry.sha256 ? [] : [fault('changed')]),
    ...(entry.content_sha256 === null || (entry.content !== null && sha256(entry.content) === entry.content_sha256)
      ? []
      : [fault('content')]),
    ...(follows ? [] : [fault('missing')]),
    ...(!follows || entry.prev_sha256 === (previous?.sha256 ?? '') ? [] : [fault('loose')]),
  ]
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

const meanings: Record<SignatureFault['kind'], string> = {
  changed: 'was changed after signing',
  content: 'does not match the stored text or session any more: what was signed was changed',
  missing: 'follows a gap: entries before it were deleted',
  loose: 'does not follow from the one before it',
  cut: 'is the last one left: later entries were deleted, or the head was changed',
}

const maxShown = 20

/** The readable report of a verification. Ids and numbers only. */
export function describeSignatures({ entries, faults }: SignatureVerification): string[] {
  if (faults.length === 0) return [`The signatures are whole: ${entries} signatures and addenda.`]
  const shown = faults
    .slice(0, maxShown)
    .map(({ kind, chain, seq, table }) => `  Entry ${seq} of ${chain} (${table}) ${meanings[kind]}.`)
  const rest = faults.length > maxShown ? [`  … and ${faults.length - maxShown} more.`] : []
  return [`Signed records were tampered with (${entries} entries):`, ...shown, ...rest]
}

import { createHash } from 'node:crypto'
import type pg from 'pg'

/**
 * A fault in a chain of signatures. `changed`: the entry differs from what was signed. `content`: the signed text or the
 * facts of its session differ. `missing`: entries before it were deleted. `loose`: it does not follow from the entry
 * before. `cut`: the last entries of the chain were deleted or its head was changed.
 */
export interface SignatureFault {
  kind: 'changed' | 'content' | 'missing' | 'loose' | 'cut'
  chain: string
  seq: number
  /** The table of the entry; for `cut`, the one of the head. */
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
  /** The signed content as stored now. Null if the locked note differs from its signed version. */
  content: string | null
}

const columns = (table: string, content: string) =>
  `select '${table}' as table, chain::text, seq::text, prev_sha256, sha256, jsonb_strip_nulls(to_jsonb(e) - 'sha256')::text as row, ${content}
   from public.${table} e`

/** The tables of the chains besides the signatures. */
const others = [
  'note_supersessions',
  'note_addenda',
  'amendment_requests',
  'amendment_steps',
  'record_releases',
  'legal_holds',
  'legal_hold_lifts',
]

/**
 * Recomputes every hash of the signatures, supersessions, addenda, amendment requests, releases and holds outside the database (decision 0052). Reads one
 * snapshot as app_owner; Attend may keep running.
 */
export async function verifySignatures(client: pg.Client): Promise<SignatureVerification> {
  await client.query('begin isolation level repeatable read read only')
  try {
    await client.query('set local search_path = pg_catalog, pg_temp')
    const { entries, heads } = await readChains(client)
    return { entries: entries.length, faults: faultsIn(entries, heads) }
  } finally {
    await client.query('rollback')
  }
}

/** The faults within the current transaction. */
export async function readFaults(client: pg.Client): Promise<SignatureFault[]> {
  const { entries, heads } = await readChains(client)
  return faultsIn(entries, heads)
}

type Head = Pick<Entry, 'chain' | 'seq' | 'sha256'>

async function readChains(client: pg.Client): Promise<{ entries: Entry[]; heads: Head[] }> {
  await client.query(`set local timezone = 'UTC'`)
  const none = 'null::text as content_sha256, null::text as content'
  const { rows } = await client.query<Entry>(
    `${columns('note_signatures', 'content_sha256, app.signed_content(e) as content')}
     ${others.map((table) => `union all ${columns(table, none)}`).join(' ')}`,
  )
  const heads = await client.query<Head>('select chain::text, seq::text, sha256 from public.signature_heads')
  const entries = rows.toSorted((a, b) => a.chain.localeCompare(b.chain) || Number(a.seq) - Number(b.seq))
  return { entries, heads: heads.rows }
}

function faultsIn(entries: readonly Entry[], heads: readonly Head[]): SignatureFault[] {
  const faults = entries.flatMap((entry, at) => faultsOf(entry, entries[at - 1]))
  const ends = new Map<string, Head>(entries.map((entry) => [entry.chain, entry]))
  const recorded = new Map(heads.map((head) => [head.chain, head]))
  for (const chain of new Set([...ends.keys(), ...recorded.keys()])) {
    const end = ends.get(chain)
    const head = recorded.get(chain)
    if (head?.seq !== end?.seq || head?.sha256 !== end?.sha256)
      faults.push({ kind: 'cut', chain, seq: Number(end?.seq ?? 0), table: 'signature_heads' })
  }
  return faults
}

function faultsOf(entry: Entry, before: Entry | undefined): SignatureFault[] {
  const previous = before?.chain === entry.chain ? before : undefined
  const { chain, table } = entry
  const seq = Number(entry.seq)
  const fault = (kind: SignatureFault['kind']) => ({ kind, chain, seq, table })
  return [
    ...(sha256(entry.row) === entry.sha256 ? [] : [fault('changed')]),
    ...(entry.content_sha256 === null || (entry.content !== null && sha256(entry.content) === entry.content_sha256)
      ? []
      : [fault('content')]),
    ...(seq === Number(previous?.seq ?? 0) + 1 ? [] : [fault('missing')]),
    ...(entry.prev_sha256 === (previous?.sha256 ?? '') || seq !== Number(previous?.seq ?? 0) + 1
      ? []
      : [fault('loose')]),
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

import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'

/** The end of one chain: how long it is, and the hash of its last event in hex. */
export interface Head {
  chain: string
  seq: number
  hash: string
}

/**
 * What is wrong at one place of a chain. `changed`: an event is not what was written. `missing`: events are gone before this
 * place. `cut`: the last events are gone. `loose`: an event does not follow from the one before. `extra`: there are more
 * events than the chain's head knows. `gone`: an account has no beginning of its chain. `rewritten`: the event differs from
 * the one that stood here at the last verification.
 */
export interface Fault {
  kind: 'changed' | 'missing' | 'cut' | 'loose' | 'extra' | 'gone' | 'rewritten'
  chain: string
  seq: number
}

export interface Verification {
  events: number
  chains: number
  faults: Fault[]
  heads: Head[]
}

/** As the driver answers it: `bigint` is text, unless something else told the driver to read it as a number. */
type Row<T> = Omit<T, 'seq'> & { seq: string | number }

/** More faults than anybody reads; the trail is broken long before. */
const mostFaults = 1000

/**
 * Recomputes every chain of the audit trail and compares it with the heads of the last verification. Reads one snapshot as
 * app_owner, while the product may run.
 */
export async function verifyTrail(client: pg.Client, anchored: readonly Head[]): Promise<Verification> {
  await client.query('begin isolation level repeatable read read only')
  try {
    await requireOwnHash(client)
    const found = [
      ...(await findFaults(client, brokenLinks)),
      ...(await findFaults(client, brokenHeads)),
      ...(await findFaults(client, chainsGone)),
      ...(await findRewritten(client, anchored)),
    ]
    const faults = [...new Map(found.map((fault) => [`${fault.kind} ${fault.chain} ${fault.seq}`, fault])).values()]
    const { rows } = await client.query<Row<Head>>(
      `select chain, seq, encode(hash, 'hex') as hash from audit_heads order by chain`,
    )
    const { rows: count } = await client.query<{ events: string | number }>(
      'select count(*) as events from audit_events',
    )
    return { events: Number(count[0]?.events ?? 0), chains: rows.length, faults, heads: rows.map(toHead) }
  } finally {
    await client.query('rollback')
  }
}

/** Each event by its own content, and by the one before it in its chain. */
const brokenLinks = `select chain, seq, kind from (
  select chain, seq, case
    when hash is distinct from app.audit_hash(e) then 'changed'
    when seq <> coalesce(lag(seq) over w, 0) + 1 then 'missing'
    when previous_hash <> coalesce(lag(hash) over w, '') then 'loose'
  end as kind
  from audit_events e window w as (partition by chain order by seq)) x where kind is not null`

/** The last event of each chain against the chain's head. */
const brokenHeads = `select coalesce(h.chain, l.chain) as chain, coalesce(l.seq, 0) as seq,
    case when coalesce(l.seq, 0) < coalesce(h.seq, 0) then 'cut' when h.seq = l.seq then 'changed' else 'extra' end as kind
  from audit_heads h
  full join (select distinct on (chain) chain, seq, hash from audit_events order by chain, seq desc) l on l.chain = h.chain
  where (h.seq, h.hash) is distinct from (l.seq, l.hash)`

/** Every account has a chain, and it begins with the account's creation. */
const chainsGone = `select u.id as chain, 1 as seq, 'gone' as kind from users u
  where not exists (select from audit_events e where e.chain = u.id and e.seq = 1 and e.action = 'account.created')`

async function findFaults(client: pg.Client, query: string): Promise<Fault[]> {
  const { rows } = await client.query<Row<Fault>>(`${query} order by 1, 2 limit ${mostFaults}`)
  return rows.map((row) => ({ kind: row.kind, chain: row.chain, seq: Number(row.seq) }))
}

/** Events that stood at the ends of chains at the last verification. */
async function findRewritten(client: pg.Client, anchored: readonly Head[]): Promise<Fault[]> {
  const { rows } = await client.query<Row<Head>>(
    `select a.chain, a.seq from unnest($1::uuid[], $2::bigint[], $3::text[]) as a (chain, seq, hash)
     left join audit_events e on e.chain = a.chain and e.seq = a.seq
     where encode(e.hash, 'hex') is distinct from a.hash order by 1, 2 limit ${mostFaults}`,
    [anchored.map((head) => head.chain), anchored.map((head) => head.seq), anchored.map((head) => head.hash)],
  )
  return rows.map((row) => ({ kind: 'rewritten', chain: row.chain, seq: Number(row.seq) }))
}

/**
 * The hash is computed by a function in the database, which must be the one of our migrations.
 * @throws Error when it was replaced
 */
async function requireOwnHash(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ body: string }>(
    `select prosrc as body from pg_proc where oid = 'app.audit_hash'::regproc`,
  )
  const folder = new URL('../db/migrations/', import.meta.url)
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql'))
  const texts = await Promise.all(files.map((name) => readFile(new URL(name, folder), 'utf8')))
  const [found] = rows
  if (!found || !texts.some((text) => text.includes(`$$${found.body}$$`))) {
    throw new Error('The function app.audit_hash in the database is not the one of this product.')
  }
}

function toHead({ chain, seq, hash }: Row<Head>): Head {
  return { chain, seq: Number(seq), hash }
}

import type pg from 'pg'
import { copyEvents } from './copied-events.ts'
import type { Head } from './head.ts'
import { type Suspect, TrailScan } from './scan.ts'
import { hashOf, readEvents, type StoredEvent } from './stored-event.ts'

/**
 * A fault in a chain. `changed`: the event differs from what was written. `missing`: events before it were deleted.
 * `cut`: the last events were deleted. `loose`: the event is not linked to the previous one. `extra`: the chain has
 * more events than its head says. `gone`: the start of an account's chain was deleted. `rewritten`: the event differs
 * from the one at this position at the last verification.
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

/** Maximum number of returned faults. Reports show fewer. */
const maxFaults = 1000

/**
 * Recomputes every hash of the audit trail outside the database, and compares the chains with the heads of the last
 * verification. Reads one snapshot as app_owner; Attend may keep running.
 */
export async function verifyTrail(client: pg.Client, anchored: readonly Head[]): Promise<Verification> {
  await client.query('begin isolation level repeatable read read only')
  try {
    await client.query('set local search_path = pg_catalog, pg_temp')
    const heads = await readHeads(client)
    // Runs before `copyEvents`, whose settings forbid the use of indexes.
    const deletedChains = await findChainsGone(client)
    const scan = new TrailScan(anchored)
    for await (const events of copyEvents(client)) for (const event of events) scan.add(event)
    const faults = [...(await findFaults(client, scan.suspects(heads), heads, anchored)), ...deletedChains]
    const distinct = new Map(faults.map((fault) => [`${fault.kind} ${fault.chain} ${fault.seq}`, fault]))
    return { events: scan.events, chains: heads.length, faults: [...distinct.values()].slice(0, maxFaults), heads }
  } finally {
    await client.query('rollback')
  }
}

/** Reads the suspect chains again, in order, to name each fault. */
async function findFaults(
  client: pg.Client,
  suspects: readonly Suspect[],
  heads: readonly Head[],
  anchored: readonly Head[],
): Promise<Fault[]> {
  if (suspects.length === 0) return []
  const ids = new Set(suspects.map(({ chain }) => chain))
  const among = (all: readonly Head[]) => all.filter(({ chain }) => ids.has(chain))
  const chains = new Chains(among(heads), among(anchored))
  for await (const events of readEvents(client, [...ids])) for (const event of events) chains.add(event)
  const faults = chains.finish()
  const named = new Set(faults.map(({ chain }) => chain))
  const unnamed = suspects.filter(({ chain, isUnordered }) => !isUnordered && !named.has(chain))
  return [...faults, ...unnamed.map(({ chain, seq }) => ({ kind: 'changed' as const, chain, seq }))].slice(0, maxFaults)
}

/** Checks events, which must arrive ordered by chain. */
class Chains {
  readonly #faults: Fault[] = []
  readonly #heads: Map<string, Head>
  readonly #anchors: Map<string, Head>
  #last: StoredEvent | undefined

  constructor(heads: readonly Head[], anchored: readonly Head[]) {
    this.#heads = new Map(heads.map((head) => [head.chain, head]))
    this.#anchors = new Map(anchored.map((head) => [head.chain, head]))
  }

  add(event: StoredEvent) {
    if (event.chain !== this.#last?.chain) this.#endChain()
    const fault = faultBetween(this.#last, event)
    if (fault) this.#report(fault, event.chain, Number(event.seq))
    const anchor = this.#anchors.get(event.chain)
    if (anchor?.seq === Number(event.seq)) {
      if (anchor.hash !== event.hash.toString('hex')) this.#report('rewritten', event.chain, anchor.seq)
      this.#anchors.delete(event.chain)
    }
    this.#last = event
  }

  /** The faults found, including heads and anchors whose events are missing. */
  finish(): Fault[] {
    this.#endChain()
    for (const { chain, seq } of this.#heads.values()) if (seq > 0) this.#report('cut', chain, 0)
    for (const { chain, seq } of this.#anchors.values()) this.#report('rewritten', chain, seq)
    return this.#faults
  }

  /** Compares the last event of a chain with the chain's head. */
  #endChain() {
    const last = this.#last
    if (!last) return
    const { chain } = last
    const seq = Number(last.seq)
    const head = this.#heads.get(chain)
    this.#heads.delete(chain)
    if (!head || head.seq < seq) this.#report('extra', chain, seq)
    else if (head.seq > seq) this.#report('cut', chain, seq)
    else if (head.hash !== last.hash.toString('hex')) this.#report('changed', chain, seq)
    this.#last = undefined
  }

  #report(kind: Fault['kind'], chain: string, seq: number) {
    if (this.#faults.length < maxFaults) this.#faults.push({ kind, chain, seq })
  }
}

/** Checks an event's own hash and its link to the previous event. */
function faultBetween(previous: StoredEvent | undefined, event: StoredEvent): Fault['kind'] | undefined {
  if (!hashOf(event).equals(event.hash)) return 'changed'
  if (Number(event.seq) !== Number(previous?.seq ?? 0) + 1) return 'missing'
  if (!event.previous_hash.equals(previous?.hash ?? Buffer.alloc(0))) return 'loose'
  return undefined
}

/** The heads of all chains, sorted by chain, so that `digestOf` returns the same value for the same heads. */
export async function readHeads(client: pg.ClientBase): Promise<Head[]> {
  const { rows } = await client.query<{ chain: string; seq: string; hash: string }>(
    `select chain::text, seq::text, encode(hash, 'hex') as hash from public.audit_heads h order by h.chain`,
  )
  return rows.map(({ chain, seq, hash }) => ({ chain, seq: Number(seq), hash }))
}

/**
 * Every account has a chain that starts with the account's creation. Earlier versions write the event just after the
 * account and may still run during an update, so the newest accounts are skipped.
 */
async function findChainsGone(client: pg.Client): Promise<Fault[]> {
  const { rows } = await client.query<{ chain: string }>(
    `select u.id::text as chain from public.users u
     where u.created_at not between now() - interval '1 minute' and now()
       and not exists (select from public.audit_events e where e.chain = u.id and e.seq = 1 and e.action = 'account.created')
     order by u.id limit ${maxFaults}`,
  )
  return rows.map(({ chain }) => ({ kind: 'gone', chain, seq: 1 }))
}

import { createHash } from 'node:crypto'
import type pg from 'pg'

/** An event as stored. All values are text as printed by the database, so that no precision is lost. */
export interface StoredEvent {
  chain: string
  seq: string
  /** Seconds since 1970 with six decimals. */
  epoch: string
  actor_id: string | null
  organization_id: string | null
  action: string
  resource_type: string
  resource_id: string | null
  client_id: string | null
  /** JSON as PostgreSQL prints `jsonb`. */
  details: string
  ip_address: string | null
  user_agent: string | null
  previous_hash: Buffer
  hash: Buffer
}

/** Events per query: few enough that hashing takes a few milliseconds. */
const batchSize = 1000

/** The events of these chains in order. Needs a transaction with one snapshot. */
export async function* readEvents(client: pg.Client, chains: readonly string[]): AsyncGenerator<StoredEvent[]> {
  await client.query(
    `declare events no scroll cursor for
     select chain::text, seq::text, extract(epoch from at)::text as epoch, actor_id::text, organization_id::text, action, resource_type,
       resource_id::text, client_id::text, details::text, ip_address, user_agent, previous_hash, hash
     from public.audit_events e where e.chain = any ($1::uuid[]) order by e.chain, e.seq`,
    [chains],
  )
  for (;;) {
    const { rows } = await client.query<StoredEvent>(`fetch ${batchSize} from events`)
    if (rows.length === 0) break
    yield rows
  }
  await client.query('close events')
}

/**
 * Computes the expected hash of an event without the database. Like `app.audit_hash`, it hashes the previous hash and
 * the event as a JSON array in the format of PostgreSQL.
 */
export function hashOf(event: StoredEvent): Buffer {
  const fields = [
    text(event.chain),
    event.seq,
    event.epoch,
    text(event.actor_id),
    text(event.organization_id),
    text(event.action),
    text(event.resource_type),
    text(event.resource_id),
    text(event.client_id),
    event.details,
    text(event.ip_address),
    text(event.user_agent),
  ]
  return createHash('sha256')
    .update(event.previous_hash)
    .update(`[${fields.join(', ')}]`)
    .digest()
}

/** JSON.stringify escapes the same characters as PostgreSQL's `jsonb`. */
function text(value: string | null): string {
  return JSON.stringify(value)
}

import { createHash } from 'node:crypto'
import type pg from 'pg'

/** An event as it is stored. Everything is text, as the database prints it, so that no precision is lost. */
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

/** Events of one read: few enough that their hashes take a few milliseconds. */
const batch = 1000

/** All events in the order of their chains. Needs a transaction that sees one snapshot. */
export async function* readEvents(client: pg.Client): AsyncGenerator<StoredEvent[]> {
  let after = { chain: '00000000-0000-0000-0000-000000000000', seq: '-1' }
  for (;;) {
    const { rows } = await client.query<StoredEvent>(
      `select chain::text, seq::text, extract(epoch from at)::text as epoch, actor_id::text, organization_id::text, action, resource_type,
         resource_id::text, client_id::text, details::text, ip_address, user_agent, previous_hash, hash
       from public.audit_events e where (e.chain, e.seq) > ($1::uuid, $2::bigint) order by e.chain, e.seq limit ${batch}`,
      [after.chain, after.seq],
    )
    const last = rows.at(-1)
    if (!last) return
    yield rows
    after = last
  }
}

/**
 * The hash that belongs to an event: the one that `app.audit_hash` writes, computed without the database. It hashes the previous
 * hash and then a JSON array as PostgreSQL prints it.
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

/** JSON.stringify escapes the same characters as PostgreSQL does in `jsonb`. */
function text(value: string | null): string {
  return JSON.stringify(value)
}

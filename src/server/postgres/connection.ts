import pg from 'pg'
import { WatchedClient } from './watched-client.ts'

// Dates and times of sessions have no zone (D22), so dates are read as the text that PostgreSQL returns.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** Maximum time to open a connection, in milliseconds. */
const connectMs = 5000

/** The kernel probes an idle connection after this long, so that a dead one is found without a query. */
const keepAliveMs = 5000

/** Extra time after PostgreSQL's own limit (db/role-limits.ts), whose error says more than a dropped connection. */
const statementGraceMs = 2000

const defaultStatementMs = 10_000

/** An unused connection keeps its prepared statements this long, so that a click after some minutes of reading is as fast as others. */
const idleMs = 10 * 60_000

export interface ConnectionOptions {
  connectionString: string
  connectionTimeoutMillis: number
  keepAlive: boolean
  keepAliveInitialDelayMillis: number
  silenceMs?: number
}

/** Options of every connection. With `statementMs`, the longest statement, a connection to a silent server is dropped soon after. */
export function connectionTo(connectionString: string, statementMs?: number): ConnectionOptions {
  return {
    connectionString,
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    ...(statementMs !== undefined && { silenceMs: statementMs + statementGraceMs }),
  }
}

interface PoolOptions {
  max: number
  /** Sends statements without waiting for earlier results. */
  pipeline: boolean
  /** The longest statement of the role, in milliseconds. */
  statementMs?: number
}

/** A pool whose connections are replaced when they break or go silent. */
export function createPool(url: string, options: PoolOptions): pg.Pool {
  const { max, pipeline, statementMs = defaultStatementMs } = options
  const connection = connectionTo(url, statementMs)
  const pool = new pg.Pool({ ...connection, max, pipeline, idleTimeoutMillis: idleMs, Client: WatchedClient })
  // A broken connection emits an error event, which ends the process without a listener. A running query fails, too.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/** Connects, uses the connection and always closes it. */
export async function withClient<T>(
  connectionString: string,
  use: (client: pg.Client) => Promise<T>,
  statementMs?: number,
): Promise<T> {
  const client = new WatchedClient(connectionTo(connectionString, statementMs))
  // A connection that breaks between two queries only emits an event.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await use(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

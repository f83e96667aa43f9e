import pg from 'pg'
import { WatchedClient } from './watched-client.ts'

// Dates and times of sessions have no zone (D22): they stay the text that PostgreSQL gives.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** A server that cannot be reached is given up after this. */
const connectMs = 5000

/** A silent peer is noticed this long after its last word, by the kernel, where no query waits for an answer. */
const keepAliveMs = 5000

/** PostgreSQL's own limit comes first (db/role-limits.ts): its answer says more than silence. */
const afterLimitMs = 2000

const defaultStatementMs = 10_000

export interface ConnectionOptions {
  connectionString: string
  connectionTimeoutMillis: number
  keepAlive: boolean
  keepAliveInitialDelayMillis: number
  silenceMs?: number
}

/** How every connection is made. With `statementMs`, none that runs longer statements than this waits for a silent server. */
export function connectionTo(connectionString: string, statementMs?: number): ConnectionOptions {
  return {
    connectionString,
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    ...(statementMs !== undefined && { silenceMs: statementMs + afterLimitMs }),
  }
}

interface PoolOptions {
  max: number
  /** Sends statements without waiting for the answers of those before. */
  pipeline: boolean
  /** The longest statement of its role. */
  statementMs?: number
}

/** A pool whose connections are replaced when they break or go silent. */
export function createPool(url: string, options: PoolOptions): pg.Pool {
  const { max, pipeline, statementMs = defaultStatementMs } = options
  const pool = new pg.Pool({ ...connectionTo(url, statementMs), max, pipeline, Client: WatchedClient })
  // A connection that breaks while idle or checked out says so by an event; unheard it would end the process. The query fails too.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/** Connects, uses the connection and ends it, whatever happens. */
export async function withClient<T>(
  connectionString: string,
  use: (client: pg.Client) => Promise<T>,
  statementMs?: number,
): Promise<T> {
  const client = new WatchedClient(connectionTo(connectionString, statementMs))
  // A connection that breaks between two queries says so by an event only.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await use(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

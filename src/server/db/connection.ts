import pg from 'pg'

/** A server that cannot be reached is given up after this. */
const connectMs = 5000

/** A silent peer is noticed this long after its last word, by the kernel, where no query waits for an answer. */
const keepAliveMs = 5000

/**
 * How every connection is made, so that none waits for ever for a server that has gone silent. `queryMs` limits one
 * statement: PostgreSQL ends it, and if not even that is heard, the connection is dropped.
 */
export function connectionTo(connectionString: string, queryMs?: number) {
  return {
    connectionString,
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    ...(queryMs !== undefined && { statement_timeout: queryMs, query_timeout: queryMs + 1000 }),
  }
}

/** Connects, uses the connection and ends it, whatever happens. */
export async function withClient<T>(
  connectionString: string,
  use: (client: pg.Client) => Promise<T>,
  queryMs?: number,
): Promise<T> {
  const client = new pg.Client(connectionTo(connectionString, queryMs))
  // A connection that breaks between two queries says so by an event only.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await use(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

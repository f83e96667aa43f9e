import { createHash } from 'node:crypto'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type pg from 'pg'
import type { DB } from './types.ts'

const names = new Map<string, string>()

/** Named statements are parsed and planned once per connection. */
function nameOf(text: string): string {
  let name = names.get(text)
  if (!name) {
    name = createHash('sha1').update(text).digest('base64url').slice(0, 16)
    names.set(text, name)
  }
  return name
}

const adapter = new PostgresAdapter()
const compiler = new PostgresQueryCompiler()

/** The state of the statements of a transaction. */
export interface Statements {
  /** Errors, in the order in which the statements were sent. */
  failures: unknown[]
  /** True once the commit was sent. A later statement would run outside of the transaction. */
  areComplete: boolean
}

/** Typed queries on one connection, whose transaction begins and ends elsewhere. */
export function boundDb(client: pg.PoolClient, statements: Statements): Kysely<DB> {
  const connection: DatabaseConnection = {
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      if (statements.areComplete) throw new Error('a statement was sent after the last ones of its transaction')
      const sent = client.query({ name: nameOf(query.sql), text: query.sql, values: [...query.parameters] })
      sent.catch((error: unknown) => statements.failures.push(error))
      const result = await sent
      return { rows: result.rows, ...(result.rowCount === null ? {} : { numAffectedRows: BigInt(result.rowCount) }) }
    },
    streamQuery(): never {
      throw new Error('streaming does not work in a pipeline')
    },
  }
  const driver: Driver = {
    init: async () => undefined,
    acquireConnection: async () => connection,
    beginTransaction: async () => {
      throw new Error('already inside a transaction')
    },
    commitTransaction: async () => undefined,
    rollbackTransaction: async () => undefined,
    releaseConnection: async () => undefined,
    destroy: async () => undefined,
  }
  return new Kysely<DB>({
    dialect: {
      createAdapter: () => adapter,
      createDriver: () => driver,
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => compiler,
    },
  })
}

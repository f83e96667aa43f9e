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

/** Queries inside one transaction that knows who is asking. */
export type Db = Kysely<DB>

/** Who is asking, as the database resolved it when the transaction opened. */
export interface Actor {
  userId: string
  platformRole: 'user' | 'admin'
  organizationId: string | null
  organizationRole: 'owner' | 'admin' | 'supervisor' | 'therapist' | null
  timeZone: string
  /**
   * Set while somebody views data as this person, read-only and within this one organization (D6): who that is, and when
   * it ends at the latest.
   */
  viewing: { viewerId: string; endsAt: Date } | null
  /** Whether the organization they act in is closed to this sign-in for want of a second factor: nothing of it is in scope. */
  lacksSecondFactor: boolean
}

export interface Caller {
  token: string
  ipAddress: string
  userAgent: string
}

interface ActorRow {
  user_id: string
  platform_role: Actor['platformRole']
  organization_id: string | null
  organization_role: Actor['organizationRole']
  time_zone: string
  viewer_id: string | null
  viewing_ends: Date | null
  lacks_second_factor: boolean
}

/** Opens the scope of a transaction. Fails when the caller is not, or no longer, signed in. */
type Enter = (client: pg.PoolClient) => Promise<pg.QueryResult<ActorRow>>

const enterSession =
  (caller: Caller): Enter =>
  (client) =>
    client.query({
      name: 'enter-session',
      text: 'select * from app.enter_session($1, $2, $3)',
      values: [caller.token, caller.ipAddress, caller.userAgent],
    })

const enterUser =
  (userId: string): Enter =>
  (client) =>
    client.query({ name: 'enter-user', text: 'select * from app.enter_user($1)', values: [userId] })

export type Work<T> = (db: Db, actor: Actor) => Promise<T>

/**
 * Transactions as a signed-in person. The last known actor of a session is given to the work at once, so that `begin`,
 * the scope and the first query share one round trip; when the database resolves another actor, the work is rolled back
 * and done again with that one. Row-level security never depends on what is remembered here.
 */
export class Tenant {
  readonly #pool: pg.Pool
  readonly #known = new Map<string, Actor>()

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  /** @throws not_signed_in (SQLSTATE 28000) when the session is unknown, ended, or its account deactivated. */
  async asCaller<T>(caller: Caller, work: Work<T>): Promise<T> {
    const known = this.#known.get(caller.token)
    try {
      const done = await transaction(this.#pool, enterSession(caller), work, known)
      if (!known) this.#remember(caller.token, done.actor)
      return done.result
    } catch (error) {
      this.#known.delete(caller.token)
      if (!(error instanceof ActorChanged)) throw error
      return this.asCaller(caller, work)
    }
  }

  /** As the person who asked for a job. Only app_worker may enter so. */
  async asUser<T>(userId: string, work: Work<T>): Promise<T> {
    return (await transaction(this.#pool, enterUser(userId), work)).result
  }

  /** Without a scope: row-level security shows nothing, and only functions made for housekeeping do their work. */
  async asAnonymous<T>(work: (db: Db) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect()
    let broken: Error | undefined
    try {
      await client.query('begin')
      const result = await work(bound(client, []))
      const ended = await client.query('commit')
      if (ended.command !== 'COMMIT') throw new Error('the transaction was rolled back')
      return result
    } catch (error) {
      await client.query('rollback').catch((reason: Error) => {
        broken = reason
      })
      throw error
    } finally {
      client.release(broken)
    }
  }

  #remember(token: string, actor: Actor) {
    const oldest = this.#known.keys().next().value
    if (this.#known.size >= 10_000 && oldest !== undefined) this.#known.delete(oldest)
    this.#known.set(token, actor)
  }
}

class ActorChanged extends Error {}

async function transaction<T>(
  pool: pg.Pool,
  enter: Enter,
  work: Work<T>,
  known?: Actor,
): Promise<{ result: T; actor: Actor }> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    const begun = client.query('begin')
    begun.catch(() => undefined)
    const scope = enter(client).then(toActor)
    scope.catch(() => undefined)
    const failures: unknown[] = []
    const db = bound(client, failures)
    try {
      const working = known ? work(db, known) : scope.then((actor) => work(db, actor))
      // The scope's own failure is the reason when the work fails in the transaction it aborted.
      const [opened, done] = await Promise.allSettled([scope, working])
      await begun
      if (opened.status === 'rejected') throw opened.reason
      if (known && !sameActor(known, opened.value)) throw new ActorChanged()
      // Statements behind the one that failed say only that the transaction is aborted.
      if (done.status === 'rejected') throw failures.includes(done.reason) ? failures[0] : done.reason
      const ended = await client.query('commit')
      if (ended.command !== 'COMMIT') throw new Error('the transaction was rolled back')
      return { result: done.value, actor: opened.value }
    } catch (error) {
      await client.query('rollback').catch((reason: Error) => {
        broken = reason
      })
      throw error
    }
  } finally {
    client.release(broken)
  }
}

function toActor(result: pg.QueryResult<ActorRow>): Actor {
  const row = result.rows[0]
  if (!row) throw new Error('the scope answered nothing')
  return {
    userId: row.user_id,
    platformRole: row.platform_role,
    organizationId: row.organization_id,
    organizationRole: row.organization_role,
    timeZone: row.time_zone,
    lacksSecondFactor: row.lacks_second_factor,
    viewing: row.viewer_id && row.viewing_ends ? { viewerId: row.viewer_id, endsAt: row.viewing_ends } : null,
  }
}

function sameActor(a: Actor, b: Actor): boolean {
  return (
    a.userId === b.userId &&
    a.platformRole === b.platformRole &&
    a.organizationId === b.organizationId &&
    a.organizationRole === b.organizationRole &&
    a.timeZone === b.timeZone &&
    a.lacksSecondFactor === b.lacksSecondFactor &&
    a.viewing?.viewerId === b.viewing?.viewerId &&
    a.viewing?.endsAt.getTime() === b.viewing?.endsAt.getTime()
  )
}

const names = new Map<string, string>()

/** Named statements are parsed and planned once a connection. */
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

/** `failures` collects what the statements failed with, in the order in which they were sent. */
function bound(client: pg.PoolClient, failures: unknown[]): Db {
  const connection: DatabaseConnection = {
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      const sent = client.query({ name: nameOf(query.sql), text: query.sql, values: [...query.parameters] })
      sent.catch((error: unknown) => failures.push(error))
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

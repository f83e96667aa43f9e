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
import { FairShare } from './fair-share.ts'
import type { DB } from './types.ts'

/** Queries inside one transaction in the scope of its caller. */
export type Db = Kysely<DB>

/** The caller, as the database resolved it when the transaction opened. */
export interface Actor {
  userId: string
  platformRole: 'user' | 'admin'
  organizationId: string | null
  organizationRole: 'owner' | 'admin' | 'supervisor' | 'therapist' | null
  timeZone: string
  /**
   * Set while another user views data as this one, read-only and within this organization (D6): that user, and the latest end of
   * the viewing.
   */
  viewing: { viewerId: string; endsAt: Date } | null
  /** True if the organization requires a second factor that this sign-in lacks. None of its data is then in scope. */
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

/** The function that opens transactions of app_web, and that of app_admin, which requires a platform admin. */
export type SessionEntry = 'app.enter_session' | 'app.enter_admin_session'

/** Opens the scope of a transaction. Fails if the caller is not signed in, or not any more. */
type Enter = (client: pg.PoolClient) => Promise<pg.QueryResult<ActorRow>>

const enterSession =
  (caller: Caller, entry: SessionEntry): Enter =>
  (client) =>
    client.query({
      name: entry,
      text: `select * from ${entry}($1, $2, $3)`,
      values: [caller.token, caller.ipAddress, caller.userAgent],
    })

const enterUser =
  (userId: string): Enter =>
  (client) =>
    client.query({ name: 'enter-user', text: 'select * from app.enter_user($1)', values: [userId] })

export type Work<T> = (db: Db, actor: Actor) => Promise<T>

/**
 * Transactions as a signed-in user. The work starts with the last known actor of the sign-in, so that `begin`, the scope and the
 * first query share one round trip. If the database resolves another actor, the work is rolled back and repeated. Row-level
 * security never depends on the cached actor.
 */
export class Tenant {
  readonly #pool: pg.Pool
  readonly #entry: SessionEntry
  readonly #share: FairShare
  readonly #known = new Map<string, Actor>()

  /** `share` is the number of connections that one account uses at once. */
  constructor(pool: pg.Pool, entry: SessionEntry = 'app.enter_session', share = Infinity) {
    this.#pool = pool
    this.#entry = entry
    this.#share = new FairShare(share)
  }

  /**
   * @throws not_signed_in (SQLSTATE 28000) if the sign-in is unknown or has ended, or if the account is deactivated;
   * database_busy if the account has too much to do
   */
  async asCaller<T>(caller: Caller, work: Work<T>): Promise<T> {
    const known = this.#known.get(caller.token)
    const account = known?.viewing?.viewerId ?? known?.userId ?? caller.token
    return await this.#share.run(account, () => this.#inScope(caller, work))
  }

  async #inScope<T>(caller: Caller, work: Work<T>): Promise<T> {
    const known = this.#known.get(caller.token)
    try {
      const done = await transaction(this.#pool, enterSession(caller, this.#entry), work, known)
      if (!known) this.#remember(caller.token, done.actor)
      return done.result
    } catch (error) {
      this.#known.delete(caller.token)
      if (!(error instanceof ActorChanged)) throw error
      return this.#inScope(caller, work)
    }
  }

  /** As the user who requested a job. Only app_worker has the right. */
  async asUser<T>(userId: string, work: Work<T>): Promise<T> {
    return (await transaction(this.#pool, enterUser(userId), work)).result
  }

  /** Without a user: row-level security shows no records, and only functions of the system work. */
  async asAnonymous<T>(work: (db: Db) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect()
    let broken: Error | undefined
    try {
      const begun = client.query('begin')
      begun.catch(() => undefined)
      const result = await work(bound(client, []))
      await begun
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
      // A failed scope aborts the transaction, so its error is the cause of the others.
      const [opened, done] = await Promise.allSettled([scope, working])
      await begun
      if (opened.status === 'rejected') throw opened.reason
      if (known && !sameActor(known, opened.value)) throw new ActorChanged()
      // After a failed statement, later ones report only that the transaction is aborted.
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
  if (!row) throw new Error('the scope returned no actor')
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

/** `failures` collects the errors of statements in the order in which they were sent. */
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

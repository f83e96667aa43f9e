import type { Kysely } from 'kysely'
import type pg from 'pg'
import { boundDb, type Statements } from './bound-db.ts'
import { inSpan } from '#server/monitoring/request-trace.ts'
import { errorCode } from '#server/start-failure.ts'
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
   * Set while another user views data as this user, read-only and within this organization (D6): the viewer, and the latest
   * end of the viewing.
   */
  viewing: { viewerId: string; endsAt: Date } | null
  /** True if the organization requires a second factor that this sign-in lacks. None of its data is then in scope. */
  lacksSecondFactor: boolean
}

export interface Caller {
  token: string
  ipAddress: string
  userAgent: string
  /** True if a page sends the request without its user, so that it does not extend the sign-in. */
  isAutomatic?: boolean
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

/** Opens the scope of a transaction. Fails if the caller is not signed in. */
type Enter = (client: pg.PoolClient) => Promise<pg.QueryResult<ActorRow>>

const enterSession =
  (caller: Caller, entry: SessionEntry): Enter =>
  (client) => {
    // A failure also fails the next query.
    if (caller.isAutomatic === true) client.query("set local app.is_automatic = 'on'").catch(() => undefined)
    return client.query({
      name: entry,
      text: `select * from ${entry}($1, $2, $3)`,
      values: [caller.token, caller.ipAddress, caller.userAgent],
    })
  }

const enterUser =
  (userId: string): Enter =>
  (client) =>
    client.query({ name: 'enter-user', text: 'select * from app.enter_user($1)', values: [userId] })

/**
 * Sends the last statements of a transaction together with the commit, which saves a round trip. `send` has to send all
 * statements before it waits for a result, and the work must not fail afterwards. A transaction that writes sends the commit
 * separately unless the database has already resolved the actor.
 */
export type SendLast = <T>(send: () => Promise<T>) => Promise<T>

/**
 * Adds a statement that is sent with the commit, after all others. For statements whose locks other transactions wait for, such as the
 * lock of the user's audit trail: a transaction that takes such a lock last cannot take part in a deadlock.
 */
export type BeforeCommit = (statement: (db: Db) => Promise<unknown>) => void

/**
 * Adds an action that undoes what the work changes outside of the database. Runs after the rollback of this transaction; not if
 * the connection was lost, because then the transaction may be committed. Must not fail.
 */
export type OnRollback = (undo: () => Promise<void>) => void

/** Hooks for the end of a transaction. */
export interface CommitHooks {
  sendLast: SendLast
  beforeCommit: BeforeCommit
  onRollback: OnRollback
}

export type Work<T> = (db: Db, actor: Actor, hooks: CommitHooks) => Promise<T>

interface TransactionOptions {
  /** The last known actor, with which the work starts before the database has resolved the current one. */
  known?: Actor | undefined
  /** True if the work only reads, apart from writing audit events. */
  onlyReads?: boolean
}

interface TenantOptions {
  entry?: SessionEntry
  /** Maximum number of connections that one account uses at the same time. */
  share?: number
  /** Called when a deadlock has ended a transaction, before its work is repeated. */
  onDeadlock?: () => void
}

const spanName = 'database transaction'

const deadlock = '40P01'

/**
 * Transactions as a signed-in user. The work starts with the last known actor of the sign-in, so that `begin`, the scope and the
 * first query share one round trip. If the database resolves another actor, the work is rolled back and repeated. Row-level
 * security never depends on the cached actor. After a deadlock the work is repeated once (decision 0139), so it calls nothing
 * outside of the database that must not happen twice.
 */
export class Tenant {
  readonly #pool: pg.Pool
  readonly #entry: SessionEntry
  readonly #share: FairShare
  readonly #onDeadlock: (() => void) | undefined
  readonly #known = new Map<string, Actor>()

  constructor(pool: pg.Pool, options: TenantOptions = {}) {
    this.#pool = pool
    this.#entry = options.entry ?? 'app.enter_session'
    this.#share = new FairShare(options.share ?? Infinity)
    this.#onDeadlock = options.onDeadlock
  }

  /**
   * @throws not_signed_in (SQLSTATE 28000) if the sign-in is unknown or has ended, or if the account is deactivated;
   * database_busy if the account runs so many transactions that this one cannot start within five seconds
   */
  async asCaller<T>(caller: Caller, work: Work<T>, { onlyReads = false } = {}): Promise<T> {
    const known = this.#known.get(caller.token)
    const account = known?.viewing?.viewerId ?? known?.userId ?? caller.token
    return await this.#share.run(account, () => inSpan(spanName, () => this.#inScope(caller, work, { onlyReads })))
  }

  async #inScope<T>(
    caller: Caller,
    work: Work<T>,
    { onlyReads, isRepeated = false }: { onlyReads: boolean; isRepeated?: boolean },
  ): Promise<T> {
    const known = this.#known.get(caller.token)
    try {
      const done = await transaction(this.#pool, enterSession(caller, this.#entry), work, { known, onlyReads })
      if (!known) this.#remember(caller.token, done.actor)
      return done.result
    } catch (error) {
      this.#known.delete(caller.token)
      if (error instanceof ActorChanged) return this.#inScope(caller, work, { onlyReads, isRepeated })
      if (isRepeated || errorCode(error) !== deadlock) throw error
      this.#onDeadlock?.()
      return this.#inScope(caller, work, { onlyReads, isRepeated: true })
    }
  }

  /** Runs work as the user of a job. Only app_worker may do this. */
  async asUser<T>(userId: string, work: Work<T>): Promise<T> {
    return (await inSpan(spanName, () => transaction(this.#pool, enterUser(userId), work))).result
  }

  /** Runs work without a user: row-level security shows no records, and only functions of the system work. */
  async asAnonymous<T>(work: (db: Db) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect()
    let broken: Error | undefined
    try {
      const begun = client.query('begin')
      begun.catch(() => undefined)
      const result = await work(boundDb(client, { failures: [], areComplete: false }))
      await begun
      const commitResult = await client.query('commit')
      if (commitResult.command !== 'COMMIT') throw new Error('the transaction was rolled back')
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
  { known, onlyReads = false }: TransactionOptions = {},
): Promise<{ result: T; actor: Actor }> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    const begun = client.query('begin')
    begun.catch(() => undefined)
    let resolved: Actor | undefined
    const scope = enter(client).then((result) => (resolved = toActor(result)))
    scope.catch(() => undefined)
    const statements: Statements = { failures: [], areComplete: false }
    const db = boundDb(client, statements)
    const added: Parameters<BeforeCommit>[0][] = []
    const undos: Parameters<OnRollback>[0][] = []
    /** Rejects with the error of an added statement if this error caused the rollback. */
    const sendCommit = async (): Promise<pg.QueryResult> => {
      const sent = Promise.allSettled(added.map((statement) => statement(db)))
      await untilAllAreSent()
      statements.areComplete = true
      const commitResult = await client.query('commit')
      for (const done of await sent) {
        if (done.status === 'rejected' && done.reason === statements.failures[0]) throw done.reason
      }
      return commitResult
    }
    let commit: Promise<pg.QueryResult> | undefined
    const sendLast: SendLast = async (send) => {
      const sent = send()
      let hasFailed = false
      sent.catch(() => {
        hasFailed = true
      })
      await untilAllAreSent()
      const isActorSure = resolved !== undefined && (!known || sameActor(known, resolved))
      if (!hasFailed && (isActorSure || onlyReads)) {
        commit = sendCommit()
        commit.catch(() => undefined)
      }
      return await sent
    }
    const hooks: CommitHooks = {
      sendLast,
      beforeCommit: (statement) => void added.push(statement),
      onRollback: (undo) => void undos.push(undo),
    }
    try {
      const working = known ? work(db, known, hooks) : scope.then((actor) => work(db, actor, hooks))
      // A failed scope aborts the transaction, so its error is the cause of the others.
      const [opened, done] = await Promise.allSettled([scope, working])
      await begun
      if (opened.status === 'rejected') throw opened.reason
      if (known && !sameActor(known, opened.value)) throw new ActorChanged()
      // After a failed statement, later ones report only that the transaction is aborted.
      const { failures } = statements
      if (done.status === 'rejected') throw failures.includes(done.reason) ? failures[0] : done.reason
      const commitResult = await (commit ?? sendCommit())
      if (commitResult.command !== 'COMMIT') throw new Error('the transaction was rolled back')
      return { result: done.value, actor: opened.value }
    } catch (error) {
      await client.query('rollback').catch((reason: Error) => {
        broken = reason
      })
      if (!broken) for (const undo of undos) await undo()
      throw error
    }
  } finally {
    client.release(broken)
  }
}

/** Resolves once all work that can run now has queued its statements, before the client sends them (`WatchedClient`). */
const untilAllAreSent = () =>
  new Promise<void>((resolve) => {
    process.nextTick(resolve)
  })

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

import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { RoleName } from '#server/db/roles.ts'
import { createWorld, type World } from '#test/world.ts'

/** Statements as one of the application's roles. */
export interface RoleConnection {
  /** Runs in a transaction that is always rolled back, in the scope of a user or without one. */
  as(userId: string | null, ...statements: readonly Statement[]): Promise<pg.QueryResult>
  /** The SQLSTATE of the error that ended the transaction, or `done`. */
  outcome(userId: string | null, ...statements: readonly Statement[]): Promise<string>
  close(): Promise<void>
}

export type Statement = string | readonly [text: string, values: readonly unknown[]]

export async function connectAs(world: World, role: RoleName): Promise<RoleConnection> {
  const client = new pg.Client({ connectionString: world.urls[role] })
  await client.connect()

  async function enter(userId: string) {
    if (role === 'app_worker') return client.query('select app.enter_user($1)', [userId])
    const token = randomBytes(12).toString('hex')
    const expires = new Date(Date.now() + 60_000)
    await world.db.insertInto('auth_sessions').values({ user_id: userId, token, expires_at: expires }).execute()
    const entry = role === 'app_admin' ? 'app.enter_admin_session' : 'app.enter_session'
    return client.query(`select ${entry}($1, '127.0.0.1', 'test')`, [token])
  }

  async function as(userId: string | null, ...statements: readonly Statement[]) {
    await client.query('begin')
    try {
      if (userId) await enter(userId)
      let last = await client.query('select')
      for (const statement of statements) {
        const [text, values] = typeof statement === 'string' ? [statement, []] : statement
        last = await client.query(text, [...values])
      }
      return last
    } finally {
      await client.query('rollback')
    }
  }

  return {
    as,
    outcome: (userId, ...statements) => as(userId, ...statements).then(() => 'done', stateOf),
    close: () => client.end(),
  }
}

/** A world, and connections as the roles of requests, jobs and sign-in and as the owner of the tables. */
export async function createRoleWorld() {
  const world = await createWorld()
  const web = await connectAs(world, 'app_web')
  const worker = await connectAs(world, 'app_worker')
  const auth = await connectAs(world, 'app_auth')
  const owner = await connectAs(world, 'app_owner')
  return {
    world,
    web,
    worker,
    auth,
    owner,
    close: async () => {
      await Promise.all([web, worker, auth, owner].map((connection) => connection.close()))
      await world.close()
    },
  }
}

function stateOf(error: unknown): string {
  if (error instanceof pg.DatabaseError && error.code) return error.code
  throw error
}

/** SQLSTATE of a statement that a grant or a policy rejected. */
export const refused = '42501'

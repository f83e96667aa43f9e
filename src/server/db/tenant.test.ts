import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildClient, buildMember, buildOrganization } from '#test/build.ts'
import { createWorld, type World } from '#test/world.ts'
import { createPool } from '#server/postgres/connection.ts'
import { type Caller, type Db, Tenant } from './tenant.ts'

let world: World

beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

async function signedIn(userId: string): Promise<Caller> {
  const token = randomBytes(12).toString('hex')
  const expires = new Date(Date.now() + 600_000)
  await world.db.insertInto('auth_sessions').values({ user_id: userId, token, expires_at: expires }).execute()
  return { token, ipAddress: '127.0.0.1', userAgent: 'test' }
}

/** A therapist in their own organization, with one client. */
async function therapist() {
  const { userId, organizationId } = await buildMember(world)
  const client = await buildClient(world, { therapistId: userId })
  return { userId, organizationId, clientId: client.id, caller: await signedIn(userId) }
}

const clientIds = async (db: Db) => (await db.selectFrom('clients').select('id').execute()).map((row) => row.id)
const rename = (db: Db, name: string) =>
  db
    .updateTable('users')
    .set({ clinic_name: name })
    .where('id', '=', sql<string>`app.user_id()`)

async function nameOf(userId: string): Promise<string> {
  const row = world.db.selectFrom('users').where('id', '=', userId).select('clinic_name')
  return (await row.executeTakeFirstOrThrow()).clinic_name
}

describe.each([true, false])('transactions of signed-in users, pipelined: %s', (pipeline) => {
  let pool: pg.Pool
  let tenant: Tenant

  beforeEach(() => {
    pool = createPool(world.urls.app_web, { max: 2, pipeline })
    tenant = new Tenant(pool)
  })
  afterEach(() => pool.end())

  test('concurrent transactions that share two connections each see only their own rows', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, therapist))
    const callers = Array.from({ length: 240 }, (_, n) => people[(n * 7) % people.length]).filter(
      (one) => one !== undefined,
    )
    const seen = await Promise.all(callers.map(({ caller }) => tenant.asCaller(caller, clientIds)))
    expect(seen).toEqual(callers.map(({ clientId }) => [clientId]))
  })

  test('a transaction leaves no scope on its connection, after success and after failure', async () => {
    const { caller } = await therapist()
    await tenant.asCaller(caller, clientIds)
    await expect(
      tenant.asCaller(caller, async (db) => {
        await clientIds(db)
        throw new Error('the work failed')
      }),
    ).rejects.toThrow('the work failed')
    const rest = await Promise.all(Array.from({ length: 8 }, () => tenant.asAnonymous(clientIds)))
    expect(rest.flat()).toEqual([])
  })

  test('a transaction whose work failed is rolled back', async () => {
    const { caller, userId } = await therapist()
    await tenant.asCaller(caller, (db) => rename(db, 'Kept').execute())
    const failing = tenant.asCaller(caller, async (db) => {
      await rename(db, 'Lost').execute()
      throw new Error('the work failed')
    })
    await expect(failing).rejects.toThrow('the work failed')
    expect(await nameOf(userId)).toBe('Kept')
  })

  test('a transaction that ignored a failed statement is rejected as rolled back', async () => {
    const { caller, userId } = await therapist()
    const work = tenant.asCaller(caller, async (db) => {
      await rename(db, 'Lost').execute()
      await sql`select 1 / 0`.execute(db).catch(() => undefined)
      return 'done'
    })
    await expect(work).rejects.toThrow('rolled back')
    expect(await nameOf(userId)).toBe('')
    expect(await tenant.asCaller(caller, clientIds)).toHaveLength(1)
  })

  test('a statement timeout ends its transaction and leaves the connection usable', async () => {
    const { caller, clientId } = await therapist()
    const slowTransaction = tenant.asCaller(caller, async (db) => {
      await sql`set local statement_timeout = 50`.execute(db)
      await sql`select pg_sleep(5)`.execute(db)
    })
    await expect(slowTransaction).rejects.toMatchObject({ code: '57014' })
    const after = await Promise.all(Array.from({ length: 4 }, () => tenant.asCaller(caller, clientIds)))
    expect(after).toEqual(Array.from({ length: 4 }, () => [clientId]))
  })

  test('a killed connection fails only its own transaction', async () => {
    const { caller, clientId, userId } = await therapist()
    const killed = tenant.asCaller(caller, async (db) => {
      await rename(db, 'Lost').execute()
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
      await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(world.db)
      return clientIds(db)
    })
    await expect(killed).rejects.toThrow(/terminat|ECONNRESET|closed|connection error/i)
    const after = await Promise.all(Array.from({ length: 4 }, () => tenant.asCaller(caller, clientIds)))
    expect(after).toEqual(Array.from({ length: 4 }, () => [clientId]))
    expect(await nameOf(userId)).toBe('')
  })

  test('a transaction after the sign-out is rejected although the actor is cached', async () => {
    const { caller, userId } = await therapist()
    await tenant.asCaller(caller, clientIds)
    await world.db.deleteFrom('auth_sessions').where('token', '=', caller.token).execute()
    const lateChange = tenant.asCaller(caller, (db) => rename(db, 'Lost').execute())
    await expect(lateChange).rejects.toMatchObject({ code: '28000' })
    expect(await nameOf(userId)).toBe('')
  })

  test('a transaction restarts if the actor has changed, and its work takes effect once', async () => {
    const organization = await buildOrganization(world)
    const { userId } = await buildMember(world, { organizationId: organization.id })
    const caller = await signedIn(userId)
    await tenant.asCaller(caller, clientIds)
    await world.db.updateTable('organization_members').set({ role: 'admin' }).where('user_id', '=', userId).execute()
    const roles: (string | null)[] = []
    await tenant.asCaller(caller, async (db, actor) => {
      roles.push(actor.organizationRole)
      await db.insertInto('audit_events').values({ action: 'test.once', resource_type: 'account' }).execute()
    })
    expect(roles).toEqual(['therapist', 'admin'])
    const written = world.db.selectFrom('audit_events').where('chain', '=', userId).where('action', '=', 'test.once')
    expect(await written.selectAll().execute()).toHaveLength(1)
  })

  describe('last statements sent with the commit', () => {
    const event = (db: Db, action: string) =>
      db.insertInto('audit_events').values({ action, resource_type: 'account' }).execute()
    const eventsOf = async (userId: string) =>
      (await world.db.selectFrom('audit_events').where('chain', '=', userId).select('action').execute()).map(
        ({ action }) => action,
      )

    test('last statements are committed for a new caller and for a cached caller', async () => {
      const { caller, userId, clientId } = await therapist()
      for (const action of ['test.first', 'test.second']) {
        const found = await tenant.asCaller(caller, async (db, _actor, { sendLast }) => {
          const ids = await clientIds(db)
          await sendLast(() => event(db, action))
          return ids
        })
        expect(found).toEqual([clientId])
      }
      expect(await eventsOf(userId)).toEqual(['test.first', 'test.second'])
    })

    test('last statements are rolled back with all other statements if one of them fails, and the failure is reported', async () => {
      const { caller, userId } = await therapist()
      await tenant.asCaller(caller, clientIds)
      const failing = tenant.asCaller(caller, async (db, _actor, { sendLast }) => {
        await rename(db, 'Lost').execute()
        await sendLast(() => Promise.all([event(db, 'test.lost'), sql`select 1 / 0`.execute(db)]))
      })
      await expect(failing).rejects.toMatchObject({ code: '22012' })
      expect([await nameOf(userId), await eventsOf(userId)]).toEqual(['', []])
      expect(await tenant.asCaller(caller, clientIds)).toHaveLength(1)
    })

    test('a transaction is not committed if its last statements cannot be prepared', async () => {
      const { caller, userId } = await therapist()
      await tenant.asCaller(caller, clientIds)
      const failing = tenant.asCaller(caller, async (db, _actor, { sendLast }) => {
        await rename(db, 'Lost').execute()
        await sendLast(() => Promise.reject(new Error('the work failed')))
      })
      await expect(failing).rejects.toThrow('the work failed')
      expect(await nameOf(userId)).toBe('')
    })

    test('a statement after the last statements is rejected, because it would run without a scope', async () => {
      const { caller } = await therapist()
      const lateStatement = tenant.asCaller(caller, async (db, _actor, { sendLast }) => {
        await clientIds(db)
        await sendLast(() => event(db, 'test.last'))
        return await clientIds(db)
      })
      await expect(lateStatement).rejects.toThrow('after the last ones')
      expect(await tenant.asCaller(caller, clientIds)).toHaveLength(1)
    })

    test('statements of beforeCommit run after all others and in the order of the calls', async () => {
      const { caller, userId } = await therapist()
      for (const isEarly of [false, true]) {
        await tenant.asCaller(caller, async (db, _actor, { sendLast, beforeCommit }) => {
          beforeCommit((later) => event(later, 'test.third'))
          await event(db, 'test.first')
          if (isEarly) await sendLast(() => event(db, 'test.second'))
          else await event(db, 'test.second')
          if (!isEarly) beforeCommit((later) => event(later, 'test.fourth'))
        })
      }
      const written = ['test.first', 'test.second', 'test.third']
      expect(await eventsOf(userId)).toEqual([...written, 'test.fourth', ...written])
    })

    test.each([
      ['one by one', false],
      ['with the commit', true],
    ])('statements that were sent %s are rolled back if a statement of beforeCommit fails', async (_, isEarly) => {
      const { caller, userId } = await therapist()
      await tenant.asCaller(caller, clientIds)
      const failing = tenant.asCaller(caller, async (db, _actor, { sendLast, beforeCommit }) => {
        beforeCommit((later) => sql`select 1 / 0`.execute(later))
        if (isEarly) await sendLast(() => rename(db, 'Lost').execute())
        else await rename(db, 'Lost').execute()
        return 'done'
      })
      await expect(failing).rejects.toMatchObject({ code: '22012' })
      expect(await nameOf(userId)).toBe('')
      expect(await tenant.asCaller(caller, clientIds)).toHaveLength(1)
    })

    test('changes outside of the database are undone after a rollback, and not after a commit', async () => {
      const { caller } = await therapist()
      const undone: string[] = []
      await tenant.asCaller(caller, async (_db, _actor, { onRollback }) =>
        onRollback(async () => void undone.push('one')),
      )
      const failing = tenant.asCaller(caller, async (_db, _actor, { beforeCommit, onRollback }) => {
        onRollback(async () => void undone.push('other'))
        beforeCommit((later) => sql`select 1 / 0`.execute(later))
      })
      await expect(failing).rejects.toThrow('division by zero')
      expect(undone).toEqual(['other'])
    })

    test('statements of beforeCommit are not sent if the work fails', async () => {
      const { caller, userId } = await therapist()
      const failing = tenant.asCaller(caller, async (_db, _actor, { beforeCommit }) => {
        beforeCommit((later) => event(later, 'test.lost'))
        throw new Error('the work failed')
      })
      await expect(failing).rejects.toThrow('the work failed')
      expect(await eventsOf(userId)).toEqual([])
    })

    test('last statements take effect once if the actor has changed', async () => {
      const { userId } = await buildMember(world)
      const caller = await signedIn(userId)
      await tenant.asCaller(caller, clientIds)
      await world.db.updateTable('organization_members').set({ role: 'admin' }).where('user_id', '=', userId).execute()
      await tenant.asCaller(caller, (db, actor, { sendLast }) =>
        sendLast(() => event(db, `test.${actor.organizationRole}`)),
      )
      expect(await eventsOf(userId)).toEqual(['test.admin'])
    })

    test('last statements of a read-only transaction are repeated if the actor has changed', async () => {
      const organization = await buildOrganization(world)
      const { userId } = await buildMember(world, { organizationId: organization.id })
      const { id } = await buildClient(world, {
        therapistId: (await buildMember(world, { organizationId: organization.id })).userId,
      })
      const caller = await signedIn(userId)
      const read = () =>
        tenant.asCaller(
          caller,
          (db, actor, { sendLast }) =>
            sendLast(async () => ({ role: actor.organizationRole, ids: await clientIds(db) })),
          { onlyReads: true },
        )
      expect(await read()).toEqual({ role: 'therapist', ids: [] })
      await world.db.updateTable('organization_members').set({ role: 'admin' }).where('user_id', '=', userId).execute()
      expect(await read()).toEqual({ role: 'admin', ids: [id] })
    })

    test('last statements of a read-only transaction are rejected after the sign-out', async () => {
      const { caller, userId } = await therapist()
      await tenant.asCaller(caller, clientIds)
      await world.db.deleteFrom('auth_sessions').where('token', '=', caller.token).execute()
      const lateStatement = tenant.asCaller(
        caller,
        (db, _actor, { sendLast }) => sendLast(() => Promise.all([clientIds(db), event(db, 'test.late')])),
        { onlyReads: true },
      )
      await expect(lateStatement).rejects.toMatchObject({ code: '28000' })
      expect(await eventsOf(userId)).toEqual([])
    })
  })

  test('a former supervisor no longer sees the therapist’s clients', async () => {
    const organization = await buildOrganization(world)
    const supervisor = await buildMember(world, { organizationId: organization.id, role: 'supervisor' })
    const member = await buildMember(world, { organizationId: organization.id, managedBy: supervisor.userId })
    const { id } = await buildClient(world, { therapistId: member.userId })
    const caller = await signedIn(supervisor.userId)
    expect(await tenant.asCaller(caller, clientIds)).toEqual([id])
    await world.db
      .updateTable('organization_members')
      .set({ managed_by: null })
      .where('user_id', '=', member.userId)
      .execute()
    expect(await tenant.asCaller(caller, clientIds)).toEqual([])
  })
})

test('an account with many requests leaves connections for other accounts', async () => {
  const pool = createPool(world.urls.app_web, { max: 4, pipeline: true })
  const tenant = new Tenant(pool, { share: 2 })
  const busy = await therapist()
  const other = await therapist()
  const secondSignIn = await signedIn(busy.userId)
  for (const caller of [busy.caller, secondSignIn, other.caller]) await tenant.asCaller(caller, clientIds)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const slowTransaction = async (db: Db) => {
    const ids = await clientIds(db)
    await released
    return ids
  }
  const many = [busy.caller, secondSignIn].flatMap((caller) =>
    Array.from({ length: 10 }, () => tenant.asCaller(caller, slowTransaction)),
  )
  expect(await tenant.asCaller(other.caller, clientIds)).toEqual([other.clientId])
  release()
  expect(await Promise.all(many)).toEqual(Array.from({ length: 20 }, () => [busy.clientId]))
  await pool.end()
})

test('the work of a job runs as its user, and fails if the account is deactivated', async () => {
  const pool = createPool(world.urls.app_worker, { max: 2, pipeline: true })
  const tenant = new Tenant(pool)
  const { userId, clientId } = await therapist()
  expect(await tenant.asUser(userId, clientIds)).toEqual([clientId])
  await world.db.updateTable('users').set({ is_active: false }).where('id', '=', userId).execute()
  await expect(tenant.asUser(userId, clientIds)).rejects.toMatchObject({ code: '28000' })
  await pool.end()
})

test('only app_worker may act as a user without their sign-in', async () => {
  const pool = createPool(world.urls.app_web, { max: 1, pipeline: false })
  const { userId } = await therapist()
  await expect(new Tenant(pool).asUser(userId, clientIds)).rejects.toMatchObject({ code: '42501' })
  await pool.end()
})

import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OwnPostgres, startOwnPostgres, installedVersions } from '#test/own-postgres.ts'
import { prepareDatabase } from './database.ts'
import { migrate } from './migrate.ts'
import { findRoleUrls, roleNames, type RoleUrls } from './roles.ts'
import { rolePassword } from './secret-check.ts'

const testTimeoutMs = 120_000
const secrets = (letter: string, ...former: string[]) => ({
  secret: letter.repeat(32),
  formerSecrets: former.map((each) => each.repeat(32)),
})

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}

/** All roles of a server with their password hashes. */
const rolesOf = (server: OwnPostgres) =>
  query(server.superuserUrl, `select rolname, rolcanlogin, rolpassword from pg_authid order by 1`)

/** Connects as every role. The web and worker roles also read a table. */
async function useRoles(urls: RoleUrls): Promise<void> {
  for (const role of roleNames) await query(urls[role], 'select')
  await query(urls.app_web, 'select count(*) from clients')
  await query(urls.app_worker, 'select count(*) from pgboss.job')
}

const checksOf = (url: string) => query(url, 'select value from installation.secret_checks')

describe.each(await installedVersions())('PostgreSQL %s, without a superuser', (_, binaries) => {
  let server: OwnPostgres
  beforeAll(async () => {
    server = await startOwnPostgres(binaries)
  }, testTimeoutMs)
  afterAll(() => server.stop())

  test(
    'prepareDatabase creates working roles, which still work after a second start',
    async () => {
      const url = await server.createDatabase('clinic', 'clinic_admin')
      for (let start = 0; start < 2; start++) await useRoles(await prepareDatabase(url, secrets('a')))
      expect(await checksOf(url)).toHaveLength(1)
      const privileged = `select rolname from pg_roles where rolname like 'app\\_%' and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb)`
      expect(await query(server.superuserUrl, privileged)).toEqual([])
      const owners = `select distinct tableowner from pg_tables where schemaname in ('public', 'pgboss', 'migrations', 'test_payments')`
      expect(await query(url, owners)).toEqual([{ tableowner: expect.stringMatching(/^app_owner_\d+$/) }])
    },
    testTimeoutMs,
  )

  test(
    'a second installation on the same server gets its own roles, which cannot connect to the first database',
    async () => {
      const url = await server.createDatabase('first', 'first_admin')
      const first = await prepareDatabase(url, secrets('b'))
      const before = await query(
        server.superuserUrl,
        `select rolname, rolpassword from pg_authid where rolname like 'app\\_%' order by 1`,
      )
      const otherUrl = await server.createDatabase('second', 'second_admin')
      const second = await prepareDatabase(otherUrl, secrets('c'))
      expect(await rolesOf(server)).toEqual(expect.arrayContaining(before.map((role) => expect.objectContaining(role))))
      await useRoles(first)
      await useRoles(second)
      for (const role of roleNames) {
        const firstAsSecond = new URL(second[role])
        firstAsSecond.pathname = '/first'
        await expect(query(firstAsSecond.href, 'select')).rejects.toMatchObject({ code: '42501' })
      }
    },
    testTimeoutMs,
  )

  test(
    'each login has the time limits of its role, without start parameters',
    async () => {
      const urls = await prepareDatabase(await server.createDatabase('limited', 'limited_admin'), secrets('l'))
      expect(await query(urls.app_web, 'show statement_timeout')).toEqual([{ statement_timeout: '10s' }])
      expect(await query(urls.app_worker, 'show statement_timeout')).toEqual([{ statement_timeout: '30s' }])
      expect(await query(urls.app_owner, 'show statement_timeout')).toEqual([{ statement_timeout: '0' }])
      expect(await query(urls.app_web, 'show tcp_keepalives_idle')).toEqual([{ tcp_keepalives_idle: '10' }])
    },
    testTimeoutMs,
  )

  test(
    'a wrong secret is rejected by an error that names APP_SECRET, and nothing changes',
    async () => {
      const url = await server.createDatabase('guarded', 'guarded_admin')
      const urls = await prepareDatabase(url, secrets('d'))
      const before = await rolesOf(server)
      await expect(prepareDatabase(url, secrets('e'))).rejects.toThrow(/^APP_SECRET is not the secret of this database/)
      expect(await rolesOf(server)).toEqual(before)
      await useRoles(urls)
    },
    testTimeoutMs,
  )

  test(
    'during a rotation, the logins of both secrets work, and a start needs both secrets',
    async () => {
      const url = await server.createDatabase('rotated', 'rotated_admin')
      const old = await prepareDatabase(url, secrets('f'))
      const fresh = await prepareDatabase(url, secrets('g', 'f'))
      await useRoles(old)
      await useRoles(fresh)
      expect(await checksOf(url)).toHaveLength(2)
      expect(await findRoleUrls(url, secrets('g').secret)).toEqual(fresh)
      for (const alone of [secrets('f'), secrets('g')])
        await expect(prepareDatabase(url, alone)).rejects.toThrow(/is being replaced.*APP_SECRET_FORMER.*secret:rotate/)
    },
    testTimeoutMs,
  )

  test('if the user does not own the database, the error contains the statement to run', async () => {
    const url = new URL(await server.createDatabase('not_owned', 'other_admin'))
    await query(server.superuserUrl, 'alter database not_owned owner to postgres')
    await expect(prepareDatabase(url.href, secrets('h'))).rejects.toThrow(
      'The user “other_admin” of DATABASE_URL does not own the database “not_owned”: run ALTER DATABASE "not_owned" OWNER TO "other_admin".',
    )
  })

  test('if the user may not create roles, the error contains the statement to run', async () => {
    const url = await server.createDatabase('limited_rights', 'limited_rights_admin')
    await query(server.superuserUrl, 'alter role limited_rights_admin nocreaterole')
    await expect(prepareDatabase(url, secrets('i'))).rejects.toThrow(
      /as a superuser, run ALTER ROLE "limited_rights_admin" CREATEROLE\.$/,
    )
  })
})

describe('a database of a version whose roles could log in themselves', () => {
  let server: OwnPostgres
  beforeAll(async () => {
    const [[, binaries] = []] = await installedVersions()
    if (!binaries) throw new Error('there is no PostgreSQL')
    server = await startOwnPostgres(binaries)
    const secret = 'o'.repeat(32)
    for (const role of roleNames) {
      const password = pg.escapeLiteral(rolePassword(role, secret))
      await query(server.superuserUrl, `create role ${role} login noinherit password ${password}`)
    }
    await query(server.superuserUrl, 'grant connect, temporary, create on database postgres to app_owner')
    await query(
      server.superuserUrl,
      'grant connect on database postgres to app_web, app_worker, app_auth, app_payments',
    )
    await query(server.superuserUrl, 'grant all on schema public to app_owner; grant usage on schema public to app_web')
    const owner = new URL(server.superuserUrl)
    owner.username = 'app_owner'
    owner.password = rolePassword('app_owner', secret)
    await migrate(owner.href, '')
  }, testTimeoutMs)
  afterAll(() => server.stop())

  test(
    'an upgrade from roles that could log in themselves rejects a wrong secret, accepts the right one and disables the old logins',
    async () => {
      const before = await rolesOf(server)
      await expect(prepareDatabase(server.superuserUrl, secrets('p'))).rejects.toThrow(/^APP_SECRET is not the secret/)
      expect(await rolesOf(server)).toEqual(before)

      const urls = await prepareDatabase(server.superuserUrl, secrets('o'))
      await useRoles(urls)
      expect(await checksOf(server.superuserUrl)).toHaveLength(1)
      expect(new URL(urls.app_web).username).toMatch(/^app_web_[0-9a-f]{8}$/)
      const old = new URL(server.superuserUrl)
      old.username = 'app_web'
      old.password = rolePassword('app_web', 'o'.repeat(32))
      await expect(query(old.href, 'select')).rejects.toMatchObject({ code: '42501' })
    },
    testTimeoutMs,
  )
})

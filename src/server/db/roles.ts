import { createHmac } from 'node:crypto'
import pg from 'pg'
import type { Config } from '#server/config.ts'
import { errorCode, StartFailure } from '#server/start-failure.ts'
import type { Secrets } from '#server/secrets.ts'
import { withClient } from '#server/postgres/connection.ts'
import { limitRole } from './role-limits.ts'
import { saveCheck, requireKnownSecret, rolePassword, showChecks } from './secret-check.ts'

export const roleNames = [
  'app_owner',
  'app_web',
  'app_worker',
  'app_auth',
  'app_payments',
  'app_admin',
  'app_backup',
] as const
export type RoleName = (typeof roleNames)[number]

/** A connection string per role. The passwords are derived from the secret and not stored. */
export type RoleUrls = Record<RoleName, string>

/**
 * Roles belong to the whole PostgreSQL server, so each database has its own: `app_web_16384` has the rights of `app_web` in the
 * database with the oid 16384. It cannot log in; its member `app_web_16384_3f9c21ab` can, with a name and a password that are
 * derived from the secret. SQL files name the role `app_web` (decision 0033).
 */
function ownName(role: RoleName, suffix: string): string {
  return role + suffix
}

/** Replaces the role names in SQL with those of this database. */
export function withOwnRoles(text: string, suffix: string): string {
  return text.replaceAll(/\bapp_(?:owner|web|worker|auth|payments|admin|backup)\b/g, (role) => role + suffix)
}

/**
 * Creates missing roles and grants the database to them. Runs at every start, also in concurrent processes, and needs no superuser.
 * `testSuffix` is for databases of tests.
 * @throws StartFailure if the secret is not this database's (before any change), or if the user lacks a right
 */
export async function ensureRoles(
  adminUrl: string,
  secrets: Secrets,
  testSuffix?: string,
): Promise<{ suffix: string; urls: RoleUrls }> {
  return withClient(adminUrl, async (admin) => {
    const suffix = testSuffix ?? (await findSuffix(admin))
    await admin.query('begin')
    await admin.query(`select pg_advisory_xact_lock(hashtext('attend roles'))`)
    await requireKnownSecret(admin, adminUrl, secrets)
    await requireOwnership(admin)
    await createRoles(admin, secrets.secret, suffix)
    await grantDatabase(admin, secrets.secret, suffix)
    await saveCheck(admin, secrets.secret)
    await showChecks(admin, ownName('app_backup', suffix))
    await admin.query('commit')
    return { suffix, urls: roleUrls(adminUrl, secrets.secret, suffix) }
  }).catch((error: unknown) => {
    if (errorCode(error) !== '42501') throw error
    const { username } = new URL(adminUrl)
    const reason = error instanceof Error ? error.message : ''
    throw new StartFailure(
      `The user “${username}” of DATABASE_URL may not create the roles that Attend needs (${reason}): as a superuser, run ALTER ROLE "${username}" CREATEROLE.`,
    )
  })
}

/** Connection strings of the roles of an existing database. Creates nothing. */
export async function findRoleUrls(adminUrl: string, secret: string): Promise<RoleUrls> {
  return roleUrls(adminUrl, secret, await withClient(adminUrl, findSuffix))
}

/** Connection strings to the server and database of `url`, one per role. */
export function roleUrls(url: string, secret: string, suffix: string): RoleUrls {
  const as = (role: RoleName) => {
    const target = new URL(url)
    target.username = loginOf(role, secret, suffix)
    target.password = rolePassword(role, secret)
    return target.href
  }
  return byRole(as)
}

function byRole(urlOf: (role: RoleName) => string): RoleUrls {
  return {
    app_owner: urlOf('app_owner'),
    app_web: urlOf('app_web'),
    app_worker: urlOf('app_worker'),
    app_auth: urlOf('app_auth'),
    app_payments: urlOf('app_payments'),
    app_admin: urlOf('app_admin'),
    app_backup: urlOf('app_backup'),
  }
}

/** Connection strings of the same logins through a pooler, which needs no user of its own. */
export function pooledUrls(
  { DATABASE_POOLER_URL: pooler }: Pick<Config, 'DATABASE_POOLER_URL'>,
  urls: RoleUrls,
): RoleUrls {
  if (pooler === undefined) return urls
  const through = (role: RoleName) => {
    const { username, password } = new URL(urls[role])
    return Object.assign(new URL(pooler), { username, password }).href
  }
  return byRole(through)
}

/** Drops the logins of all other secrets. */
export async function dropOtherLogins(admin: pg.ClientBase, secret: string, suffix: string): Promise<void> {
  const database = await databaseName(admin)
  for (const role of roleNames) {
    const { rows } = await admin.query<{ name: string }>(
      `select rolname as name from pg_roles where rolname ~ ('^' || $1 || '_[0-9a-f]{8}$') and rolname <> $2`,
      [ownName(role, suffix), loginOf(role, secret, suffix)],
    )
    for (const { name } of rows) {
      await admin.query(`revoke all on database ${database} from ${name}`)
      await admin.query(`drop role ${name}`)
    }
  }
}

/** Reads the suffix from the owner of the schema `app`. For a new database the suffix is the oid, which is unique on the server. */
async function findSuffix(admin: pg.ClientBase): Promise<string> {
  const { rows } = await admin.query<{ owner: string | null; number: string }>(
    `select (select pg_get_userbyid(nspowner) from pg_namespace where nspname = 'app') as owner, oid as number
     from pg_database where datname = current_database()`,
  )
  const [row] = rows
  if (!row?.owner) return `_${row?.number}`
  if (!row.owner.startsWith('app_owner'))
    throw new StartFailure('This database has a schema “app” of another program: give Attend a database of its own.')
  return row.owner.slice('app_owner'.length)
}

async function requireOwnership(admin: pg.ClientBase): Promise<void> {
  const { rows } = await admin.query<{ user: string; database: string; owns: boolean }>(
    `select current_user as user, datname as database, pg_has_role(datdba, 'usage') as owns
     from pg_database where datname = current_database()`,
  )
  const [row] = rows
  if (row?.owns !== true)
    throw new StartFailure(
      `The user “${row?.user}” of DATABASE_URL does not own the database “${row?.database}”: run ALTER DATABASE "${row?.database}" OWNER TO "${row?.user}".`,
    )
}

async function createRoles(admin: pg.ClientBase, secret: string, suffix: string): Promise<void> {
  const { rows } = await admin.query<{ rolname: string; bypassesPolicies: boolean }>(
    'select rolname, rolsuper or rolbypassrls as "bypassesPolicies" from pg_roles where starts_with(rolname, $1)',
    ['app_'],
  )
  const known = new Map(rows.map((row) => [row.rolname, row.bypassesPolicies]))
  for (const role of roleNames) {
    const name = ownName(role, suffix)
    const login = loginOf(role, secret, suffix)
    if (known.get(name) || known.get(login))
      throw new StartFailure(
        `The role ${name} may bypass row-level security: run ALTER ROLE ${name} NOSUPERUSER NOBYPASSRLS.`,
      )
    if (!known.has(name)) await admin.query(`create role ${name}`)
    if (known.has(login)) {
      await limitRole(admin, role, login)
      continue
    }
    const password = pg.escapeLiteral(rolePassword(role, secret))
    await admin.query(`create role ${login} login inherit password ${password} in role ${name}`)
    await limitRole(admin, role, login)
    // Objects that migrations create belong to app_owner, not to the login of one secret.
    if (role === 'app_owner') await admin.query(`alter role ${login} set role = '${name}'`)
  }
}

async function grantDatabase(admin: pg.ClientBase, secret: string, suffix: string): Promise<void> {
  const database = await databaseName(admin)
  const [owner, web, worker, auth, payments, panel, backup] = roleNames.map((role) => ownName(role, suffix))
  const logins = roleNames.map((role) => loginOf(role, secret, suffix)).join(', ')
  await admin.query(
    `revoke all on database ${database} from public, ${web}, ${worker}, ${auth}, ${payments}, ${panel}, ${backup}`,
  )
  await admin.query(`grant connect on database ${database} to ${logins}`)
  await admin.query(`revoke connect on database ${database} from ${owner}`)
  await admin.query(`grant temporary, create on database ${database} to ${owner}`)
  await admin.query(
    `revoke all on schema public from public; grant all on schema public to ${owner}; grant usage on schema public to ${web}, ${worker}, ${auth}, ${panel}, ${backup}`,
  )
}

async function databaseName(admin: pg.ClientBase): Promise<string> {
  const { rows } = await admin.query<{ name: string }>('select current_database() as name')
  return pg.escapeIdentifier(rows[0]?.name ?? '')
}

function loginOf(role: RoleName, secret: string, suffix: string): string {
  const fingerprint = createHmac('sha256', secret).update('database logins').digest('hex').slice(0, 8)
  return `${ownName(role, suffix)}_${fingerprint}`
}

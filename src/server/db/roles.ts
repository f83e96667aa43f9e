import { createHmac } from 'node:crypto'
import pg from 'pg'

export const roleNames = ['app_owner', 'app_web', 'app_worker', 'app_auth', 'app_payments'] as const
export type RoleName = (typeof roleNames)[number]

/** A connection string for every role. Their passwords are derived from the secret, so there is nothing to keep. */
export type RoleUrls = Record<RoleName, string>

/**
 * Makes the roles, sets their passwords, and hands the database to app_owner.
 * Safe to run at every start and from several processes at once.
 */
export async function ensureRoles(adminUrl: string, secret: string): Promise<RoleUrls> {
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  try {
    await admin.query('begin')
    await admin.query(`select pg_advisory_xact_lock(hashtext('attend roles'))`)
    const { rows } = await admin.query<{ rolname: string }>('select rolname from pg_roles where rolname = any($1)', [
      roleNames,
    ])
    const known = new Set(rows.map((row) => row.rolname))
    for (const role of roleNames) {
      const verb = known.has(role) ? 'alter' : 'create'
      const password = pg.escapeLiteral(passwordOf(role, secret))
      await admin.query(
        `${verb} role ${role} login nosuperuser nobypassrls nocreaterole nocreatedb noinherit password ${password}`,
      )
    }
    const database = pg.escapeIdentifier(
      (await admin.query<{ name: string }>('select current_database() as name')).rows[0]?.name ?? '',
    )
    await admin.query(`revoke all on database ${database} from public`)
    await admin.query(`grant connect, temporary, create on database ${database} to app_owner`)
    await admin.query(`grant connect on database ${database} to app_web, app_worker, app_auth, app_payments`)
    await admin.query(
      'revoke all on schema public from public; grant all on schema public to app_owner; grant usage on schema public to app_web, app_worker, app_auth',
    )
    await admin.query('commit')
  } finally {
    await admin.end()
  }
  return roleUrls(adminUrl, secret)
}

/** The same server and database as `url`, as each of the roles. */
export function roleUrls(url: string, secret: string): RoleUrls {
  const as = (role: RoleName) => {
    const target = new URL(url)
    target.username = role
    target.password = passwordOf(role, secret)
    return target.href
  }
  return {
    app_owner: as('app_owner'),
    app_web: as('app_web'),
    app_worker: as('app_worker'),
    app_auth: as('app_auth'),
    app_payments: as('app_payments'),
  }
}

function passwordOf(role: RoleName, secret: string): string {
  return createHmac('sha256', secret).update(`database role ${role}`).digest('base64url')
}

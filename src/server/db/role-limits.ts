import type pg from 'pg'

/** Statement timeout of roles in milliseconds. app_owner and app_backup have none, because migrations, verifications and backups take long. */
export const statementMs = {
  app_web: 10_000,
  app_auth: 10_000,
  app_payments: 10_000,
  app_admin: 10_000,
  app_worker: 30_000,
} as const

type LimitedRole = keyof typeof statementMs

const limitsOf = (role: LimitedRole): Readonly<Record<string, number>> => ({
  statement_timeout: statementMs[role],
  // A transaction whose client is gone keeps its locks until PostgreSQL notices.
  tcp_keepalives_idle: 10,
  tcp_keepalives_interval: 5,
  tcp_keepalives_count: 3,
})

function isLimited(role: string): role is LimitedRole {
  return role in statementMs
}

/** Sets the limits of a login. Poolers such as PgBouncer reject them as parameters of a connection (decision 0040). */
export async function limitRole(admin: pg.ClientBase, role: string, login: string): Promise<void> {
  if (!isLimited(role)) return
  const { rows } = await admin.query<{ settings: string[] | null }>(
    'select rolconfig as settings from pg_roles where rolname = $1',
    [login],
  )
  const known = new Set(rows[0]?.settings)
  for (const [name, value] of Object.entries(limitsOf(role))) {
    if (!known.has(`${name}=${value}`)) await admin.query(`alter role ${login} set ${name} = ${value}`)
  }
}

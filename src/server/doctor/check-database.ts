import type pg from 'pg'
import type { Config } from '#server/config.ts'
import { type RunningDatabase, openDatabase } from '#server/db/database.ts'
import { knownMigrations } from '#server/db/migrate.ts'
import { pooledUrls, type RoleUrls } from '#server/db/roles.ts'
import { requireKnownSecret } from '#server/db/secret-check.ts'
import { StartFailure } from '#server/start-failure.ts'
import { neededConnections } from '#server/postgres/connection-budget.ts'
import { withClient } from '#server/postgres/connection.ts'
import { type Finding, fault, reasonOf, warning } from './finding.ts'

const oldestVersion = 150_000
const largestDriftMs = 5000
const poolerMs = 5000

export interface CheckedDatabase {
  findings: Finding[]
  /** Undefined if it cannot be used for further checks. */
  database: RunningDatabase | undefined
}

/** Connection, secret, rights, version and migrations of the database, and its clock. */
export async function checkDatabase(config: Config): Promise<CheckedDatabase> {
  let database: RunningDatabase | undefined
  try {
    database = await openDatabase(config)
  } catch (error) {
    const remedy =
      error instanceof StartFailure
        ? 'Correct this first; other checks need the database.'
        : config.DATABASE_URL
          ? 'Check DATABASE_URL, and that the database runs and accepts connections from this machine.'
          : 'See server.log in DATA_DIR/postgres/cluster.'
    return {
      findings: [fault('database', `The database cannot be opened. ${reasonOf(error)}`, remedy)],
      database: undefined,
    }
  }
  if (!database)
    return {
      findings: [
        fault('database', `There is no database in ${config.DATA_DIR} yet.`, "Start Attend once with 'npm start'."),
      ],
      database: undefined,
    }
  const { adminUrl, urls } = database
  try {
    const findings = await withClient(adminUrl, async (admin) => [
      ...(await checkSecret(admin, adminUrl, config)),
      ...(await checkRights(admin)),
      ...(await checkVersion(admin)),
      ...(await checkClock(admin)),
    ])
    // The login of the owner exists only under the right secret.
    if (!findings.some(({ level }) => level === 'fault'))
      findings.push(...(await checkMigrations(adminUrl, urls.app_owner)))
    if (!findings.some(({ level }) => level === 'fault'))
      findings.push(
        ...(await checkPooler(config, urls)),
        ...(await checkConnections(adminUrl, await runningProcesses(urls.app_owner), config)),
      )
    return { findings, database }
  } catch (error) {
    await database.stop()
    return {
      findings: [
        fault('database', `The database cannot be read. ${reasonOf(error)}`, 'Check the user of DATABASE_URL.'),
      ],
      database: undefined,
    }
  }
}

async function checkSecret(admin: pg.ClientBase, adminUrl: string, config: Config): Promise<Finding[]> {
  try {
    await requireKnownSecret(admin, adminUrl, config)
    return []
  } catch (error) {
    return [
      fault('database', reasonOf(error), 'Set the right secret; without it neither data nor backups can be read.'),
    ]
  }
}

async function checkRights(admin: pg.ClientBase): Promise<Finding[]> {
  const { rows } = await admin.query<{ user: string; database: string; owns: boolean; creates: boolean }>(
    `select current_user as user, datname as database, pg_has_role(datdba, 'usage') as owns, rolcreaterole or rolsuper as creates
     from pg_database, pg_roles where datname = current_database() and rolname = current_user`,
  )
  const [row] = rows
  if (!row) return []
  const strong = await admin.query<{ name: string }>(
    `select rolname as name from pg_roles where starts_with(rolname, 'app_') and (rolsuper or rolbypassrls) order by 1`,
  )
  return [
    ...(row.owns
      ? []
      : [
          fault(
            'database',
            `The user ${row.user} does not own the database ${row.database}.`,
            `As a superuser, run ALTER DATABASE "${row.database}" OWNER TO "${row.user}".`,
          ),
        ]),
    ...(row.creates
      ? []
      : [
          fault(
            'database',
            `The user ${row.user} may not create roles.`,
            `As a superuser, run ALTER ROLE "${row.user}" CREATEROLE.`,
          ),
        ]),
    ...strong.rows.map(({ name }) =>
      fault(
        'database',
        `The role ${name} may bypass row-level security.`,
        `As a superuser, run ALTER ROLE ${name} NOSUPERUSER NOBYPASSRLS.`,
      ),
    ),
  ]
}

async function checkVersion(admin: pg.ClientBase): Promise<Finding[]> {
  const { rows } = await admin.query<{ version: number; shown: string }>(
    `select current_setting('server_version_num')::int as version, current_setting('server_version') as shown`,
  )
  const [row] = rows
  if (!row) return []
  return row.version < oldestVersion
    ? [fault('database', `PostgreSQL ${row.shown} is too old.`, 'Update PostgreSQL to version 15 or newer.')]
    : []
}

/** The roles of the running processes; one process with both if none runs. */
async function runningProcesses(ownerUrl: string): Promise<Config['ROLES'][]> {
  const roles = await withClient(ownerUrl, async (owner) => {
    const { rows } = await owner.query<{ roles: Config['ROLES'] }>(
      `select roles from processes where heartbeat_at > now() - interval '1 minute'`,
    )
    return rows.map((row) => row.roles)
  })
  return roles.length > 0 ? roles : [['web', 'worker']]
}

/** Each login of the processes must come through the pooler of DATABASE_POOLER_URL to this database. */
async function checkPooler(config: Config, urls: RoleUrls): Promise<Finding[]> {
  if (config.DATABASE_POOLER_URL === undefined) return []
  const pooled = pooledUrls(config, urls)
  const findings: Finding[] = []
  for (const role of ['app_web', 'app_auth', 'app_admin', 'app_worker', 'app_payments'] as const)
    await withClient(pooled[role], (client) => client.query('select'), poolerMs).catch((error: unknown) => {
      findings.push(
        fault(
          'database',
          `The pooler of DATABASE_POOLER_URL does not lead the login ${decodeURIComponent(new URL(pooled[role]).username)} to the database. ${reasonOf(error)}`,
          'Check the address, and that the pooler runs and looks up the logins of PostgreSQL (auth_query of PgBouncer).',
        ),
      )
    })
  return findings.slice(0, 1)
}

async function checkConnections(
  adminUrl: string,
  processes: readonly Config['ROLES'][],
  { DATABASE_POOLER_URL: pooler }: Config,
): Promise<Finding[]> {
  const { rows } = await withClient(adminUrl, (admin) =>
    admin.query<{ accepted: number }>(
      `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as accepted`,
    ),
  )
  const needed = neededConnections(processes, pooler !== undefined)
  const accepted = rows[0]?.accepted ?? needed
  if (accepted >= needed) return []
  const count = processes.length === 1 ? 'one process' : `${processes.length} processes`
  return [
    warning(
      'database',
      `PostgreSQL accepts ${accepted} connections; ${count} of Attend can open ${needed}${pooler === undefined ? '' : ' beside the pooler'}.`,
      `Set max_connections to ${needed + 5} or more and restart PostgreSQL.`,
    ),
  ]
}

async function checkClock(admin: pg.ClientBase): Promise<Finding[]> {
  const before = Date.now()
  const { rows } = await admin.query<{ at: Date }>('select clock_timestamp() as at')
  const middle = (before + Date.now()) / 2
  const driftMs = Math.abs((rows[0]?.at.getTime() ?? middle) - middle)
  if (driftMs <= largestDriftMs) return []
  return [
    fault(
      'clock',
      `The clocks of this machine and of the database differ by ${Math.round(driftMs / 1000)} seconds: sign-ins, codes and links end at the wrong time.`,
      'Synchronize both clocks, e.g. by chrony or systemd-timesyncd.',
    ),
  ]
}

/** The user of DATABASE_URL may not read the tables of Attend. */
async function checkMigrations(adminUrl: string, ownerUrl: string): Promise<Finding[]> {
  const { rowCount } = await withClient(adminUrl, (admin) =>
    admin.query(
      `select from pg_class where relname = 'kysely_migration' and relnamespace = (select oid from pg_namespace where nspname = 'migrations')`,
    ),
  )
  if (rowCount === 0)
    return [fault('database', 'The database has no tables of Attend.', "Start Attend once with 'npm start'.")]
  const applied = await withClient(ownerUrl, (owner) =>
    owner.query<{ name: string }>('select name from migrations.kysely_migration'),
  )
  const names = new Set(applied.rows.map(({ name }) => name))
  const known = await knownMigrations()
  const pending = known.filter((name) => !names.has(name))
  const newer = [...names].filter((name) => !known.includes(name))
  return [
    ...(pending.length > 0
      ? [
          fault(
            'database',
            `These migrations have not run: ${pending.join(', ')}.`,
            'Restart Attend; each start runs them.',
          ),
        ]
      : []),
    ...(newer.length > 0
      ? [
          fault(
            'database',
            `A newer version of Attend used this database (migration ${newer.join(', ')}).`,
            'Install that version or a later one.',
          ),
        ]
      : []),
  ]
}

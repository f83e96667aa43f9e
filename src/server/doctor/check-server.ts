import type pg from 'pg'
import { withClient } from '#server/postgres/connection.ts'
import { type Finding, fault } from './finding.ts'

const oldestVersion = 150_000
const maxDriftMs = 5000
const toPrimary = 'Set DATABASE_URL to the primary.'
const turnOff =
  'Free some space if the host of the database turned it on. Otherwise, as a superuser, run ALTER SYSTEM RESET default_transaction_read_only, then SELECT pg_reload_conf().'

interface ServerRow {
  version: number
  shown: string
  encoding: string
  is_read_only: boolean
  is_standby: boolean
}

/** Checks the rights of the user of DATABASE_URL, and that no role of Attend bypasses row-level security. */
export async function checkRights(admin: pg.ClientBase): Promise<Finding[]> {
  const { rows } = await admin.query<{ user: string; database: string; owns: boolean; creates: boolean }>(
    `select current_user as user, datname as database, pg_has_role(datdba, 'usage') as owns, rolcreaterole or rolsuper as creates
     from pg_database, pg_roles where datname = current_database() and rolname = current_user`,
  )
  const [row] = rows
  if (!row) return []
  const privilegedRoles = await admin.query<{ name: string }>(
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
    ...privilegedRoles.rows.map(({ name }) =>
      fault(
        'database',
        `The role ${name} may bypass row-level security.`,
        `As a superuser, run ALTER ROLE ${name} NOSUPERUSER NOBYPASSRLS.`,
      ),
    ),
  ]
}

/** Checks version and encoding of the database, and whether it accepts changes. */
export async function checkServer(admin: pg.ClientBase): Promise<Finding[]> {
  const { rows } = await admin.query<ServerRow>(
    `select current_setting('server_version_num')::int as version, current_setting('server_version') as shown,
       current_setting('server_encoding') as encoding, current_setting('transaction_read_only') = 'on' as is_read_only,
       pg_is_in_recovery() as is_standby`,
  )
  const [row] = rows
  if (!row) return []
  const { version, shown, encoding, is_read_only: isReadOnly, is_standby: isStandby } = row
  return [
    ...(version < oldestVersion
      ? [fault('database', `PostgreSQL ${shown} is too old.`, 'Update PostgreSQL to version 15 or newer.')]
      : []),
    ...(encoding === 'UTF8'
      ? []
      : [
          fault(
            'database',
            `The database has the encoding ${encoding}, which cannot store every name and text.`,
            "Create it again with ENCODING 'UTF8'.",
          ),
        ]),
    ...(isStandby ? [fault('database', 'The database is a standby, which accepts no changes.', toPrimary)] : []),
    ...(isReadOnly && !isStandby
      ? [fault('database', 'The database accepts no changes: default_transaction_read_only is on.', turnOff)]
      : []),
  ]
}

/** Checks whether this machine and the database agree on the time. */
export async function checkClock(admin: pg.ClientBase): Promise<Finding[]> {
  const before = Date.now()
  const { rows } = await admin.query<{ at: Date }>('select clock_timestamp() as at')
  const middle = (before + Date.now()) / 2
  const driftMs = Math.abs((rows[0]?.at.getTime() ?? middle) - middle)
  if (driftMs <= maxDriftMs) return []
  return [
    fault(
      'clock',
      `The clocks of this machine and of the database differ by ${Math.round(driftMs / 1000)} seconds: sign-ins, codes and links end at the wrong time.`,
      'Synchronize both clocks, e.g. by chrony or systemd-timesyncd.',
    ),
  ]
}

/** A backup or update dated in the future shows that the clock was set back, even if the database runs on this machine. */
export async function checkClockSetBack(ownerUrl: string): Promise<Finding[]> {
  const { rows } = await withClient(ownerUrl, (owner) =>
    owner.query<{ at: Date }>(
      `select at from (select max(finished_at) as at from backups union all select max(timestamp)::timestamptz from migrations.kysely_migration) past
       where at > now() + interval '1 minute' order by at desc limit 1`,
    ),
  )
  const [latest] = rows
  return latest
    ? [
        fault(
          'clock',
          `The clock of the database is wrong: Attend was already updated or backed up at ${latest.at.toISOString()}.`,
          'Set it right, and synchronize it, e.g. by chrony or systemd-timesyncd.',
        ),
      ]
    : []
}

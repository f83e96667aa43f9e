import { readFile } from 'node:fs/promises'
import type pg from 'pg'
import { describeSchema } from '#server/db/catalog.ts'
import { knownMigrations } from '#server/db/migrate.ts'
import { roleNames, type RoleUrls } from '#server/db/roles.ts'
import { withClient } from '#server/postgres/connection.ts'
import { errorCode } from '#server/start-failure.ts'
import { type Finding, fault, reasonOf, warning } from './finding.ts'

const schemaFile = new URL('../db/schema.sql', import.meta.url)
const loginMs = 5000
const maxShown = 3

/**
 * Checks tables, logins, migrations and manual changes. Each check runs only if the previous one found no fault.
 * @param admin the user of DATABASE_URL, who may not read the tables of Attend
 */
export async function checkTables(admin: pg.ClientBase, urls: RoleUrls): Promise<Finding[]> {
  if (!(await hasTables(admin)))
    return [fault('database', 'The database has no tables of Attend.', "Start Attend once with 'npm start'.")]
  const logins = await checkLogins(urls)
  if (logins.length > 0) return logins
  const queue = await checkQueue(urls)
  if (queue.length > 0) return queue
  return withClient(urls.app_owner, async (owner) => {
    const migrations = await checkMigrations(owner)
    return migrations.length > 0 ? migrations : checkSchema(owner)
  })
}

async function hasTables(admin: pg.ClientBase): Promise<boolean> {
  const { rowCount } = await admin.query(
    `select from pg_class where relname = 'kysely_migration' and relnamespace = (select oid from pg_namespace where nspname = 'migrations')`,
  )
  return rowCount !== 0
}

async function checkLogins(urls: RoleUrls): Promise<Finding[]> {
  for (const role of roleNames)
    try {
      await withClient(urls[role], (client) => client.query('select'), loginMs)
    } catch (error) {
      const name = decodeURIComponent(new URL(urls[role]).username)
      return [
        fault(
          'database',
          `Attend cannot sign in to the database as ${name}. ${reasonOf(error)}`,
          loginRemedy(errorCode(error), name),
        ),
      ]
    }
  return []
}

/** A start creates a missing login, but does not change an existing one. */
function loginRemedy(code: string, login: string): string {
  if (code === '28P01')
    return `As a superuser of this database, run DROP OWNED BY ${login}; DROP ROLE ${login}; and restart Attend, which creates it again.`
  if (code === '28000') return `As a superuser, run ALTER ROLE ${login} LOGIN, or admit it in pg_hba.conf.`
  return 'Check pg_hba.conf, and how many connections the database accepts.'
}

/** The queue has a schema of its own, which is not part of `schema.sql`. */
async function checkQueue(urls: RoleUrls): Promise<Finding[]> {
  for (const role of ['app_web', 'app_worker'] as const)
    try {
      await withClient(urls[role], (client) => client.query('select from pgboss.job limit 0'), loginMs)
    } catch (error) {
      return [
        fault(
          'database',
          `The role ${role} cannot use the queue. ${reasonOf(error)}`,
          'Restart Attend: each start grants the rights on the queue.',
        ),
      ]
    }
  return []
}

async function checkMigrations(owner: pg.ClientBase): Promise<Finding[]> {
  const applied = await owner.query<{ name: string }>('select name from migrations.kysely_migration')
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

/** Compares tables, constraints, policies and rights with the schema of this version. */
async function checkSchema(owner: pg.ClientBase): Promise<Finding[]> {
  const [expected, actual] = [await readFile(schemaFile, 'utf8'), await describeSchema(owner)].map(statementsOf)
  const missing = [...(expected ?? [])].filter((statement) => !actual?.has(statement))
  const added = [...(actual ?? [])].filter((statement) => !expected?.has(statement))
  return [
    ...(missing.length > 0
      ? [
          fault(
            'database',
            `The database lacks a part of its schema: ${summaryOf(missing)}.`,
            'Find out who changed it. Run these statements as the owner of the tables, or restore a backup.',
          ),
        ]
      : []),
    ...(added.length > 0
      ? [
          warning(
            'database',
            `The schema of the database was changed: ${summaryOf(added)}.`,
            'Remove what Attend did not create; it may open records to others, or stop the next migration.',
          ),
        ]
      : []),
  ]
}

const statementsOf = (schema: string) => new Set(schema.split(/;\n(?=\S|$)/).filter((statement) => statement !== ''))

function summaryOf(statements: readonly string[]): string {
  const some = statements.slice(0, maxShown).map((statement) => statement.replaceAll(/\s+/g, ' '))
  const rest = statements.length - some.length
  return some.join('; ') + (rest > 0 ? `; and ${rest} more` : '')
}

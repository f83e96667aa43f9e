import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'
import { StartFailure } from '#server/start-failure.ts'
import { withClient } from '#server/postgres/connection.ts'
import { baselineFiles, functionFiles } from './baseline.ts'
import { openToBackup } from './backup-rights.ts'
import { withOwnRoles } from './roles.ts'

const migrations = new URL('./migrations/', import.meta.url)

/** Name that is recorded for the files of schema/ and functions/, which replaced the migrations up to `lastReplaced` (decision 0034). */
const baseline = '0055_baseline'
const lastReplaced = '0055_safety_dismissals'

/**
 * Creates a new database from schema/ and functions/. For an existing one, runs the numbered migrations that it lacks, and applies
 * functions/ again if a file changed. Everything is one transaction under a lock, so that concurrent starts wait for one another.
 * @throws StartFailure if the database is too old for this version, or newer than it
 * @throws Error that names the file that failed; the transaction is rolled back
 */
export async function migrate(ownerUrl: string, suffix: string): Promise<void> {
  const known = await migrationNames()
  await withClient(ownerUrl, async (owner) => {
    await owner.query('begin')
    await owner.query(`select pg_advisory_xact_lock(hashtext('attend migrations'))`)
    await owner.query(functionsAreUnchecked)
    const recorded = await readRecorded(owner)
    if (recorded.length === 0) {
      for (const file of baselineFiles) await runFile(owner, file, suffix)
      await record(owner, [baseline, ...known])
    } else {
      const applied = new Set(await requireBaseline(owner, recorded))
      const newer = [...applied].filter((name) => name !== baseline && !known.includes(name))
      if (newer.length > 0)
        throw new StartFailure(
          `This database was used by a newer version of Attend (migration ${newer.join(', ')}): start that version. Nothing was changed.`,
        )
      for (const name of known.filter((each) => !applied.has(each))) {
        await runFile(owner, `migrations/${name}.sql`, suffix)
        await record(owner, [name])
      }
    }
    await applyFunctions(owner, suffix, recorded.length === 0)
    await openToBackup(owner, suffix)
    await owner.query('commit')
  })
}

/** The SQL that creates an empty database of this version, in order. Role names are as in the files, without a suffix. */
export async function newestSchema(): Promise<string[]> {
  return [recordTables, functionsAreUnchecked, ...(await Promise.all(baselineFiles.map(readSql))), functionsAreClosed]
}

/** Names of all migrations that this version knows, with the baseline. */
export async function knownMigrations(): Promise<string[]> {
  return [baseline, ...(await migrationNames())]
}

const recordTables = `create schema if not exists migrations;
  create table if not exists migrations.kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null);
  create table if not exists migrations.functions (hash text not null)`

/** Bodies are not checked, because functions call one another and name tables that later files create. */
const functionsAreUnchecked = 'set local check_function_bodies = off'

/** By default PostgreSQL lets every role execute a new function. */
const functionsAreClosed = 'revoke execute on all functions in schema app from public'

async function migrationNames(): Promise<string[]> {
  const files = await readdir(migrations)
  return files
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.replace('.sql', ''))
    .toSorted()
}

/** Names of the applied migrations. The table is that of Kysely, so that versions from before the baseline refuse this database. */
async function readRecorded(owner: pg.Client): Promise<string[]> {
  await owner.query(recordTables)
  const { rows } = await owner.query<{ name: string }>('select name from migrations.kysely_migration order by name')
  return rows.map((row) => row.name)
}

/** The recorded names, with the baseline instead of the migrations that it replaced. */
async function requireBaseline(owner: pg.Client, recorded: readonly string[]): Promise<readonly string[]> {
  if (recorded.includes(baseline)) return recorded
  // Migrations ran in order, so the last one implies the others.
  if (recorded.at(-1) !== lastReplaced)
    throw new StartFailure(
      `This database is too old for this version of Attend: its last migration is ${recorded.at(-1)}, and ${lastReplaced} is needed. Start it once with an older version (docs/operations.md, “Old databases”). Nothing was changed.`,
    )
  await owner.query('delete from migrations.kysely_migration; drop table if exists migrations.kysely_migration_lock')
  await record(owner, [baseline])
  return [baseline]
}

async function record(owner: pg.Client, names: readonly string[]): Promise<void> {
  await owner.query(
    'insert into migrations.kysely_migration (name, timestamp) select name, $2 from unnest($1::text[]) name',
    [names, new Date().toISOString()],
  )
}

/** Creates or replaces all functions if a file changed, with exactly the grants of the files. */
async function applyFunctions(owner: pg.Client, suffix: string, areNew: boolean): Promise<void> {
  const texts = await Promise.all(functionFiles.map(readSql))
  const hash = createHash('sha256').update(texts.join('\n')).digest('hex')
  const { rows } = await owner.query<{ hash: string }>('select hash from migrations.functions')
  if (rows[0]?.hash === hash) return
  if (!areNew) {
    await owner.query(
      withOwnRoles(
        'revoke execute on all functions in schema app from app_web, app_worker, app_auth, app_payments, app_admin',
        suffix,
      ),
    )
    for (const file of functionFiles) await runFile(owner, file, suffix)
  }
  await owner.query(functionsAreClosed)
  await owner.query('delete from migrations.functions')
  await owner.query('insert into migrations.functions (hash) values ($1)', [hash])
}

async function runFile(owner: pg.Client, file: string, suffix: string): Promise<void> {
  try {
    await owner.query(withOwnRoles(await readSql(file), suffix))
  } catch (cause) {
    throw new Error(`${file} failed`, { cause })
  }
}

function readSql(file: string): Promise<string> {
  return readFile(new URL(file, import.meta.url), 'utf8')
}

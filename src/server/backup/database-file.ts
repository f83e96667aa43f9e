import { getConstructionPlans } from 'pg-boss'
import { digestOf } from '#server/audit-trail/anchor.ts'
import { readHeads } from '#server/audit-trail/verify.ts'
import { knownMigrations, newestSchema } from '#server/db/migrate.ts'
import { readChecks } from '#server/db/secret-check.ts'
import { withClient } from '#server/postgres/connection.ts'
import { StartFailure } from '#server/start-failure.ts'
import { compressed } from './compression.ts'
import type { DumpedTable, Manifest } from './manifest.ts'
import { type BackupPlace, databaseName } from './place.ts'
import { dumpRows, textFormatSettings } from './rows.ts'
import { readStoredNames } from './stored-names.ts'
import { listOpenTables, readSequences } from './tables.ts'

type DatabaseParts = Pick<
  Manifest,
  'auditHead' | 'checks' | 'databaseSize' | 'migrations' | 'queueSchema' | 'schema' | 'sequences' | 'tables'
>

/** One snapshot of the database. */
export interface DumpedDatabase extends DatabaseParts {
  /** Files that its rows refer to. */
  storedNames: string[]
}

/**
 * Writes all rows of one snapshot to the place, compressed, while Attend runs.
 * @param url connects as app_backup
 * @throws StartFailure if another version of Attend migrated the database
 */
export async function dumpDatabase(url: string, place: BackupPlace, id: string): Promise<DumpedDatabase> {
  return withClient(url, async (client) => {
    await client.query('begin isolation level repeatable read read only')
    await client.query(textFormatSettings)
    const migrations = await readMigrations(client)
    const found = await listOpenTables(client)
    const storedNames = await readStoredNames(client)
    const auditHead = digestOf(await readHeads(client))
    const tables: DumpedTable[] = []
    const content = compressed(dumpRows(client, found, (table) => tables.push(table)))
    const { size } = await place.files.put(databaseName(place.root, id), content)
    return {
      checks: await readChecks(client),
      migrations,
      schema: await newestSchema(),
      queueSchema: getConstructionPlans('pgboss'),
      tables,
      // Read after the rows. Sequences are not part of the snapshot, so their values are never behind the rows.
      sequences: await readSequences(client),
      auditHead,
      databaseSize: size,
      storedNames,
    }
  })
}

/** The migrations of the database. They must be those of this version, because the backup contains this version's schema. */
async function readMigrations(client: Parameters<typeof readChecks>[0]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from migrations.kysely_migration order by name')
  const known = new Set(await knownMigrations())
  const names = rows.map(({ name }) => name)
  if (names.length !== known.size || !names.every((name) => known.has(name)))
    throw new StartFailure(
      'The database was migrated by another version of Attend: back up with the version that runs, or restart Attend first.',
    )
  return names
}

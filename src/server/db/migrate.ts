import { readdir, readFile } from 'node:fs/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { Migrator, type Migration, type MigrationProvider } from 'kysely/migration'
import pg from 'pg'
import { connectionTo } from '#server/postgres/connection.ts'
import { withOwnRoles } from './roles.ts'

const folder = new URL('./migrations/', import.meta.url)

/** The migrations, under the names that the roles have in this database. */
const providerFor = (suffix: string): MigrationProvider => ({
  async getMigrations() {
    const migrations: Record<string, Migration> = {}
    for (const file of (await readdir(folder)).filter((name) => name.endsWith('.sql'))) {
      const text = withOwnRoles(await readFile(new URL(file, folder), 'utf8'), suffix)
      migrations[file.replace('.sql', '')] = {
        up: async (db) => {
          await sql.raw(text).execute(db)
        },
      }
    }
    return migrations
  },
})

/**
 * Brings the database to the newest version, under a lock, so that processes that start together wait for one another.
 * @throws Error that names the migration that failed; nothing of it is kept.
 */
export async function migrate(ownerUrl: string, suffix: string): Promise<void> {
  const pool = new pg.Pool({ ...connectionTo(ownerUrl), max: 1 })
  // A connection that breaks fails its query, too.
  pool.on('error', () => undefined)
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    const migrator = new Migrator({ db, provider: providerFor(suffix), migrationTableSchema: 'migrations' })
    const { error, results } = await migrator.migrateToLatest()
    const failed = results?.find((result) => result.status === 'Error')
    if (error) throw new Error(`Migration ${failed?.migrationName ?? ''} failed`, { cause: error })
  } finally {
    await db.destroy()
  }
}

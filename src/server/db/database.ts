import { join } from 'node:path'
import type { Logger } from 'pino'
import { rm } from 'node:fs/promises'
import type { Config } from '#server/config.ts'
import { deriveFormerKeys, deriveKey, secretFiles, type Secrets } from '#server/secrets.ts'
import { prepareQueue } from '#server/jobs/queue-schema.ts'
import { abortable } from '#server/abortable.ts'
import { withClient } from '#server/postgres/connection.ts'
import { StartFailure } from '#server/start-failure.ts'
import { startEmbedded } from './embedded/embedded.ts'
import { migrate } from './migrate.ts'
import { findCluster } from './embedded/running.ts'
import { waitForDatabase } from './wait-for-database.ts'
import { ensureRoles, findRoleUrls, pooledUrls, type RoleUrls } from './roles.ts'

export interface RunningDatabase {
  /** Connects as the user that created the roles. */
  adminUrl: string
  urls: RoleUrls
  /** The data directory of the embedded database. */
  folder?: string | undefined
  stop: () => Promise<void>
}

export interface StartDatabaseOptions {
  log?: Logger
  /** Aborts the start and stops the embedded server. */
  signal?: AbortSignal
  /** Reports to the operator what the start waits for. */
  notify?: (sentence: string) => void
}

/** Starts the embedded database, or waits for the one of DATABASE_URL, and migrates it to the newest version. */
export async function startDatabase(config: Config, options: StartDatabaseOptions = {}): Promise<RunningDatabase> {
  const { log, signal = new AbortController().signal, notify = () => undefined } = options
  if (config.DATABASE_URL) await waitForDatabase(config.DATABASE_URL, { signal, notify })
  const embedded = config.DATABASE_URL ? undefined : await startEmbedded({ ...ownCluster(config), log, signal })
  try {
    const adminUrl = config.DATABASE_URL ?? embedded?.adminUrl ?? ''
    const preparing = prepareDatabase(adminUrl, config)
    const urls = await abortable(preparing, signal)
    if (config.DATABASE_POOLER_URL)
      await waitForDatabase(pooledUrls(config, urls).app_web, { signal, notify, setting: 'DATABASE_POOLER_URL' })
    return { adminUrl, urls, folder: embedded?.folder, stop: async () => embedded?.stop() }
  } catch (error) {
    await embedded?.stop()
    // A secret that this start generated protects nothing yet. The next start must not treat it as the database's secret.
    if (config.isNewSecret && config.DATABASE_URL) await rm(secretFiles(config.DATA_DIR).current, { force: true })
    throw error
  }
}

/**
 * Opens the database for a command that runs beside the server, without migrating it. Starts the embedded database if it does not
 * run. Undefined if there is no database yet.
 */
export async function openDatabase(config: Config): Promise<RunningDatabase | undefined> {
  if (config.DATABASE_URL) return withoutMigrating(config, config.DATABASE_URL)
  const cluster = await findCluster(ownCluster(config))
  if (!cluster) return undefined
  if (cluster.adminUrl) return withoutMigrating(config, cluster.adminUrl)
  const embedded = await startEmbedded(ownCluster(config))
  return { ...(await withoutMigrating(config, embedded.adminUrl)), stop: embedded.stop }
}

/**
 * Opens the database that a restore fills, without migrating it. Creates the embedded one if the folder is new.
 * @throws StartFailure if Attend runs on it
 */
export async function openForRestore(config: Config): Promise<{ adminUrl: string; stop: () => Promise<void> }> {
  if (!config.DATABASE_URL) return startEmbedded(ownCluster(config))
  await withClient(config.DATABASE_URL, async (client) => {
    const { rowCount } = await client.query(
      `select from pg_stat_activity where datname = current_database() and starts_with(usename, 'app_') limit 1`,
    )
    if (rowCount !== 0) throw new StartFailure('Attend uses this database: stop all its processes, then restore.')
  })
  return { adminUrl: config.DATABASE_URL, stop: async () => undefined }
}

async function withoutMigrating({ secret }: Config, adminUrl: string): Promise<RunningDatabase> {
  return { adminUrl, urls: await findRoleUrls(adminUrl, secret), stop: async () => undefined }
}

/** The embedded database of this installation. */
export function ownCluster(config: Config) {
  const purpose = 'embedded database superuser'
  return {
    folder: join(config.DATA_DIR, 'postgres'),
    archivesWal: config.BACKUP_WAL,
    password: deriveKey(config, purpose).toString('base64url'),
    formerPasswords: deriveFormerKeys(config, purpose).map((key) => key.toString('base64url')),
  }
}

/** Creates or updates roles, tables and queue of a database. `suffix` is for databases of tests, see `ensureRoles`. */
export async function prepareDatabase(adminUrl: string, secrets: Secrets, suffix?: string): Promise<RoleUrls> {
  const { urls, suffix: own } = await ensureRoles(adminUrl, secrets, suffix)
  await migrate(urls.app_owner, own)
  await prepareQueue(urls.app_owner, own)
  return urls
}

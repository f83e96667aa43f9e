import { join } from 'node:path'
import type { Logger } from 'pino'
import { type Config, deriveKey } from '#server/config.ts'
import { prepareQueue } from '#server/jobs/queue-schema.ts'
import { abortable } from '#server/waiting.ts'
import { startEmbedded } from './embedded/embedded.ts'
import { migrate } from './migrate.ts'
import { findCluster } from './embedded/running.ts'
import { waitForDatabase } from './wait-for-database.ts'
import { ensureRoles, roleUrls, type RoleUrls } from './roles.ts'

export interface RunningDatabase {
  urls: RoleUrls
  /** Where the embedded database keeps its data. */
  folder?: string | undefined
  stop: () => Promise<void>
}

export interface StartDatabaseOptions {
  log?: Logger
  /** Ends the start; the embedded server is stopped then. */
  signal?: AbortSignal
  /** Tells the operator what the start waits for. */
  tell?: (sentence: string) => void
}

/** The database of this installation, started when it is the embedded one, and brought to the newest version. */
export async function startDatabase(config: Config, options: StartDatabaseOptions = {}): Promise<RunningDatabase> {
  const { log, signal = new AbortController().signal, tell = () => undefined } = options
  if (config.DATABASE_URL) await waitForDatabase(config.DATABASE_URL, { signal, tell })
  const embedded = config.DATABASE_URL ? undefined : await startEmbedded({ ...ownCluster(config), log, signal })
  try {
    const preparing = prepareDatabase(config.DATABASE_URL ?? embedded?.adminUrl ?? '', config.secret)
    const urls = await abortable(preparing, signal)
    return { urls, folder: embedded?.folder, stop: async () => embedded?.stop() }
  } catch (error) {
    await embedded?.stop()
    throw error
  }
}

/**
 * The database as it stands, for a command beside the server: the one that runs, else it is started for the command.
 * Nothing is migrated. Undefined when there is none yet.
 */
export async function openDatabase(config: Config): Promise<RunningDatabase | undefined> {
  if (config.DATABASE_URL) return { urls: roleUrls(config.DATABASE_URL, config.secret), stop: async () => undefined }
  const cluster = await findCluster(ownCluster(config))
  if (!cluster) return undefined
  if (cluster.adminUrl) return { urls: roleUrls(cluster.adminUrl, config.secret), stop: async () => undefined }
  const embedded = await startEmbedded(ownCluster(config))
  return { urls: roleUrls(embedded.adminUrl, config.secret), stop: embedded.stop }
}

function ownCluster(config: Config): { folder: string; password: string } {
  const password = deriveKey(config, 'embedded database superuser').toString('base64url')
  return { folder: join(config.DATA_DIR, 'postgres'), password }
}

/** Roles, tables and queue of one database. */
export async function prepareDatabase(adminUrl: string, secret: string): Promise<RoleUrls> {
  const urls = await ensureRoles(adminUrl, secret)
  await migrate(urls.app_owner)
  await prepareQueue(urls.app_owner)
  return urls
}

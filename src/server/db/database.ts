import { join } from 'node:path'
import type { Logger } from 'pino'
import { rm } from 'node:fs/promises'
import { type Config, deriveFormerKeys, deriveKey, secretFiles, type Secrets } from '#server/config.ts'
import { prepareQueue } from '#server/jobs/queue-schema.ts'
import { abortable } from '#server/abortable.ts'
import { startEmbedded } from './embedded/embedded.ts'
import { migrate } from './migrate.ts'
import { findCluster } from './embedded/running.ts'
import { waitForDatabase } from './wait-for-database.ts'
import { ensureRoles, findRoleUrls, type RoleUrls } from './roles.ts'

export interface RunningDatabase {
  /** Connects as the user that made the roles. */
  adminUrl: string
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
    const adminUrl = config.DATABASE_URL ?? embedded?.adminUrl ?? ''
    const preparing = prepareDatabase(adminUrl, config)
    const urls = await abortable(preparing, signal)
    return { adminUrl, urls, folder: embedded?.folder, stop: async () => embedded?.stop() }
  } catch (error) {
    await embedded?.stop()
    // One that was made by this start protects nothing yet, and would be taken for the right one.
    if (config.isNewSecret && config.DATABASE_URL) await rm(secretFiles(config.DATA_DIR).current, { force: true })
    throw error
  }
}

/**
 * The database as it stands, for a command beside the server: the one that runs, else it is started for the command.
 * Nothing is migrated. Undefined when there is none yet.
 */
export async function openDatabase(config: Config): Promise<RunningDatabase | undefined> {
  if (config.DATABASE_URL) return asItStands(config, config.DATABASE_URL)
  const cluster = await findCluster(ownCluster(config))
  if (!cluster) return undefined
  if (cluster.adminUrl) return asItStands(config, cluster.adminUrl)
  const embedded = await startEmbedded(ownCluster(config))
  return { ...(await asItStands(config, embedded.adminUrl)), stop: embedded.stop }
}

async function asItStands({ secret }: Config, adminUrl: string): Promise<RunningDatabase> {
  return { adminUrl, urls: await findRoleUrls(adminUrl, secret), stop: async () => undefined }
}

function ownCluster(config: Config) {
  const purpose = 'embedded database superuser'
  return {
    folder: join(config.DATA_DIR, 'postgres'),
    password: deriveKey(config, purpose).toString('base64url'),
    formerPasswords: deriveFormerKeys(config, purpose).map((key) => key.toString('base64url')),
  }
}

/** Roles, tables and queue of one database. `suffix` is for databases of tests, see `ensureRoles`. */
export async function prepareDatabase(adminUrl: string, secrets: Secrets, suffix?: string): Promise<RoleUrls> {
  const { urls, suffix: own } = await ensureRoles(adminUrl, secrets, suffix)
  await migrate(urls.app_owner, own)
  await prepareQueue(urls.app_owner, own)
  return urls
}

import { join } from 'node:path'
import { type Config, deriveKey } from '#server/config.ts'
import { prepareQueue } from '#server/jobs/queue-schema.ts'
import { startEmbedded } from './embedded/embedded.ts'
import { migrate } from './migrate.ts'
import { ensureRoles, type RoleUrls } from './roles.ts'

export interface RunningDatabase {
  urls: RoleUrls
  stop(): Promise<void>
}

/** The database of this installation, started when it is the embedded one, and brought to the newest version. */
export async function startDatabase(config: Config): Promise<RunningDatabase> {
  const password = deriveKey(config, 'embedded database superuser').toString('base64url')
  const embedded = config.DATABASE_URL
    ? undefined
    : await startEmbedded({ folder: join(config.DATA_DIR, 'postgres'), password })
  try {
    const urls = await prepareDatabase(config.DATABASE_URL ?? embedded?.adminUrl ?? '', config.secret)
    return { urls, stop: async () => embedded?.stop() }
  } catch (error) {
    await embedded?.stop()
    throw error
  }
}

/** Roles, tables and queue of one database. */
export async function prepareDatabase(adminUrl: string, secret: string): Promise<RoleUrls> {
  const urls = await ensureRoles(adminUrl, secret)
  await migrate(urls.app_owner)
  await prepareQueue(urls.app_owner)
  return urls
}

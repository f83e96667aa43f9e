import { sql } from 'kysely'
import { isLocalInstallation } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import { requirePlatformAdmin } from './require-platform-admin.ts'

/**
 * True if the caller has the first account of an installation that is reachable from its own machine only: the caller
 * installed it. False while viewing as another user.
 */
export async function isInstaller({ db, actor, config }: Pick<Context, 'db' | 'actor' | 'config'>): Promise<boolean> {
  if (actor.viewing || !isLocalInstallation(config)) return false
  const { rows } = await sql<{ is: boolean }>`select app.is_first_account() as is`.execute(db)
  return rows[0]?.is ?? false
}

/**
 * Allows platform admins, and the first account of a local installation.
 * @throws not_allowed for other users; second_factor_missing for a platform admin without a second factor
 */
export async function requireEngineRights(context: Pick<Context, 'db' | 'actor' | 'config'>): Promise<void> {
  if (!(await isInstaller(context))) await requirePlatformAdmin(context)
}

import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { isPlatformAdmin } from './factor-store.ts'

/**
 * Allows platform admins who gave their second factor in this sign-in. Database functions that reach beyond the
 * caller's scope check `app.is_platform_admin()` themselves.
 * @throws not_allowed for other users; second_factor_missing (403) for a platform admin without a second factor
 */
export async function requirePlatformAdmin({ db, actor }: Pick<Context, 'db' | 'actor'>): Promise<void> {
  if (actor.platformRole !== 'admin') fail('not_allowed')
  if (!(await isPlatformAdmin(db))) fail('second_factor_missing')
}

import { sql } from 'kysely'
import type { Db } from '#server/db/tenant.ts'

/** Whether the caller's session may administer the platform: role, second factor set up, and given in this session. */
export async function isPlatformAdmin(db: Db): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select app.is_platform_admin() as is`.execute(db)
  return rows[0]?.is === true
}

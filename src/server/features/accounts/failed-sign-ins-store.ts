import { type Kysely, sql } from 'kysely'
import type { Actor, Db } from '#server/db/tenant.ts'
import type { DB } from '#server/db/types.ts'

/** Finds the user id of an email address. Runs as app_auth, like better-auth. */
export async function findUserId(db: Kysely<DB>, email: string): Promise<string | undefined> {
  const found = await db.selectFrom('users').where('email', '=', email.toLowerCase()).select('id').executeTakeFirst()
  return found?.id
}

const actions = ['account.sign_in_failed', 'account.second_factor_failed', 'account.password_refused']

export interface FailedSignInRow {
  at: Date
  details: unknown
  ip_address: string | null
  user_agent: string | null
}

/** Lists the caller's newest 100 failed attempts of the last 90 days. A user who views as the caller sees none. */
export async function listFailedSignIns(db: Db, actor: Actor): Promise<FailedSignInRow[]> {
  return await db
    .selectFrom('audit_events')
    .where('actor_id', '=', actor.userId)
    .where('organization_id', 'is', null)
    .where('action', 'in', actions)
    .where('at', '>', sql<Date>`now() - interval '90 days'`)
    .select(['at', 'details', 'ip_address', 'user_agent'])
    .orderBy('at', 'desc')
    .limit(100)
    .execute()
}

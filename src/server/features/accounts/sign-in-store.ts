import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/tenant.ts'

export interface SignInRow {
  id: string
  isCurrent: boolean
  userAgent: string
  ipAddress: string | null
  method: string | null
  signedInAt: Date
  lastUsedAt: Date
}

/** Finds the caller's sign-ins, current one first. Finds none while viewing as another user. */
export async function findSignIns(db: Db): Promise<SignInRow[]> {
  const { rows } = await sql<SignInRow>`
    select id, is_current as "isCurrent", user_agent as "userAgent", ip_address as "ipAddress", signed_in_with as method,
      signed_in_at as "signedInAt", last_used_at as "lastUsedAt"
    from app.own_sign_ins()`.execute(db)
  return rows
}

export function endSignIn(db: Db, id: string): Promise<number> {
  return endSignIns(db, sql`${id}::uuid`)
}

export function endAllOtherSignIns(db: Db): Promise<number> {
  return endSignIns(db, sql`null`)
}

/** Ends one other sign-in, or all others if `id` is null. Returns the number of ended sign-ins. */
async function endSignIns(db: Db, id: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ ended: number }>`select app.end_other_sign_ins(${id}) as ended`.execute(db)
  return rows[0]?.ended ?? 0
}

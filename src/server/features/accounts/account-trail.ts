import { type Kysely, sql } from 'kysely'
import type { DB } from '#server/db/types.ts'

export interface AccountEvent {
  /** Null where the account is not known: the event goes to the anonymous chain. */
  userId: string | null
  action: string
  /** Codes and figures only, never a secret. */
  details?: Record<string, string | number>
  /** Of the request that it comes from: address and browser are taken from them. */
  headers?: Headers | undefined
}

/** Header in which the server tells the sign-in routes the caller's address; what a caller sends under that name is overwritten. */
export const addressHeader = 'x-attend-address'

/** Account events stand in the person's own chain of the audit trail. */
export async function recordAccountEvent(db: Kysely<DB>, event: AccountEvent): Promise<void> {
  const { userId, action, details = {}, headers } = event
  const address = headers?.get(addressHeader) ?? ''
  const agent = headers?.get('user-agent')?.slice(0, 300) ?? ''
  await db.transaction().execute(async (tx) => {
    await sql`select set_config('app.user_id', ${userId ?? ''}, true), set_config('app.ip_address', ${address}, true),
      set_config('app.user_agent', ${agent}, true)`.execute(tx)
    await sql`insert into audit_events (action, resource_type, resource_id, details)
      values (${action}, 'account', ${userId}, ${JSON.stringify(details)})`.execute(tx)
  })
}

import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '#server/db/types.ts'

export interface AccountEvent {
  /** Null if the account is unknown. */
  userId: string | null
  action: string
  /** Codes and numbers only, never a secret. */
  details?: Record<string, string | number>
  /** Headers of the request: the source of address and browser. */
  headers?: Headers | undefined
}

/** Header that passes the caller's address to the sign-in routes. The server overwrites a value sent by the caller. */
export const addressHeader = 'x-attend-address'

/** Adds an event to the audit chain of the account, or to the anonymous chain if the account is unknown. */
export function recordAccountEvent(db: Kysely<DB>, event: AccountEvent): Promise<void> {
  return db.transaction().execute((tx) => insertAccountEvent(tx, event))
}

/** Like `recordAccountEvent`, in the transaction of the change that the event describes. */
export async function insertAccountEvent(tx: Transaction<DB>, event: AccountEvent): Promise<void> {
  const { userId, action, details = {}, headers } = event
  const address = headers?.get(addressHeader) ?? ''
  const agent = headers?.get('user-agent')?.slice(0, 300) ?? ''
  await sql`select set_config('app.user_id', ${userId ?? ''}, true), set_config('app.ip_address', ${address}, true),
    set_config('app.user_agent', ${agent}, true)`.execute(tx)
  await sql`insert into audit_events (action, resource_type, resource_id, details)
    values (${action}, 'account', ${userId}, ${JSON.stringify(details)})`.execute(tx)
}

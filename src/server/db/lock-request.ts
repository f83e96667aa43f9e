import { lockName } from './lock-name.ts'
import type { Db } from './tenant.ts'

/** Makes a repetition of this request of the user wait until the transaction ends. */
export async function lockRequest(db: Db, userId: string, requestId: string): Promise<void> {
  await lockName(db, `${userId} ${requestId}`)
}

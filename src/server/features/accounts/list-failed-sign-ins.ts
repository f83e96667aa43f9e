import type { FailedSignIn } from '#shared/contract/accounts.ts'
import { deviceName } from '#server/features/accounts/device.ts'
import type { Context } from '#server/context.ts'
import { failedSignInReason } from './failed-sign-in-reason.ts'
import { listFailedSignIns as listRows } from './failed-sign-ins-store.ts'

/** Lists the caller's newest 100 failed sign-ins of the last 90 days. */
export async function listFailedSignIns({ db, actor }: Context): Promise<FailedSignIn[]> {
  const rows = await listRows(db, actor)
  return rows.map((row) => ({
    at: row.at.toISOString(),
    reason: failedSignInReason(row.details),
    device: deviceName(row.user_agent ?? ''),
    ipAddress: row.ip_address,
  }))
}

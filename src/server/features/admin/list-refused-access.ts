import type { RefusedAccess } from '#shared/contract/admin-access.ts'
import { deviceName } from '#server/features/accounts/device.ts'
import type { Context } from '#server/context.ts'
import { failedSignInReason } from '#server/features/accounts/failed-sign-in-reason.ts'
import { listRefusedAccess as listRows, type RefusedAccessRow } from './access-store.ts'
import { auditPanel } from './audit-panel.ts'

/** Lists up to 200 failed sign-ins and denied accesses of the last 90 days, newest first. */
export async function listRefusedAccess(context: Context): Promise<RefusedAccess[]> {
  auditPanel(context, { action: 'admin.refused_access_listed', resourceType: 'account' })
  return (await listRows(context.db)).map((row) => ({
    id: row.id,
    at: row.at,
    person: row.person,
    ...kindAndReasonOf(row),
    device: deviceName(row.userAgent ?? ''),
    ipAddress: row.ipAddress,
  }))
}

function kindAndReasonOf({
  action,
  details,
  person,
}: RefusedAccessRow): Pick<RefusedAccess, 'kind' | 'reason' | 'endpoint'> {
  if (action === 'access.refused') {
    return { kind: 'access', reason: details.code ?? '', endpoint: details.endpoint || null }
  }
  return { kind: 'sign_in', reason: person ? failedSignInReason(details) : 'unknown_account', endpoint: null }
}

import type { FailedSessions } from '#shared/contract/admin-sessions.ts'
import type { Context } from '#server/context.ts'
import { auditPanel } from './audit-panel.ts'
import { listFailedSessions as listRows } from './sessions-store.ts'

/** Lists the newest 50 sessions whose processing failed and may succeed on retry. */
export async function listFailedSessions(context: Context): Promise<FailedSessions> {
  auditPanel(context, { action: 'admin.failed_sessions_listed', resourceType: 'session' })
  return await listRows(context.db)
}

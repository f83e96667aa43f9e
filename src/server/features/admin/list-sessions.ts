import type { AdminSessionList } from '#shared/contract/admin-sessions.ts'
import { localDateTime } from '#shared/rules/local-time.ts'
import type { Context } from '#server/context.ts'
import { auditPanel } from './audit-panel.ts'
import { listSessions as listRows } from './sessions-store.ts'

/** Lists the latest 100 matching sessions. */
export async function listSessions(
  context: Context,
  input: { search: string; when: string; kind: string },
): Promise<AdminSessionList> {
  const { db, actor, clock } = context
  const { date: today } = localDateTime(clock(), actor.timeZone)
  const filter = { ...input, search: input.search.trim(), today }
  const details = { isSearch: filter.search !== '', when: filter.when, kind: filter.kind }
  auditPanel(context, { action: 'admin.sessions_listed', resourceType: 'session', details })
  return await listRows(db, filter)
}

import type { AdminSessionDetails, AdminSessionList } from '#shared/contract/admin-sessions.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { rowId } from '#server/ids.ts'
import { findSession, listSessions as listRows } from './store.ts'

/** The latest 100 matching sessions. */
export function listSessions(
  { db }: Context,
  filter: { search: string; when: string; kind: string },
): Promise<AdminSessionList> {
  return listRows(db, { ...filter, search: filter.search.trim() })
}

/** @throws justification_missing unless a reason was given for this session (`justifyAccess`) */
export async function getSession({ db }: Context, input: { sessionId: string }): Promise<AdminSessionDetails> {
  return (await findSession(db, rowId(input.sessionId, 'justification_missing'))) ?? fail('justification_missing')
}

import type { AccessReasonList } from '#shared/contract/admin-access.ts'
import type { Context } from '#server/context.ts'
import { listAccessReasons as listRows } from './store.ts'

/** The newest 100 matching reasons. Reading them is audited, too. */
export function listAccessReasons(
  { db }: Context,
  filter: { search: string; kind: string },
): Promise<AccessReasonList> {
  return listRows(db, { ...filter, search: filter.search.trim() })
}

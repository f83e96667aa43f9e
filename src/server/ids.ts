import type { ErrorCode } from '#shared/contract/errors.ts'
import { fail } from './fail.ts'

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const isRowId = (id: string) => uuidPattern.test(id)

/** The id in lower case. Fails with `missing`, as for a missing row, if the id is not a UUID. */
export function rowId(id: string, missing: ErrorCode): string {
  return isRowId(id) ? id.toLowerCase() : fail(missing)
}

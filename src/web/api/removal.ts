import type { RemovalPermissions } from '#shared/contract/members.ts'
import type { Failure } from './errors.ts'

/** Returns the flag that permits the rejected removal of a member once the user confirms. Null for other failures. */
export function allowedAfter(failure: Failure | null): Partial<RemovalPermissions> | null {
  switch (failure?.code) {
    case 'member_recording':
      return { mayInterrupt: true }
    case 'member_unsigned':
    case 'leave_unsigned':
      return { mayStayUnsigned: true }
    default:
      return null
  }
}

import type { RemovalPermissions } from '#shared/contract/members.ts'
import type { Failure } from './errors.ts'

/** Flags with which the removal of a member succeeds after this refusal, if the user confirms it. Null for other failures. */
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

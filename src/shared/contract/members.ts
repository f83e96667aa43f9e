import * as z from 'zod'
import { OrganizationRole } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { UserId } from './ids.ts'

export const Member = z.object({
  /** The member's account: the same id as a client's `therapistId`. */
  userId: UserId,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  role: OrganizationRole,
  /** Supervisor's `userId`. For therapists only; null without one. */
  managedBy: z.string().nullable(),
  /** The source of the rule that a supervisor co-signs the member's notes. Null if they need no co-signature. */
  prelicensedBy: z.enum(['organization', 'profile']).nullable(),
  /** False for a deactivated account. It cannot sign in; its clients can be transferred. */
  isActive: z.boolean(),
  joinedAt: z.iso.datetime(),
})
export type Member = z.infer<typeof Member>

/** A former member whose clients are still in the organization. */
export const FormerMember = Member.pick({ userId: true, firstName: true, lastName: true, email: true }).extend({
  leftAt: z.iso.datetime(),
  /** Number of clients to transfer (`clients.transfer`). */
  clientCount: z.int(),
})
export type FormerMember = z.infer<typeof FormerMember>

/** Permissions to remove a member who has unfinished work. Without them the removal is refused. */
export const RemovalPermissions = z.object({
  mayInterrupt: z.boolean().default(false),
  mayStayUnsigned: z.boolean().default(false),
})
export type RemovalPermissions = z.infer<typeof RemovalPermissions>

const byMember = z.object({ userId: UserId })

/**
 * Members of the caller's current organization. `shared/rules/roles.ts` (`rolesToGive`, `mayRemove`, `isOrganizationAdmin`) says
 * what a role may do to another: call it before offering an action. Every change returns the updated list.
 */
export const members = {
  /**
   * For every member, by last name. Empty for users in no organization. `former` is empty unless the caller is owner or
   * admin.
   */
  list: endpoint({ method: 'GET', path: '/members', summary: 'Members of the organization' }).output(
    z.object({ items: z.array(Member), former: z.array(FormerMember) }),
  ),
  /**
   * `not_allowed` unless the caller is owner or admin, `role_above` for a role above their own, `last_owner`,
   * `member_missing`. A role other than supervisor removes the member's therapists. A role other than therapist removes
   * the member's supervisor.
   */
  changeRole: endpoint({ method: 'PUT', path: '/members/{userId}/role', summary: "Change a member's role" })
    .input(byMember.extend({ role: OrganizationRole }))
    .output(z.array(Member)),
  /**
   * Confirm first: 'Are you sure you want to remove this member from the organization?' Clients and notes stay with the
   * organization. Every member may remove themselves. Otherwise `not_allowed`, `role_above`, `owner_stays` for an owner,
   * `member_missing`. `member_recording` for a member with a recording that has not ended, and `member_unsigned` for notes
   * that no one could sign afterwards, unless the request allows it. For a member who leaves, `leave_recording` in any
   * case, and `leave_unsigned`.
   */
  remove: endpoint({
    method: 'DELETE',
    path: '/members/{userId}',
    summary: 'Remove a member from the organization; every member but an owner may leave',
  })
    .input(byMember.extend(RemovalPermissions.shape))
    .output(z.array(Member)),
  /**
   * Only therapists have a supervisor (`supervisor_only_for_therapists`), and only supervisors can be one
   * (`supervisor_role_missing`); `not_allowed`, `member_missing`. Other failures show 'Failed to update assignment'.
   */
  assignSupervisor: endpoint({
    method: 'PUT',
    path: '/members/{userId}/supervisor',
    summary: "Assign a therapist's supervisor, or none",
  })
    .input(byMember.extend({ supervisorId: UserId.nullable() }))
    .output(z.array(Member)),
  /**
   * The therapist's notes in this organization then need a co-signature, regardless of their own profile. The
   * therapist cannot change this. `not_allowed`, `member_missing`, `prelicensed_only_for_therapists`.
   */
  setPrelicensed: endpoint({
    method: 'PUT',
    path: '/members/{userId}/prelicensed',
    summary: "Say whether a therapist's notes need a co-signature",
  })
    .input(byMember.extend({ isPrelicensed: z.boolean() }))
    .output(z.array(Member)),
}

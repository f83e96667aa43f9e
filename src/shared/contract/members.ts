import * as z from 'zod'
import { OrganizationRole } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { UserId } from './ids.ts'

export const Member = z.object({
  /** The person's account: the same id as a client's `therapistId`. */
  userId: UserId,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  role: OrganizationRole,
  /** Supervisor's `userId`. Therapists only; null without one. */
  managedBy: z.string().nullable(),
  /** A deactivated account cannot sign in; its clients can be given to others. */
  isActive: z.boolean(),
  joinedAt: z.iso.datetime(),
})
export type Member = z.infer<typeof Member>

/** Somebody who was a member and whose clients are still in the organization. */
export const FormerMember = Member.pick({ userId: true, firstName: true, lastName: true, email: true }).extend({
  leftAt: z.iso.datetime(),
  /** Clients that wait to be given to somebody (`clients.transfer`). */
  clientCount: z.int(),
})
export type FormerMember = z.infer<typeof FormerMember>

const byMember = z.object({ userId: UserId })

/**
 * Who is in the organization the caller acts in. What a role may do to another is in `shared/rules/roles.ts`
 * (`rolesToGive`, `mayRemove`, `isInCharge`): ask it before offering anything. Every change answers the list as it stands then.
 */
export const members = {
  /**
   * For every member, by last name; empty for whoever is in no organization. `former` is for owner and admin, else empty.
   */
  list: endpoint({ method: 'GET', path: '/members', summary: 'Members of the organization' }).output(
    z.object({ items: z.array(Member), former: z.array(FormerMember) }),
  ),
  /**
   * `not_allowed` for whoever is not owner or admin, `role_above` for a role above their own, `last_owner`, `member_missing`.
   * Any role other than supervisor takes the person's therapists from them; any other than therapist takes their supervisor.
   */
  changeRole: endpoint({ method: 'PUT', path: '/members/{userId}/role', summary: "Change a member's role" })
    .input(byMember.extend({ role: OrganizationRole }))
    .output(z.array(Member)),
  /**
   * Ask before: 'Are you sure you want to remove this member from the organization?' Clients and notes stay with the
   * organization. `not_allowed`, `role_above`, `owner_stays` for an owner, `member_missing`.
   */
  remove: endpoint({ method: 'DELETE', path: '/members/{userId}', summary: 'Take somebody out of the organization' })
    .input(byMember)
    .output(z.array(Member)),
  /**
   * Therapists only get one (`supervisor_only_for_therapists`), supervisors only are one (`supervisor_role_missing`);
   * `not_allowed`, `member_missing`. What goes wrong otherwise is 'Failed to update assignment'.
   */
  assignSupervisor: endpoint({
    method: 'PUT',
    path: '/members/{userId}/supervisor',
    summary: "Assign a therapist's supervisor, or none",
  })
    .input(byMember.extend({ supervisorId: UserId.nullable() }))
    .output(z.array(Member)),
}

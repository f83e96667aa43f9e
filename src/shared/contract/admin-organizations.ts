import * as z from 'zod'
import { OrganizationRole } from './accounts.ts'
import { AdminOrganizationName, AdminPerson, listOf, search, Timestamp } from './admin-lists.ts'
import { endpoint } from './endpoint.ts'
import { OrganizationId, UserId } from './ids.ts'
import { InvitedRole, SentInvitation } from './invitations.ts'
import { maxEmailLength } from './limits.ts'
import { RemovalPermissions } from './members.ts'
import { NameText } from './names.ts'

export const SubscriptionPlan = z.enum(['free', 'basic', 'pro', 'enterprise'])
export type SubscriptionPlan = z.infer<typeof SubscriptionPlan>

export const SubscriptionStatus = z.enum(['active', 'trial', 'inactive', 'canceled'])
export type SubscriptionStatus = z.infer<typeof SubscriptionStatus>

export const AdminOrganization = AdminOrganizationName.extend({
  owner: AdminPerson,
  subscriptionPlan: SubscriptionPlan,
  subscriptionStatus: SubscriptionStatus,
  /** True if plan and status come from the payment provider and cannot be changed here. */
  hasBillingAccount: z.boolean(),
  counts: z.object({ members: z.int(), clients: z.int(), pendingInvitations: z.int() }),
  createdAt: Timestamp,
})
export type AdminOrganization = z.infer<typeof AdminOrganization>

export const AdminOrganizationList = listOf(AdminOrganization)
export type AdminOrganizationList = z.infer<typeof AdminOrganizationList>

export const AdminMember = z.object({
  memberId: z.string(),
  user: AdminPerson,
  role: OrganizationRole,
  isActive: z.boolean(),
  supervisor: AdminPerson.nullable(),
  createdAt: Timestamp,
})
export type AdminMember = z.infer<typeof AdminMember>

export const AdminOrganizationDetails = AdminOrganization.omit({ counts: true }).extend({
  statistics: z.object({
    members: z.int(),
    owners: z.int(),
    admins: z.int(),
    supervisors: z.int(),
    therapists: z.int(),
    clients: z.int(),
    sessions: z.int(),
    pendingInvitations: z.int(),
  }),
  /** By role (owner first), then by name. */
  members: z.array(AdminMember),
  updatedAt: Timestamp,
})
export type AdminOrganizationDetails = z.infer<typeof AdminOrganizationDetails>

const byOrganization = z.object({ organizationId: OrganizationId })
const byMember = z.object({ memberId: z.string() })

export const adminOrganizations = {
  listOrganizations: endpoint({
    method: 'POST',
    path: '/admin/organizations/search',
    summary: 'Organizations, newest first, 50 at most',
  })
    .input(z.object({ search, status: z.enum(['all', ...SubscriptionStatus.options]).default('all') }))
    .output(AdminOrganizationList),
  /** @throws organization_not_found */
  getOrganization: endpoint({
    method: 'GET',
    path: '/admin/organizations/{organizationId}',
    summary: 'One organization with its statistics and members',
  })
    .input(byOrganization)
    .output(AdminOrganizationDetails),
  /** @throws organization_not_found, plan_from_billing for the plan or status of an organization with a billing account */
  updateOrganization: endpoint({
    method: 'PATCH',
    path: '/admin/organizations/{organizationId}',
    summary: 'Change an organization',
  })
    .input(
      byOrganization.extend({
        name: NameText.min(1).max(200).optional(),
        subscriptionPlan: SubscriptionPlan.optional(),
        subscriptionStatus: SubscriptionStatus.optional(),
      }),
    )
    .output(AdminOrganizationDetails),
  /**
   * Follows the rules of `members.changeRole`: an organization keeps an owner.
   * @throws member_missing, last_owner, admin_self
   */
  changeMemberRole: endpoint({ method: 'PATCH', path: '/admin/members/{memberId}', summary: "Change a member's role" })
    .input(byMember.extend({ role: OrganizationRole }))
    .output(AdminOrganizationDetails),
  /**
   * Owners cannot be removed. Otherwise as `members.remove`.
   * @throws member_missing, owner_stays, member_recording, member_unsigned, admin_self
   */
  removeMember: endpoint({
    method: 'DELETE',
    path: '/admin/members/{memberId}',
    summary: 'Remove a member from an organization',
  })
    .input(byMember.extend(RemovalPermissions.shape))
    .output(AdminOrganizationDetails),
  /**
   * `supervisorId` is a user's id, null for none.
   * @throws member_missing, supervisor_only_for_therapists, supervisor_role_missing, admin_self
   */
  assignSupervisor: endpoint({
    method: 'PUT',
    path: '/admin/members/{memberId}/supervisor',
    summary: "Assign a therapist's supervisor",
  })
    .input(byMember.extend({ supervisorId: z.string().nullable() }))
    .output(AdminOrganizationDetails),

  /** Like `invitations.send`. @throws organization_not_found, invitation_duplicate, member_already, demo_fixed, invitations_too_many */
  invite: endpoint({
    method: 'POST',
    path: '/admin/organizations/{organizationId}/invitations',
    summary: 'Invite a person to an organization',
  })
    .input(
      byOrganization.extend({
        email: z.email('Enter a valid email address.').max(maxEmailLength),
        role: InvitedRole.default('therapist'),
        therapistIds: z.array(UserId).max(500).default([]),
      }),
    )
    .output(SentInvitation),
  /**
   * Members who can take over a client of this organization.
   * @throws organization_not_found
   */
  therapists: endpoint({
    method: 'GET',
    path: '/admin/organizations/{organizationId}/therapists',
    summary: 'Active members of an organization, by name',
  })
    .input(byOrganization)
    .output(z.array(AdminPerson)),
}

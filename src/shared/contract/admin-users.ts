import * as z from 'zod'
import { LicenseType, OrganizationRole } from './accounts.ts'
import { AdminOrganizationName, AdminPerson, listOf, RequiredName, search, Timestamp } from './admin-lists.ts'
import { endpoint } from './endpoint.ts'
import { UserId } from './ids.ts'

export const AdminUser = AdminPerson.extend({
  licenseType: LicenseType,
  clinicName: z.string(),
  isActive: z.boolean(),
  isPlatformAdmin: z.boolean(),
  /** The organization they act in, and their role there; null for people in none. */
  organization: AdminOrganizationName.extend({ role: OrganizationRole }).nullable(),
  createdAt: Timestamp,
})
export type AdminUser = z.infer<typeof AdminUser>

export const AdminUserList = listOf(AdminUser)
export type AdminUserList = z.infer<typeof AdminUserList>

/** A person's place in an organization. */
export const AdminMembership = z.object({
  memberId: z.string(),
  organization: AdminOrganizationName,
  role: OrganizationRole,
  /** Who supervises them there. */
  supervisor: AdminPerson.nullable(),
  createdAt: Timestamp,
})
export type AdminMembership = z.infer<typeof AdminMembership>

export const AdminUserDetails = AdminUser.extend({
  phoneNumber: z.string(),
  emailVerified: z.boolean(),
  memberships: z.array(AdminMembership),
  updatedAt: Timestamp,
  /** The last time they signed in or used a session that still stands. */
  lastSeenAt: Timestamp.nullable(),
})
export type AdminUserDetails = z.infer<typeof AdminUserDetails>

const byUser = z.object({ userId: UserId })

export const adminUsers = {
  listUsers: endpoint({ method: 'POST', path: '/admin/users/search', summary: 'Users, newest first, 50 at most' })
    .input(z.object({ search, role: z.enum(['all', ...OrganizationRole.options]).default('all') }))
    .output(AdminUserList),
  /** @throws user_missing */
  getUser: endpoint({ method: 'GET', path: '/admin/users/{userId}', summary: 'One user' })
    .input(byUser)
    .output(AdminUserDetails),
  /**
   * Writes what is sent and differs. A deactivated account's sessions end at once.
   * @throws user_missing, admin_self for deactivating oneself
   */
  updateUser: endpoint({ method: 'PATCH', path: '/admin/users/{userId}', summary: 'Change a user' })
    .input(
      byUser.extend({
        firstName: RequiredName.optional(),
        lastName: RequiredName.optional(),
        licenseType: LicenseType.optional(),
        clinicName: z.string().trim().max(200).optional(),
        phoneNumber: z.string().trim().max(40).optional(),
        isActive: z.boolean().optional(),
      }),
    )
    .output(AdminUserDetails),
}

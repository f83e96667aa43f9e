import * as z from 'zod'
import { LicenseType, OrganizationRole } from './accounts.ts'
import { AdminOrganizationName, AdminPerson, listOf, RequiredName, search, Timestamp } from './admin-lists.ts'
import { endpoint } from './endpoint.ts'
import { UserId } from './ids.ts'
import { NameText } from './names.ts'

export const AdminUser = AdminPerson.extend({
  licenseType: LicenseType,
  clinicName: z.string(),
  isActive: z.boolean(),
  isPlatformAdmin: z.boolean(),
  /** The organization that the user acts in, and their role there. Null for users in no organization. */
  organization: AdminOrganizationName.extend({ role: OrganizationRole }).nullable(),
  createdAt: Timestamp,
})
export type AdminUser = z.infer<typeof AdminUser>

export const AdminUserList = listOf(AdminUser)
export type AdminUserList = z.infer<typeof AdminUserList>

/** A membership. */
export const AdminMembership = z.object({
  memberId: z.string(),
  organization: AdminOrganizationName,
  role: OrganizationRole,
  /** The supervisor in this organization. */
  supervisor: AdminPerson.nullable(),
  /** Number of therapists in this organization whom the user supervises. */
  supervisedCount: z.int(),
  createdAt: Timestamp,
})
export type AdminMembership = z.infer<typeof AdminMembership>

export const AdminUserDetails = AdminUser.extend({
  phoneNumber: z.string(),
  emailVerified: z.boolean(),
  memberships: z.array(AdminMembership),
  updatedAt: Timestamp,
  /** Last use of a sign-in, to within 15 minutes. Null if the user has no sign-in, as after signing out. */
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
   * Writes the fields that differ. Deactivating an account ends its sign-ins immediately.
   * @throws user_missing, admin_self for deactivating oneself
   */
  updateUser: endpoint({ method: 'PATCH', path: '/admin/users/{userId}', summary: 'Change a user' })
    .input(
      byUser.extend({
        firstName: RequiredName.optional(),
        lastName: RequiredName.optional(),
        licenseType: LicenseType.optional(),
        clinicName: NameText.max(200).optional(),
        phoneNumber: z.string().trim().max(40).optional(),
        isActive: z.boolean().optional(),
      }),
    )
    .output(AdminUserDetails),
}

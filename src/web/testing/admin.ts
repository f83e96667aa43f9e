import type { AdminClientDetails } from '#shared/contract/admin-clients.ts'
import type { AdminPerson } from '#shared/contract/admin-lists.ts'
import type { AdminMember, AdminOrganizationDetails } from '#shared/contract/admin-organizations.ts'
import type { AdminUserDetails } from '#shared/contract/admin-users.ts'
import { owner } from './account.ts'

const longAgo = '2030-01-01T08:00:00.000Z'

function person(number: number, firstName: string, lastName: string): AdminPerson {
  const id = `0b0c7a86-6f3c-4f3e-9a54-0d6a4a4d2c0${number}`
  return { id, firstName, lastName, email: `${firstName.toLowerCase()}@example.test` }
}

/** The signed-in platform admin. */
export const platformAdmin = { ...owner, role: 'admin' as const }

export const olive = person(1, 'Olive', 'Owner')
export const sam = person(2, 'Sam', 'Supervisor')
export const theo = person(3, 'Theo', 'Therapist')

function member(user: AdminPerson, role: AdminMember['role']): AdminMember {
  return { memberId: `member-${user.id}`, user, role, isActive: true, supervisor: null, createdAt: longAgo }
}

export const practice: AdminOrganizationDetails = {
  id: '0b0c7a86-6f3c-4f3e-9a54-0d6a4a4d3c01',
  name: "Owner's Practice",
  owner: olive,
  subscriptionPlan: 'free',
  subscriptionStatus: 'trial',
  hasBillingAccount: false,
  statistics: {
    members: 3,
    owners: 1,
    admins: 0,
    supervisors: 1,
    therapists: 1,
    clients: 1,
    sessions: 1,
    pendingInvitations: 0,
  },
  members: [member(olive, 'owner'), member(sam, 'supervisor'), member(theo, 'therapist')],
  createdAt: longAgo,
  updatedAt: longAgo,
}

export const adminUser: AdminUserDetails = {
  ...olive,
  licenseType: 'Other',
  clinicName: '',
  isActive: true,
  isPlatformAdmin: true,
  organization: null,
  createdAt: longAgo,
  phoneNumber: '',
  emailVerified: true,
  lastSeenAt: null,
  updatedAt: longAgo,
  memberships: [],
}

export const adminClient: AdminClientDetails = {
  id: '0b0c7a86-6f3c-4f3e-9a54-0d6a4a4d4c01',
  firstName: 'Maya',
  lastName: 'Stone',
  status: 'active',
  therapist: theo,
  organization: { id: practice.id, name: practice.name },
  createdAt: longAgo,
  email: null,
  phone: null,
  sessionCount: 1,
  lastSessionDate: '2030-01-01',
  updatedAt: longAgo,
  accessUntil: '2030-01-01T08:15:00.000Z',
}

import * as z from 'zod'
import { LicenseType, OrganizationRole } from './accounts.ts'
import { ClientStatus } from './clients.ts'
import { endpoint } from './endpoint.ts'
import { ClientId, OrganizationId, SessionId, UserId } from './ids.ts'
import { InvitedRole, SentInvitation } from './invitations.ts'
import { Session, SettingType } from './sessions.ts'

// The admin panel: for platform admins with a second factor only; everyone else gets 403. No shape here holds anything
// clinical: no note, transcript, insight, recording, pronouns, treatment approach.

const Timestamp = z.iso.datetime({ offset: true })

export const SubscriptionPlan = z.enum(['free', 'basic', 'pro', 'enterprise'])
export type SubscriptionPlan = z.infer<typeof SubscriptionPlan>

export const SubscriptionStatus = z.enum(['active', 'trial', 'inactive', 'canceled'])
export type SubscriptionStatus = z.infer<typeof SubscriptionStatus>

/** A person beside a record. */
export const AdminPerson = z.object({ id: UserId, firstName: z.string(), lastName: z.string(), email: z.string() })
export type AdminPerson = z.infer<typeof AdminPerson>

const OrganizationName = z.object({ id: OrganizationId, name: z.string() })

/**
 * 'Showing X of Y': X is `items.length`, Y is `total`. Counting ends at 1,000, and earlier for words that very many have: when
 * `isTotalExact` is false there are at least as many ('Showing 100 of 1000+').
 */
function listOf<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), total: z.int(), isTotalExact: z.boolean() })
}

/** Words of the search begin words of what is searched; upper case and accents do not matter. */
const search = z.string().max(200).default('')

// Users

export const AdminUser = AdminPerson.extend({
  licenseType: LicenseType,
  clinicName: z.string(),
  isActive: z.boolean(),
  isPlatformAdmin: z.boolean(),
  /** The organization they act in, and their role there; null for people in none. */
  organization: OrganizationName.extend({ role: OrganizationRole }).nullable(),
  createdAt: Timestamp,
})
export type AdminUser = z.infer<typeof AdminUser>

export const AdminUserList = listOf(AdminUser)
export type AdminUserList = z.infer<typeof AdminUserList>

/** A person's place in an organization. */
export const AdminMembership = z.object({
  memberId: z.string(),
  organization: OrganizationName,
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

// Organizations

export const AdminOrganization = OrganizationName.extend({
  owner: AdminPerson,
  subscriptionPlan: SubscriptionPlan,
  subscriptionStatus: SubscriptionStatus,
  /** Plan and status then come from the payment provider and cannot be changed here. */
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

// Clients

export const AdminClient = z.object({
  id: ClientId,
  firstName: z.string(),
  lastName: z.string(),
  status: ClientStatus,
  therapist: AdminPerson,
  organization: OrganizationName.nullable(),
  createdAt: Timestamp,
})
export type AdminClient = z.infer<typeof AdminClient>

export const AdminClientList = listOf(AdminClient)
export type AdminClientList = z.infer<typeof AdminClientList>

export const AdminClientDetails = AdminClient.extend({
  email: z.string().nullable(),
  phone: z.string().nullable(),
  sessionCount: z.int(),
  /** yyyy-MM-dd */
  lastSessionDate: z.string().nullable(),
  updatedAt: Timestamp,
  /** Until when the reason that was given opens this record. */
  accessUntil: Timestamp,
})
export type AdminClientDetails = z.infer<typeof AdminClientDetails>

const byClient = z.object({ clientId: ClientId })

// Sessions

/**
 * The type filter. Therapists name types freely (Individual, Couple, Family, Group): a name with 'consult', 'assess' or 'group' in it
 * is of that kind, any other is therapy.
 */
export const SessionKind = z.enum(['therapy', 'consultation', 'assessment', 'group'])
export type SessionKind = z.infer<typeof SessionKind>

/** Against today in the admin's own time zone. */
export const SessionTime = z.enum(['today', 'upcoming', 'past'])
export type SessionTime = z.infer<typeof SessionTime>

export const AdminSession = Session.pick({
  id: true,
  date: true,
  startTime: true,
  endTime: true,
  durationMinutes: true,
  type: true,
  status: true,
}).extend({
  settingType: SettingType,
  when: SessionTime,
  client: z.object({ id: ClientId, firstName: z.string(), lastName: z.string() }),
  therapist: AdminPerson,
})
export type AdminSession = z.infer<typeof AdminSession>

export const AdminSessionList = listOf(AdminSession)
export type AdminSessionList = z.infer<typeof AdminSessionList>

export const AdminSessionDetails = AdminSession.extend({
  organization: OrganizationName.nullable(),
  /** Whether audio is kept. The recording itself is out of the panel's reach. */
  hasRecording: z.boolean(),
  notesCount: z.int(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  accessUntil: Timestamp,
})
export type AdminSessionDetails = z.infer<typeof AdminSessionDetails>

const bySession = z.object({ sessionId: SessionId })

/** A session whose processing failed and may succeed the next time. */
export const FailedSession = z.object({
  id: SessionId,
  /** Null for a therapist's own client in no organization. */
  organization: z.string().nullable(),
  errorCode: z.string().nullable(),
  failedAt: Timestamp,
})
export type FailedSession = z.infer<typeof FailedSession>

export const FailedSessions = z.object({ total: z.int(), items: z.array(FailedSession) })
export type FailedSessions = z.infer<typeof FailedSessions>

/** A failed sign-in, or something that the server refused to a person who is signed in. */
export const RefusedAccess = z.object({
  id: z.string(),
  at: Timestamp,
  kind: z.enum(['sign_in', 'access']),
  /** Null for a sign-in with an email that has no account. */
  person: AdminPerson.nullable(),
  /** For a sign-in a `FailedSignInReason` or `unknown_account`, else the code of the refusal. */
  reason: z.string(),
  /** What was asked for, e.g. `clients.get`. */
  endpoint: z.string().nullable(),
  /** 'Chrome on macOS', from the user agent. */
  device: z.string(),
  ipAddress: z.string().nullable(),
})
export type RefusedAccess = z.infer<typeof RefusedAccess>

/** Why an admin opened the administrative details of a client or a session. */
export const AccessReason = z.object({
  id: z.string(),
  at: Timestamp,
  admin: AdminPerson,
  kind: z.enum(['client', 'session']),
  /** Of the client or session that was opened. */
  recordId: z.string(),
  /** Null when the client does not exist anymore. */
  client: z.object({ firstName: z.string(), lastName: z.string() }).nullable(),
  organization: OrganizationName.nullable(),
  justification: z.string(),
})
export type AccessReason = z.infer<typeof AccessReason>

export const AccessReasonList = listOf(AccessReason)
export type AccessReasonList = z.infer<typeof AccessReasonList>

const name = z.string().trim().min(1).max(100)

/** Lists travel as POST: what is searched for stands in no address. */
export const admin = {
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
        firstName: name.optional(),
        lastName: name.optional(),
        licenseType: LicenseType.optional(),
        clinicName: z.string().trim().max(200).optional(),
        phoneNumber: z.string().trim().max(40).optional(),
        isActive: z.boolean().optional(),
      }),
    )
    .output(AdminUserDetails),

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
        name: z.string().trim().min(1).max(200).optional(),
        subscriptionPlan: SubscriptionPlan.optional(),
        subscriptionStatus: SubscriptionStatus.optional(),
      }),
    )
    .output(AdminOrganizationDetails),
  /** The rules of `members.changeRole`: an organization keeps an owner. @throws member_missing, last_owner, admin_self */
  changeMemberRole: endpoint({ method: 'PATCH', path: '/admin/members/{memberId}', summary: "Change a member's role" })
    .input(byMember.extend({ role: OrganizationRole }))
    .output(AdminOrganizationDetails),
  /** Owners are not removed. @throws member_missing, owner_stays, admin_self */
  removeMember: endpoint({
    method: 'DELETE',
    path: '/admin/members/{memberId}',
    summary: 'Remove a member from an organization',
  })
    .input(byMember)
    .output(AdminOrganizationDetails),
  /**
   * `supervisorId` is a user's id, null for none.
   * @throws member_missing, supervisor_only_for_therapists, supervisor_role_missing, admin_self
   */
  assignSupervisor: endpoint({
    method: 'PUT',
    path: '/admin/members/{memberId}/supervisor',
    summary: 'Say who supervises a therapist',
  })
    .input(byMember.extend({ supervisorId: z.string().nullable() }))
    .output(AdminOrganizationDetails),

  /** As `invitations.send`. @throws organization_not_found, invitation_duplicate, member_already, demo_fixed, invitations_too_many */
  invite: endpoint({
    method: 'POST',
    path: '/admin/organizations/{organizationId}/invitations',
    summary: 'Invite somebody to an organization',
  })
    .input(
      byOrganization.extend({
        email: z.email('Enter a valid email address.').max(254),
        role: InvitedRole.default('therapist'),
        therapistIds: z.array(UserId).max(500).default([]),
      }),
    )
    .output(SentInvitation),

  /**
   * Says why a client's or session's administrative details are opened. Audited with the text; opens that one record for 15
   * minutes to this session of the admin.
   * @throws justification_required for an empty text, client_missing, session_not_found
   */
  justify: endpoint({ method: 'POST', path: '/admin/justify', summary: 'Say why a record is opened' })
    .input(z.object({ kind: z.enum(['client', 'session']), id: z.string(), justification: z.string().max(2000) }))
    .output(z.object({ accessUntil: Timestamp })),

  listClients: endpoint({
    method: 'POST',
    path: '/admin/clients/search',
    summary: 'Clients, newest first, 100 at most',
  })
    .input(
      // The specified filter offers `inactive` and `pending`; clients are active or archived, so these two find none.
      z.object({ search, status: z.enum(['all', 'active', 'inactive', 'pending', 'archived']).default('all') }),
    )
    .output(AdminClientList),
  /** @throws justification_missing without a live reason */
  getClient: endpoint({
    method: 'GET',
    path: '/admin/clients/{clientId}',
    summary: "A client's administrative details",
  })
    .input(byClient)
    .output(AdminClientDetails),
  /**
   * `therapistId` hands the client with all records to another member, as `clients.transfer`.
   * @throws justification_missing, transfer_target, client_busy, demo_fixed
   */
  updateClient: endpoint({ method: 'PATCH', path: '/admin/clients/{clientId}', summary: 'Change a client' })
    .input(
      byClient.extend({
        firstName: name.optional(),
        lastName: name.optional(),
        email: z.union([z.literal(''), z.email('Enter a valid email address.').max(254)]).optional(),
        phone: z.string().trim().max(40).optional(),
        status: ClientStatus.optional(),
        therapistId: z.string().optional(),
      }),
    )
    .output(AdminClientDetails),
  /** The members that a client of this organization can be handed to. @throws organization_not_found */
  therapists: endpoint({
    method: 'GET',
    path: '/admin/organizations/{organizationId}/therapists',
    summary: 'Active members of an organization, by name',
  })
    .input(byOrganization)
    .output(z.array(AdminPerson)),

  listSessions: endpoint({
    method: 'POST',
    path: '/admin/sessions/search',
    summary: 'Sessions, latest date first, 100 at most',
  })
    .input(
      z.object({
        /** Also the last eight characters of a session's id, or more from its beginning. */
        search,
        when: z.enum(['all', ...SessionTime.options]).default('all'),
        kind: z.enum(['all', ...SessionKind.options]).default('all'),
      }),
    )
    .output(AdminSessionList),
  failedSessions: endpoint({
    method: 'GET',
    path: '/admin/failed-sessions',
    summary: 'Sessions whose processing failed, the newest 50',
  }).output(FailedSessions),
  runAgain: endpoint({
    method: 'POST',
    path: '/admin/failed-sessions/run-again',
    summary: 'Have a failed session processed again, or all of them',
  })
    .input(z.object({ sessionId: SessionId.nullable() }))
    .output(z.object({ count: z.int() })),
  /** @throws justification_missing without a live reason */
  getSession: endpoint({
    method: 'GET',
    path: '/admin/sessions/{sessionId}',
    summary: "A session's administrative details",
  })
    .input(bySession)
    .output(AdminSessionDetails),
  listAccessReasons: endpoint({
    method: 'POST',
    path: '/admin/access-reasons/search',
    summary: 'Reasons given for opening clients and sessions, newest first, 100 at most',
  })
    .input(z.object({ search, kind: z.enum(['all', 'client', 'session']).default('all') }))
    .output(AccessReasonList),
  /** Rate limited per account and address where it is recorded. */
  listRefusedAccess: endpoint({
    method: 'GET',
    path: '/admin/refused-access',
    summary: 'Failed sign-ins and refused access of the last 90 days, newest first, 200 at most',
  }).output(z.array(RefusedAccess)),
}

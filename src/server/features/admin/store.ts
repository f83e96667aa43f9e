import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod'
import { AccessReasonList } from '#shared/contract/admin-access.ts'
import { AdminClientDetails, AdminClientList } from '#shared/contract/admin-clients.ts'
import { AdminPerson } from '#shared/contract/admin-lists.ts'
import { AdminOrganizationDetails, AdminOrganizationList } from '#shared/contract/admin-organizations.ts'
import { AdminSessionDetails, AdminSessionList, FailedSessions } from '#shared/contract/admin-sessions.ts'
import { AdminUserDetails, AdminUserList } from '#shared/contract/admin-users.ts'
import { Invitation, type InvitedRole } from '#shared/contract/invitations.ts'
import type { Db } from '#server/db/tenant.ts'

// The database functions of the admin panel check the caller, write the audit event, and return the contract's shapes.

async function ask<T>(db: Db, shape: z.ZodType<T>, question: RawBuilder<unknown>): Promise<T> {
  const { rows } = await sql<{ answer: unknown }>`select ${question} as answer`.execute(db)
  return shape.parse(rows[0]?.answer)
}

/** Returns null, or the error code. */
function attempt(db: Db, change: RawBuilder<unknown>): Promise<string | null> {
  return ask(db, z.string().nullable(), change)
}

/** New values by field. Undefined and unchanged fields are not saved. */
export type Changes = Readonly<Record<string, string | boolean | undefined>>

export const listUsers = (db: Db, { search, role }: { search: string; role: string }) =>
  ask(db, AdminUserList, sql`app.admin_users(${search}, ${role})`)

export const findUser = (db: Db, id: string) => ask(db, AdminUserDetails.nullable(), sql`app.admin_user(${id})`)

/** Returns false if the account does not exist. */
export const changeUser = (db: Db, id: string, changes: Changes) =>
  ask(db, z.boolean(), sql`app.admin_change_user(${id}, ${JSON.stringify(changes)})`)

export const listOrganizations = (db: Db, { search, status }: { search: string; status: string }) =>
  ask(db, AdminOrganizationList, sql`app.admin_organizations(${search}, ${status})`)

export const findOrganization = (db: Db, id: string) =>
  ask(db, AdminOrganizationDetails.nullable(), sql`app.admin_organization(${id})`)

export const listTherapists = (db: Db, organizationId: string) =>
  ask(db, z.array(AdminPerson).nullable(), sql`app.admin_therapists(${organizationId})`)

export const changeOrganization = (db: Db, id: string, changes: Changes) =>
  attempt(db, sql`app.admin_change_organization(${id}, ${JSON.stringify(changes)})`)

/** The organization of a member; null if the member does not exist. */
export const organizationOfMember = (db: Db, memberId: string) =>
  ask(db, z.string().nullable(), sql`app.admin_organization_of(${memberId})`)

export const changeRole = (db: Db, memberId: string, role: string) =>
  attempt(db, sql`app.admin_change_role(${memberId}, ${role})`)

export const removeMember = (db: Db, memberId: string) => attempt(db, sql`app.admin_remove_member(${memberId})`)

export const assignSupervisor = (db: Db, memberId: string, supervisorId: string | null) =>
  attempt(db, sql`app.admin_assign_supervisor(${memberId}, ${supervisorId})`)

/** Returns the end of the access; null if the record does not exist. */
export const justify = (db: Db, kind: 'client' | 'session', id: string, justification: string) =>
  ask(db, z.date().nullable(), sql`app.admin_justify(${kind}, ${id}, ${justification})`)

export const listClients = (db: Db, { search, status }: { search: string; status: string }) =>
  ask(db, AdminClientList, sql`app.admin_clients(${search}, ${status})`)

/** Null without an access reason. */
export const findClient = (db: Db, id: string) => ask(db, AdminClientDetails.nullable(), sql`app.admin_client(${id})`)

/** Returns false without an access reason. */
export const changeClient = (db: Db, id: string, changes: Changes) =>
  ask(db, z.boolean(), sql`app.admin_change_client(${id}, ${JSON.stringify(changes)})`)

const TransferResult = z.object({
  refusal: z.string().nullable(),
  told: z.array(z.object({ noticeId: z.string(), receiverId: z.string() })),
})

/** `interrupted` is the message shown where running work was stopped. Returns the notices to mail. */
export const transferClient = (db: Db, clientId: string, therapistId: string, interrupted: string) =>
  ask(db, TransferResult, sql`app.admin_hand_over(${clientId}, ${therapistId}, ${interrupted})`)

export const listSessions = (db: Db, { search, when, kind }: { search: string; when: string; kind: string }) =>
  ask(db, AdminSessionList, sql`app.admin_sessions(${search}, ${when}, ${kind})`)

export const listFailedSessions = (db: Db) => ask(db, FailedSessions, sql`app.admin_failed_sessions()`)

const Queued = z.array(z.object({ sessionId: z.string(), userId: z.string() }))

/** Marks one failed session, or all of them, as queued. Returns the sessions to enqueue. */
export const queueFailedSessions = (db: Db, sessionId: string | null) =>
  ask(db, Queued, sql`app.admin_run_again(${sessionId})`)

/** Null without an access reason. */
export const findSession = (db: Db, id: string) =>
  ask(db, AdminSessionDetails.nullable(), sql`app.admin_session_details(${id})`)

export interface NewInvitation {
  organizationId: string
  email: string
  role: InvitedRole
  therapistIds: readonly string[]
}

const Invited = z.object({
  refusal: z.string().nullable(),
  invitation: Invitation.extend({ id: z.string(), organizationName: z.string() }).nullable(),
})

/** Stores an invitation before it is mailed. */
export const invite = (
  db: Db,
  { organizationId, email, role, therapistIds }: NewInvitation,
  { mailed, shown }: { mailed: Buffer; shown: Buffer },
) =>
  ask(
    db,
    Invited,
    sql`app.admin_invite(${organizationId}, ${email}, ${role}, ${sql.val([...therapistIds])}::uuid[], ${mailed}, ${shown})`,
  )

export const markSent = (db: Db, invitationId: string) =>
  ask(db, z.unknown(), sql`app.admin_invitation_sent(${invitationId})`)

export const listAccessReasons = (db: Db, { search, kind }: { search: string; kind: string }) =>
  ask(db, AccessReasonList, sql`app.admin_access_reasons(${search}, ${kind})`)

const RefusedAccessRow = z.object({
  id: z.string(),
  at: z.string(),
  action: z.string(),
  details: z.looseObject({ code: z.string().optional(), endpoint: z.string().optional() }),
  person: AdminPerson.nullable(),
  ipAddress: z.string().nullable(),
  userAgent: z.string().nullable(),
})
export type RefusedAccessRow = z.infer<typeof RefusedAccessRow>

export const listRefusedAccess = (db: Db) => ask(db, z.array(RefusedAccessRow), sql`app.admin_refused_access()`)

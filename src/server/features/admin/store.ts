import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod'
import { Invitation, type InvitedRole } from '#shared/contract/invitations.ts'
import type { RemovalPermissions } from '#shared/contract/members.ts'
import { ReturnedFailure, callForFailure } from '#server/db/returned-failure.ts'
import type { Db } from '#server/db/tenant.ts'

// Database functions make the changes of the admin panel. They check the caller and write the audit event.

async function callFunction<T>(db: Db, shape: z.ZodType<T>, call: RawBuilder<unknown>): Promise<T> {
  const { rows } = await sql<{ result: unknown }>`select ${call} as result`.execute(db)
  return shape.parse(rows[0]?.result)
}

/** Returns null on success, else the error code. */
function callForCode(db: Db, change: RawBuilder<unknown>): Promise<string | null> {
  return callFunction(db, z.string().nullable(), change)
}

/** New values by field. Undefined and unchanged fields are not saved. */
export type Changes = Readonly<Record<string, string | boolean | undefined>>

/** Returns false if the account does not exist. */
export const changeUser = (db: Db, id: string, changes: Changes) =>
  callFunction(db, z.boolean(), sql`app.admin_change_user(${id}, ${JSON.stringify(changes)})`)

export const changeOrganization = (db: Db, id: string, changes: Changes) =>
  callForCode(db, sql`app.admin_change_organization(${id}, ${JSON.stringify(changes)})`)

export const changeRole = (db: Db, memberId: string, role: string) =>
  callForCode(db, sql`app.admin_change_role(${memberId}, ${role})`)

export const removeMember = (db: Db, memberId: string, { mayInterrupt, mayStayUnsigned }: RemovalPermissions) =>
  callForFailure(db, sql`app.admin_remove_member(${memberId}, ${mayInterrupt}, ${mayStayUnsigned})`)

export const assignSupervisor = (db: Db, memberId: string, supervisorId: string | null) =>
  callForCode(db, sql`app.admin_assign_supervisor(${memberId}, ${supervisorId})`)

/** Returns when the access ends. Null if the record does not exist. */
export const justify = (db: Db, kind: 'client' | 'session', id: string, justification: string) =>
  callFunction(db, z.date().nullable(), sql`app.admin_justify(${kind}, ${id}, ${justification})`)

/** Returns false if there is no access reason. */
export const changeClient = (db: Db, id: string, changes: Changes) =>
  callFunction(db, z.boolean(), sql`app.admin_change_client(${id}, ${JSON.stringify(changes)})`)

const TransferResult = z.object({
  refusal: ReturnedFailure,
  notices: z.array(z.object({ noticeId: z.string(), receiverId: z.string() })),
})

/** `interrupted` is the message for work that the transfer stops. Returns the notices to mail. */
export const transferClient = (
  db: Db,
  { clientId, therapistId, mayStayUnsigned }: { clientId: string; therapistId: string; mayStayUnsigned: boolean },
  interrupted: string,
) =>
  callFunction(
    db,
    TransferResult,
    sql`app.admin_transfer_client(${clientId}, ${therapistId}, ${interrupted}, ${mayStayUnsigned})`,
  )

const Queued = z.array(z.object({ sessionId: z.string(), userId: z.string() }))

/** Marks one failed session, or all of them, as queued. Returns the sessions to enqueue. */
export const queueFailedSessions = (db: Db, sessionId: string | null) =>
  callFunction(db, Queued, sql`app.admin_run_again(${sessionId})`)

export interface NewInvitation {
  organizationId: string
  email: string
  role: InvitedRole
  therapistIds: readonly string[]
}

const Invited = z.object({
  refusal: z.string().nullable(),
  /** Seconds to wait if a limit of invitations is reached. */
  wait: z.int().nullable().default(null),
  invitation: Invitation.extend({ id: z.string(), organizationName: z.string() }).nullable(),
})

/** Stores an invitation before it is mailed. */
export const invite = (
  db: Db,
  { organizationId, email, role, therapistIds }: NewInvitation,
  { mailed, shown }: { mailed: Buffer; shown: Buffer },
) =>
  callFunction(
    db,
    Invited,
    sql`app.admin_invite(${organizationId}, ${email}, ${role}, ${sql.val([...therapistIds])}::uuid[], ${mailed}, ${shown})`,
  )

export const markSent = (db: Db, invitationId: string) =>
  callFunction(db, z.unknown(), sql`app.admin_mark_invitation_sent(${invitationId})`)

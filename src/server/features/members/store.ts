import { sql } from 'kysely'
import { OrganizationRole } from '#shared/contract/accounts.ts'
import type { FormerMember, Member, RemovalPermissions } from '#shared/contract/members.ts'
import { failureCode } from '#server/db/failure-code.ts'
import { type ReturnedFailure, callForFailure } from '#server/db/returned-failure.ts'
import type { Db } from '#server/db/tenant.ts'

/** Lists the members of an organization, by last name. */
export async function listMembers(db: Db, organizationId: string): Promise<Member[]> {
  const rows = await db
    .selectFrom('organization_members as member')
    .innerJoin('users', 'users.id', 'member.user_id')
    .where('member.organization_id', '=', organizationId)
    .select([
      'users.id as userId',
      'first_name as firstName',
      'last_name as lastName',
      'email',
      'member.role',
      'member.managed_by as managedBy',
      'member.is_prelicensed as isSetPrelicensed',
      'users.is_prelicensed as isPrelicensed',
      'is_active as isActive',
      'member.created_at as joinedAt',
    ])
    .orderBy((by) => by.fn('lower', ['last_name']))
    .orderBy((by) => by.fn('lower', ['first_name']))
    .orderBy('users.id')
    .execute()
  return rows.map(({ isSetPrelicensed, isPrelicensed, ...row }) => ({
    ...row,
    role: OrganizationRole.parse(row.role),
    prelicensedBy: isSetPrelicensed ? 'organization' : isPrelicensed ? 'profile' : null,
    joinedAt: row.joinedAt.toISOString(),
  }))
}

/** Lists former members who still have clients in the organization, by last name. */
export async function listFormerMembers(db: Db, organizationId: string): Promise<FormerMember[]> {
  const clientCount = sql<number>`(select count(*)::int from clients
    where clients.organization_id = former.organization_id and clients.therapist_id = former.user_id)`
  const rows = await db
    .selectFrom('former_members as former')
    .innerJoin('users', 'users.id', 'former.user_id')
    .where('former.organization_id', '=', organizationId)
    .select([
      'users.id as userId',
      'first_name as firstName',
      'last_name as lastName',
      'email',
      'former.left_at as leftAt',
      clientCount.as('clientCount'),
    ])
    .where(clientCount, '>', 0)
    .orderBy((by) => by.fn('lower', ['last_name']))
    .orderBy((by) => by.fn('lower', ['first_name']))
    .orderBy('users.id')
    .execute()
  return rows.map((row) => ({ ...row, leftAt: row.leftAt.toISOString() }))
}

export interface Membership {
  role: string
  managedBy: string | null
}

/** Finds a user's role and supervisor in an organization. */
export async function findMembership(db: Db, organizationId: string, userId: string): Promise<Membership | undefined> {
  return db
    .selectFrom('organization_members')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .select(['role', 'managed_by as managedBy'])
    .executeTakeFirst()
}

/**
 * Locks an organization until the transaction ends, so that changes of its members run one after another. Returns null,
 * or the error code if the caller may not change the organization.
 */
export async function lockOrganization(db: Db, organizationId: string): Promise<string | null> {
  return failureCode(db, sql`app.change_refusal(${organizationId})`)
}

/** Returns null, or the error code. */
export async function changeRole(db: Db, organizationId: string, userId: string, role: string): Promise<string | null> {
  return failureCode(db, sql`app.change_role(${organizationId}, ${userId}, ${role})`)
}

/** Returns null, or the error code with the values of its message. */
export async function removeMember(
  db: Db,
  organizationId: string,
  { userId, mayInterrupt, mayStayUnsigned }: RemovalPermissions & { userId: string },
): Promise<ReturnedFailure> {
  return callForFailure(db, sql`app.remove_member(${organizationId}, ${userId}, ${mayInterrupt}, ${mayStayUnsigned})`)
}

/** Returns null, or the error code. */
export async function assignSupervisor(
  db: Db,
  organizationId: string,
  userId: string,
  supervisorId: string | null,
): Promise<string | null> {
  return failureCode(db, sql`app.assign_supervisor(${organizationId}, ${userId}, ${supervisorId})`)
}

/** Returns null, or the error code. */
export async function setPrelicensed(
  db: Db,
  organizationId: string,
  userId: string,
  isPrelicensed: boolean,
): Promise<string | null> {
  return failureCode(db, sql`app.set_prelicensed(${organizationId}, ${userId}, ${isPrelicensed})`)
}

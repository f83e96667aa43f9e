import { sql } from 'kysely'
import { OrganizationRole } from '#shared/contract/accounts.ts'
import type { FormerMember, Member } from '#shared/contract/members.ts'
import type { Db } from '#server/db/tenant.ts'

/** By last name. */
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
      'is_active as isActive',
      'member.created_at as joinedAt',
    ])
    .orderBy((by) => by.fn('lower', ['last_name']))
    .orderBy((by) => by.fn('lower', ['first_name']))
    .orderBy('users.id')
    .execute()
  return rows.map((row) => ({ ...row, role: OrganizationRole.parse(row.role), joinedAt: row.joinedAt.toISOString() }))
}

/** Those who were members and whose clients are still here, by last name. */
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

export interface Place {
  role: string
  managedBy: string | null
}

/** What somebody is in an organization. */
export async function findPlace(db: Db, organizationId: string, userId: string): Promise<Place | undefined> {
  return db
    .selectFrom('organization_members')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .select(['role', 'managed_by as managedBy'])
    .executeTakeFirst()
}

/** Answers null, or the code of the failure; so do the others. */
export async function changeRole(db: Db, organizationId: string, userId: string, role: string): Promise<string | null> {
  return refusalOf(db, sql`app.change_role(${organizationId}, ${userId}, ${role})`)
}

export async function removeMember(db: Db, organizationId: string, userId: string): Promise<string | null> {
  return refusalOf(db, sql`app.remove_member(${organizationId}, ${userId})`)
}

export async function assignSupervisor(
  db: Db,
  organizationId: string,
  userId: string,
  supervisorId: string | null,
): Promise<string | null> {
  return refusalOf(db, sql`app.assign_supervisor(${organizationId}, ${userId}, ${supervisorId})`)
}

async function refusalOf(db: Db, call: ReturnType<typeof sql>): Promise<string | null> {
  const { rows } = await sql<{ refusal: string | null }>`select ${call} as refusal`.execute(db)
  return rows[0]?.refusal ?? null
}

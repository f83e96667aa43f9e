import { sql } from 'kysely'
import { AdminUserDetails, AdminUserList } from '#shared/contract/admin-users.ts'
import type { Db } from '#server/db/tenant.ts'
import { firstIds, isOneOf, organizationName, personOf, toList } from './list-rows.ts'
import { hasWords, planForValues } from './text-search.ts'

const pageSize = 50

/** Maximum number of members that are found by the name of their organization. */
const maxMembers = 10_000

/** Lists the newest users whose name, email, clinic or organization has the searched words. */
export async function listUsers(db: Db, { search, role }: { search: string; role: string }): Promise<AdminUserList> {
  await planForValues(db)
  const members = search === '' ? [] : await membersByOrganization(db, search)
  const ids = await firstIds(
    db
      .selectFrom('users')
      .$if(search !== '', (query) =>
        query.where((users) => users.or([hasWords('users.search_keys', search, 'all'), isOneOf('users.id', members)])),
      )
      .$if(role !== 'all', (query) =>
        query.where((users) =>
          users.exists(
            users
              .selectFrom('organization_members as member')
              .whereRef('member.user_id', '=', 'users.id')
              .where('member.role', '=', role)
              .select('member.id'),
          ),
        ),
      )
      .select('users.id')
      .orderBy('users.created_at', 'desc')
      .orderBy('users.id', 'desc'),
  )
  const rows = await usersWithMembership(db)
    .where(isOneOf('users.id', ids.slice(0, pageSize)))
    .orderBy('users.created_at', 'desc')
    .orderBy('users.id', 'desc')
    .execute()
  return AdminUserList.parse(toList(rows.map(toUser), ids.length))
}

export async function findUser(db: Db, id: string): Promise<AdminUserDetails | null> {
  const row = await usersWithMembership(db)
    .where('users.id', '=', id)
    .select((users) => [
      'users.phone_office as phoneNumber',
      'users.email_verified as emailVerified',
      'users.updated_at as updatedAt',
      users
        .selectFrom('auth_sessions')
        .whereRef('auth_sessions.user_id', '=', 'users.id')
        .select((sessions) => sessions.fn.max('auth_sessions.updated_at').as('lastSeenAt'))
        .as('lastSeenAt'),
    ])
    .executeTakeFirst()
  if (!row) return null
  return AdminUserDetails.parse({
    ...toUser(row),
    updatedAt: row.updatedAt.toISOString(),
    lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
    memberships: await listMemberships(db, id),
  })
}

async function membersByOrganization(db: Db, search: string): Promise<string[]> {
  const rows = await db
    .selectFrom('organizations')
    .innerJoin('organization_members as member', 'member.organization_id', 'organizations.id')
    .where(hasWords('organizations.search_keys', search, 'names'))
    .select('member.user_id')
    .limit(maxMembers)
    .execute()
  return rows.map((row) => row.user_id)
}

/** Selects users with the membership in which they currently act, like app.current_membership. */
function usersWithMembership(db: Db) {
  return db
    .selectFrom('users')
    .leftJoinLateral(
      (join) =>
        join
          .selectFrom('organization_members as member')
          .whereRef('member.user_id', '=', 'users.id')
          .select(['member.organization_id', 'member.role'])
          .orderBy(sql`member.organization_id is not distinct from users.current_organization_id`, 'desc')
          .orderBy('member.created_at')
          .orderBy('member.id')
          .limit(1)
          .as('current'),
      (join) => join.onTrue(),
    )
    .leftJoin('organizations', 'organizations.id', 'current.organization_id')
    .select([
      'users.id',
      'users.first_name as firstName',
      'users.last_name as lastName',
      'users.email',
      'users.license_type as licenseType',
      'users.clinic_name as clinicName',
      'users.is_active as isActive',
      'users.role as platformRole',
      'users.created_at as createdAt',
      'current.role as currentRole',
      organizationName.as('current'),
    ])
}

type UserRow = Awaited<ReturnType<ReturnType<typeof usersWithMembership>['executeTakeFirstOrThrow']>>

function toUser<Row extends UserRow>({ platformRole, current, currentRole, ...row }: Row) {
  return {
    ...row,
    isPlatformAdmin: platformRole === 'admin',
    createdAt: row.createdAt.toISOString(),
    organization: current && { ...current, role: currentRole },
  }
}

async function listMemberships(db: Db, userId: string) {
  const rows = await db
    .selectFrom('organization_members as member')
    .innerJoin('organizations', 'organizations.id', 'member.organization_id')
    .leftJoin('users as supervisor', 'supervisor.id', 'member.managed_by')
    .where('member.user_id', '=', userId)
    .select([
      'member.id as memberId',
      organizationName.as('organization'),
      'member.role',
      'member.created_at as createdAt',
      personOf('supervisor').as('supervisor'),
      sql<number>`(select count(*)::int from organization_members supervised
        where supervised.organization_id = member.organization_id and supervised.managed_by = member.user_id)`.as(
        'supervisedCount',
      ),
    ])
    .orderBy('member.created_at')
    .orderBy('member.id')
    .execute()
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))
}

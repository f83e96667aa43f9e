import { sql } from 'kysely'
import type { AdminPerson } from '#shared/contract/admin-lists.ts'
import { AdminOrganizationDetails, AdminOrganizationList } from '#shared/contract/admin-organizations.ts'
import type { Db } from '#server/db/tenant.ts'
import { firstIds, isOneOf, personOf, toList } from './list-rows.ts'
import { hasWords, planForValues } from './text-search.ts'

const pageSize = 50

/** Lists the newest organizations whose names have the searched words. */
export async function listOrganizations(
  db: Db,
  { search, status }: { search: string; status: string },
): Promise<AdminOrganizationList> {
  await planForValues(db)
  const ids = await firstIds(
    db
      .selectFrom('organizations')
      .$if(search !== '', (query) => query.where(hasWords('organizations.search_keys', search, 'names')))
      .$if(status !== 'all', (query) => query.where('subscription_status', '=', status))
      .select('id')
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc'),
  )
  const rows = await organizationsWithOwner(db)
    .where(isOneOf('organizations.id', ids.slice(0, pageSize)))
    .select((organizations) =>
      organizations
        .selectFrom('organization_members as member')
        .whereRef('member.organization_id', '=', 'organizations.id')
        .select((members) => members.fn.countAll<number>().as('count'))
        .as('members'),
    )
    .orderBy('organizations.created_at', 'desc')
    .orderBy('organizations.id', 'desc')
    .execute()
  const items = rows.map(({ members, clients, pendingInvitations, createdAt, ...row }) => ({
    ...row,
    counts: { members, clients, pendingInvitations },
    createdAt: createdAt.toISOString(),
  }))
  return AdminOrganizationList.parse(toList(items, ids.length))
}

export async function findOrganization(db: Db, id: string): Promise<AdminOrganizationDetails | null> {
  const row = await organizationsWithOwner(db)
    .where('organizations.id', '=', id)
    .select((organizations) => [
      'organizations.updated_at as updatedAt',
      organizations
        .selectFrom('sessions')
        .whereRef('sessions.organization_id', '=', 'organizations.id')
        .select((sessions) => sessions.fn.countAll<number>().as('count'))
        .as('sessions'),
    ])
    .executeTakeFirst()
  if (!row) return null
  const members = await listMembers(db, id)
  const countOf = (role: string) => members.filter((member) => member.role === role).length
  const { clients, sessions, pendingInvitations, createdAt, updatedAt, ...organization } = row
  return AdminOrganizationDetails.parse({
    ...organization,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    statistics: {
      members: members.length,
      owners: countOf('owner'),
      admins: countOf('admin'),
      supervisors: countOf('supervisor'),
      therapists: countOf('therapist'),
      clients,
      sessions,
      pendingInvitations,
    },
    members,
  })
}

/** Lists active members, sorted by name. Returns null if the organization does not exist. */
export async function listTherapists(db: Db, organizationId: string): Promise<AdminPerson[] | null> {
  const organization = await db
    .selectFrom('organizations')
    .where('id', '=', organizationId)
    .select('id')
    .executeTakeFirst()
  if (!organization) return null
  return await db
    .selectFrom('organization_members as member')
    .innerJoin('users', 'users.id', 'member.user_id')
    .where('member.organization_id', '=', organizationId)
    .where('users.is_active', '=', true)
    .select(['users.id', 'users.first_name as firstName', 'users.last_name as lastName', 'users.email'])
    .orderBy(sql`lower(users.last_name)`)
    .orderBy(sql`lower(users.first_name)`)
    .orderBy('users.id')
    .execute()
}

/** Finds the organization of a member; undefined if the member does not exist. */
export async function organizationOfMember(db: Db, memberId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('organization_members')
    .where('id', '=', memberId)
    .select('organization_id')
    .executeTakeFirst()
  return row?.organization_id
}

function organizationsWithOwner(db: Db) {
  return db
    .selectFrom('organizations')
    .innerJoin('users as owner', 'owner.id', 'organizations.owner_id')
    .select((organizations) => [
      'organizations.id',
      'organizations.name',
      personOf('owner').as('owner'),
      'organizations.subscription_plan as subscriptionPlan',
      'organizations.subscription_status as subscriptionStatus',
      sql<boolean>`app.has_billing_account(organizations.id)`.as('hasBillingAccount'),
      'organizations.created_at as createdAt',
      organizations
        .selectFrom('clients')
        .whereRef('clients.organization_id', '=', 'organizations.id')
        .select((clients) => clients.fn.countAll<number>().as('count'))
        .as('clients'),
      sql<number>`app.pending_invitations(organizations.id)`.as('pendingInvitations'),
    ])
}

/** Lists the members by role (owner first), then by name. */
async function listMembers(db: Db, organizationId: string) {
  const rows = await db
    .selectFrom('organization_members as member')
    .innerJoin('users', 'users.id', 'member.user_id')
    .leftJoin('users as supervisor', 'supervisor.id', 'member.managed_by')
    .where('member.organization_id', '=', organizationId)
    .select([
      'member.id as memberId',
      personOf('users').as('user'),
      'member.role',
      'users.is_active as isActive',
      personOf('supervisor').as('supervisor'),
      'member.created_at as createdAt',
    ])
    .orderBy(sql`array_position(array['owner', 'admin', 'supervisor', 'therapist'], member.role)`)
    .orderBy(sql`lower(users.last_name)`)
    .orderBy(sql`lower(users.first_name)`)
    .orderBy('users.id')
    .execute()
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))
}

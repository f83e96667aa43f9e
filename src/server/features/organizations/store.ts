import { sql } from 'kysely'
import { OrganizationRole } from '#shared/contract/accounts.ts'
import type { Membership, Organization } from '#shared/contract/organizations.ts'
import type { Actor, Db } from '#server/db/tenant.ts'

/** Finds an organization, with the role of the actor and the numbers of members. */
export async function findOrganization(db: Db, id: string, actor: Actor): Promise<Organization | undefined> {
  const count = (role: OrganizationRole) => sql<number>`count(*) filter (where member.role = ${role})::int`
  const row = await db
    .selectFrom('organizations')
    .innerJoin('organization_members as member', 'member.organization_id', 'organizations.id')
    .where('organizations.id', '=', id)
    .groupBy('organizations.id')
    .select([
      'organizations.id',
      'organizations.name',
      sql<boolean>`organizations.second_factor_since is not null`.as('requiresSecondFactor'),
      sql<string>`max(member.role) filter (where member.user_id = ${actor.userId})`.as('role'),
      sql<number>`count(*)::int`.as('members'),
      count('owner').as('owners'),
      count('admin').as('admins'),
      count('supervisor').as('supervisors'),
      count('therapist').as('therapists'),
      sql<number>`(select count(*)::int from app.open_invitations(organizations.id))`.as('pendingInvitations'),
      sql<boolean>`app.is_demo(organizations.id)`.as('isDemo'),
    ])
    .executeTakeFirst()
  if (!row) return undefined
  const { name, role, isDemo, requiresSecondFactor, ...counts } = row
  const { id: _, ...numbers } = counts
  return { id, name, role: OrganizationRole.parse(role), requiresSecondFactor, counts: numbers, isDemo }
}

/** Lists the organizations that a user belongs to, by name. */
export async function listMemberships(db: Db, userId: string, currentId: string | null): Promise<Membership[]> {
  const rows = await db
    .selectFrom('organization_members as member')
    .innerJoin('organizations', 'organizations.id', 'member.organization_id')
    .where('member.user_id', '=', userId)
    .select(['organizations.id as organizationId', 'organizations.name', 'member.role'])
    .orderBy((by) => by.fn('lower', ['organizations.name']))
    .orderBy('organizations.id')
    .execute()
  return rows.map((row) => ({
    ...row,
    role: OrganizationRole.parse(row.role),
    isCurrent: row.organizationId === currentId,
  }))
}

/** Returns null, or the error code. */
export async function renameOrganization(db: Db, id: string, name: string): Promise<string | null> {
  const { rows } = await sql<{ refusal: string | null }>`
    select app.rename_organization(${id}, ${name}) as refusal`.execute(db)
  return rows[0]?.refusal ?? null
}

/** Returns null, or the error code. */
export async function switchOrganization(db: Db, id: string): Promise<string | null> {
  const { rows } = await sql<{ refusal: string | null }>`select app.switch_organization(${id}) as refusal`.execute(db)
  return rows[0]?.refusal ?? null
}

/** True for the demo practice that all visitors share. */
export async function findIsDemo(db: Db, organizationId: string): Promise<boolean> {
  const { rows } = await sql<{ isDemo: boolean }>`select app.is_demo(${organizationId}) as "isDemo"`.execute(db)
  return rows[0]?.isDemo ?? false
}

/** Returns null, or the error code. */
export async function setSecondFactorRequired(db: Db, id: string, isRequired: boolean): Promise<string | null> {
  const { rows } = await sql<{ refusal: string | null }>`
    select app.require_second_factor(${id}, ${isRequired}) as refusal`.execute(db)
  return rows[0]?.refusal ?? null
}

/** Finds the vocabulary of an organization. Empty if the caller does not belong to the organization. */
export async function findVocabulary(db: Db, organizationId: string): Promise<string[]> {
  const row = await db
    .selectFrom('organizations')
    .where('id', '=', organizationId)
    .select('vocabulary')
    .executeTakeFirst()
  return row?.vocabulary ?? []
}

/** Finds the vocabulary of a session's organization. Empty if the session has no organization. */
export async function findVocabularyOfSession(db: Db, sessionId: string): Promise<string[]> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('organizations', 'organizations.id', 'sessions.organization_id')
    .where('sessions.id', '=', sessionId)
    .select('organizations.vocabulary')
    .executeTakeFirst()
  return row?.vocabulary ?? []
}

/** Returns null, or the error code. */
export async function updateVocabulary(
  db: Db,
  id: string,
  words: readonly string[],
  basedOn: readonly string[] | null,
): Promise<string | null> {
  const { rows } = await sql<{ refusal: string | null }>`
    select app.change_vocabulary(${id}, ${words}::text[], ${basedOn}::text[]) as refusal`.execute(db)
  return rows[0]?.refusal ?? null
}

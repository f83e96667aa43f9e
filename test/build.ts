import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { OrganizationRole } from '#shared/contract/accounts.ts'
import type { World } from './world.ts'

/** Builders write rows as the superuser; whatever a row needs is made for it. Each answers ids. */

export async function buildUser(
  world: World,
  values: { email?: string; firstName?: string; lastName?: string; role?: 'user' | 'admin'; isActive?: boolean } = {},
) {
  const { id } = await world.db
    .insertInto('users')
    .values({
      email: values.email ?? `${randomUUID()}@example.test`,
      first_name: values.firstName ?? 'Robin',
      last_name: values.lastName ?? 'Hale',
      role: values.role ?? 'user',
      is_active: values.isActive ?? true,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** An organization with its owner. */
export async function buildOrganization(world: World, values: { name?: string; ownerId?: string } = {}) {
  const ownerId = values.ownerId ?? (await buildUser(world))
  const { id } = await world.db
    .insertInto('organizations')
    .values({ name: values.name ?? 'Northside Clinic', owner_id: ownerId })
    .returning('id')
    .executeTakeFirstOrThrow()
  await buildMember(world, { organizationId: id, userId: ownerId, role: 'owner' })
  return { id, ownerId }
}

/** Somebody in an organization; both are made when they are not given. */
export async function buildMember(
  world: World,
  values: { organizationId?: string; userId?: string; role?: OrganizationRole; managedBy?: string } = {},
) {
  const organizationId = values.organizationId ?? (await buildOrganization(world)).id
  const userId = values.userId ?? (await buildUser(world))
  await world.db
    .insertInto('organization_members')
    .values({
      organization_id: organizationId,
      user_id: userId,
      role: values.role ?? 'therapist',
      managed_by: values.managedBy ?? null,
    })
    .execute()
  return { organizationId, userId }
}

export async function buildClient(
  world: World,
  values: {
    therapistId?: string
    organizationId?: string | null
    firstName?: string
    lastName?: string
    status?: 'active' | 'archived'
  } = {},
) {
  const therapistId = values.therapistId ?? (await buildMember(world)).userId
  const organizationId =
    values.organizationId === undefined ? await organizationOf(world, therapistId) : values.organizationId
  const { id } = await world.db
    .insertInto('clients')
    .values({
      therapist_id: therapistId,
      organization_id: organizationId,
      first_name: values.firstName ?? 'Sam',
      last_name: values.lastName ?? 'Okoro',
      status: values.status ?? 'active',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, therapistId, organizationId }
}

/** A completed session with an empty note. */
export async function buildSession(
  world: World,
  values: { clientId?: string; date?: string; status?: 'completed' | 'processing' | 'failed' } = {},
) {
  const clientId = values.clientId ?? (await buildClient(world)).id
  const client = await world.db.selectFrom('clients').selectAll().where('id', '=', clientId).executeTakeFirstOrThrow()
  const owner = { organization_id: client.organization_id, therapist_id: client.therapist_id, client_id: clientId }
  const date = values.date ?? '2026-03-02'
  const { id } = await world.db
    .insertInto('sessions')
    .values({ ...owner, date, start_time: '09:00', end_time: '09:50', status: values.status ?? 'completed' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await world.db
    .insertInto('notes')
    .values({ ...owner, session_id: id, session_date: date })
    .execute()
  await world.db
    .insertInto('session_progress')
    .values({
      session_id: id,
      organization_id: client.organization_id,
      therapist_id: client.therapist_id,
      stage: 'complete',
      percent: 100,
    })
    .execute()
  return { id, clientId, therapistId: client.therapist_id, organizationId: client.organization_id }
}

async function organizationOf(world: World, userId: string): Promise<string | null> {
  const { rows } = await sql<{
    id: string
  }>`select organization_id as id from organization_members where user_id = ${userId} limit 1`.execute(world.db)
  return rows[0]?.id ?? null
}

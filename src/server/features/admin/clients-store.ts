import { sql } from 'kysely'
import { AdminClientDetails, AdminClientList } from '#shared/contract/admin-clients.ts'
import type { Db } from '#server/db/tenant.ts'
import { type ClientFilter, searchClients } from './client-search-store.ts'
import { isOneOf, organizationName, personOf, toList } from './list-rows.ts'
import { pageSize } from './text-search.ts'

/** Lists the newest matching clients. */
export async function listClients(db: Db, filter: ClientFilter): Promise<AdminClientList> {
  const { ids, found, isExact } = await searchClients(db, filter)
  const rows = await clientsWithTherapist(db)
    .where(isOneOf('clients.id', ids.slice(0, pageSize)))
    .orderBy('clients.created_at', 'desc')
    .orderBy('clients.id', 'desc')
    .execute()
  return AdminClientList.parse(toList(rows.map(toClient), found, isExact))
}

/** Returns null if the caller has not stated a reason to open the client. */
export async function findClient(db: Db, id: string): Promise<AdminClientDetails | null> {
  const row = await clientsWithTherapist(db)
    .innerJoin(
      sql<{ access_until: Date; email: string | null; phone: string | null }>`app.admin_client_contact(${id})`.as(
        'contact',
      ),
      (join) => join.onTrue(),
    )
    .where('clients.id', '=', id)
    .select((client) => [
      'contact.access_until as accessUntil',
      'contact.email',
      'contact.phone',
      'clients.updated_at as updatedAt',
      client
        .selectFrom('sessions')
        .whereRef('sessions.client_id', '=', 'clients.id')
        .where('sessions.status', 'in', ['processing', 'completed', 'failed'])
        .select((session) =>
          sql<{
            count: number
            last: string | null
          }>`jsonb_build_object('count', ${session.fn.countAll()}, 'last', ${session.fn.max('sessions.date')})`.as(
            'held',
          ),
        )
        .as('held'),
    ])
    .executeTakeFirst()
  if (!row) return null
  const { held, ...client } = toClient(row)
  return AdminClientDetails.parse({
    ...client,
    sessionCount: held?.count,
    lastSessionDate: held?.last,
    updatedAt: row.updatedAt.toISOString(),
    accessUntil: row.accessUntil.toISOString(),
  })
}

function clientsWithTherapist(db: Db) {
  return db
    .selectFrom('clients')
    .innerJoin('users as therapist', 'therapist.id', 'clients.therapist_id')
    .leftJoin('organizations', 'organizations.id', 'clients.organization_id')
    .select([
      'clients.id',
      'clients.first_name as firstName',
      'clients.last_name as lastName',
      'clients.status',
      'clients.created_at as createdAt',
      personOf('therapist').as('therapist'),
      organizationName.as('organization'),
    ])
}

function toClient<Row extends { createdAt: Date }>(row: Row) {
  return { ...row, createdAt: row.createdAt.toISOString() }
}

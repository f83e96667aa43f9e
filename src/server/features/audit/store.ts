import { sql } from 'kysely'
import type { TrailFilter } from '#shared/contract/audit.ts'
import type { Db } from '#server/db/tenant.ts'

/**
 * An event as returned by the database functions of the trail. `at` has all digits of the timestamp, because it is part
 * of a cursor.
 */
export interface TrailRow {
  at: string
  chain: string
  seq: number
  actor_id: string | null
  actor_name: string
  action: string
  about: string | null
  client_id: string | null
  viewing_as: string | null
  ip_address: string | null
}

export interface Cursor {
  at: string
  chain: string
  seq: number
}

export async function canSeeClient(db: Db, id: string): Promise<boolean> {
  return (await db.selectFrom('clients').where('id', '=', id).select('id').executeTakeFirst()) !== undefined
}

export async function listClientTrail(db: Db, clientId: string, after: Cursor | null, limit: number) {
  const { rows } = await sql<TrailRow>`select * from app.client_trail(${clientId}, ${after?.at ?? null},
    ${after?.chain ?? null}, ${after?.seq ?? null}, ${limit})`.execute(db)
  return rows
}

/** Lists events of an organization. The days of the filter start at midnight in `timeZone`. */
export async function listOrganizationTrail(
  db: Db,
  organizationId: string,
  filter: TrailFilter & { timeZone: string },
  after: Cursor | null,
  limit: number,
) {
  const { personId = null, action = null, from = null, to = null, timeZone } = filter
  const { rows } = await sql<TrailRow>`select * from app.organization_trail(${organizationId}, ${personId}, ${action},
    ${from}::date::timestamp at time zone ${timeZone}, (${to}::date + 1)::timestamp at time zone ${timeZone},
    ${after?.at ?? null}, ${after?.chain ?? null}, ${after?.seq ?? null}, ${limit})`.execute(db)
  return rows
}

/** Lists present and former members of an organization, by name. */
export async function listPeople(db: Db, organizationId: string): Promise<{ id: string; name: string }[]> {
  const of = (table: 'organization_members' | 'former_members') =>
    db
      .selectFrom(table)
      .innerJoin('users', 'users.id', `${table}.user_id`)
      .where(`${table}.organization_id`, '=', organizationId)
      .select(['users.id', 'users.first_name', 'users.last_name', 'users.email'])
  const rows = await db
    .selectFrom(of('organization_members').union(of('former_members')).as('people'))
    .selectAll()
    .orderBy(sql`lower(last_name), lower(first_name), id`)
    .execute()
  return rows.map((row) => ({ id: row.id, name: `${row.first_name} ${row.last_name}`.trim() || row.email }))
}

import { sql } from 'kysely'
import * as z from 'zod'
import { AccessReasonList } from '#shared/contract/admin-access.ts'
import type { AdminPerson } from '#shared/contract/admin-lists.ts'
import type { Db } from '#server/db/tenant.ts'
import { organizationName, personOf, toList } from './list-rows.ts'
import { planForValues } from './text-search.ts'

const maxReasons = 100
/** Only this many of the newest reasons are searched. */
const maxSearched = 5000

/** Lists the newest matching reasons. */
export async function listAccessReasons(
  db: Db,
  { search, kind }: { search: string; kind: string },
): Promise<AccessReasonList> {
  await planForValues(db)
  const ofKind = db
    .selectFrom('audit_events')
    .where('action', '=', 'admin.access_justified')
    .$if(kind !== 'all', (query) => query.where('resource_type', '=', kind))
  const rows = await db
    .with('reasons', () =>
      ofKind
        .select(['chain', 'seq', 'at', 'actor_id', 'client_id', 'organization_id'])
        .select(['resource_type', 'resource_id', sql<string>`details->>'justification'`.as('justification')])
        .orderBy('at', 'desc')
        .limit(maxSearched),
    )
    .selectFrom('reasons')
    .innerJoin('users', 'users.id', 'reasons.actor_id')
    .leftJoin('clients', 'clients.id', 'reasons.client_id')
    .leftJoin('organizations', 'organizations.id', 'reasons.organization_id')
    .$if(search !== '', (query) =>
      query.where(
        sql`app.search_keys(concat_ws(' ', reasons.justification, users.first_name, users.last_name, users.email,
          clients.first_name, clients.last_name, organizations.name), '')`,
        '@@',
        sql`app.search_query(${search}, false)`,
      ),
    )
    .select([
      eventId('reasons').as('id'),
      'reasons.at',
      'reasons.resource_type as kind',
      'reasons.resource_id as recordId',
      'reasons.justification',
      personOf('users').as('admin'),
      sql<{ firstName: string; lastName: string } | null>`case when clients.id is not null
        then jsonb_build_object('firstName', clients.first_name, 'lastName', clients.last_name) end`.as('client'),
      organizationName.as('organization'),
      sql<number>`count(*) over ()`.as('found'),
    ])
    .orderBy('reasons.at', 'desc')
    .orderBy('id')
    .limit(maxReasons)
    .execute()
  const found = rows[0]?.found ?? 0
  const items = rows.map((row) => ({ ...row, at: row.at.toISOString() }))
  const unsearched = await ofKind.select('at').orderBy('at', 'desc').offset(maxSearched).limit(1).executeTakeFirst()
  return AccessReasonList.parse(toList(items, found, unsearched === undefined))
}

const maxRefused = 200

const Details = z.looseObject({ code: z.string().optional(), endpoint: z.string().optional() })

export interface RefusedAccessRow {
  id: string
  at: string
  action: string
  details: z.infer<typeof Details>
  /** Null for an unknown account. */
  person: AdminPerson | null
  ipAddress: string | null
  userAgent: string | null
}

/** Lists failed sign-ins and denied access of the last 90 days, newest first, at most `maxRefused`. */
export async function listRefusedAccess(db: Db): Promise<RefusedAccessRow[]> {
  await planForValues(db)
  const rows = await db
    .selectFrom('audit_events')
    .leftJoin('users', 'users.id', 'audit_events.actor_id')
    .where('action', 'in', [
      'access.refused',
      'account.sign_in_failed',
      'account.second_factor_failed',
      'account.password_refused',
    ])
    .where('at', '>', sql<Date>`now() - interval '90 days'`)
    .select([
      eventId('audit_events').as('id'),
      'at',
      'action',
      'details',
      personOf('users').as('person'),
      'ip_address as ipAddress',
      'user_agent as userAgent',
    ])
    .orderBy('at', 'desc')
    .orderBy('chain')
    .orderBy('seq', 'desc')
    .limit(maxRefused)
    .execute()
  return rows.map((row) => ({ ...row, at: row.at.toISOString(), details: Details.parse(row.details) }))
}

const eventId = (table: 'audit_events' | 'reasons') =>
  sql<string>`${sql.ref(`${table}.chain`)} || '-' || ${sql.ref(`${table}.seq`)}`

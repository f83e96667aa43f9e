import { type SelectQueryBuilder, sql, type SqlBool } from 'kysely'
import {
  type Client,
  type ClientDetails,
  type ClientTherapist,
  type NewClient,
  type PickerClient,
  ClientStatus,
  Pronouns,
} from '#shared/contract/clients.ts'
import { containsText } from '#server/db/contains-text.ts'
import type { Actor, Db } from '#server/db/tenant.ts'
import type { DB } from '#server/db/types.ts'

export type StatusFilter = 'all' | ClientStatus

export interface ClientFilter {
  status: StatusFilter
  search: string
  /** Limits the list to one therapist's clients. Undefined means all clients that the caller may see. */
  therapistId?: string | undefined
}

export interface Slice {
  offset: number
  limit: number
}

/** Database row that `toClient` converts. */
interface ClientRow extends Omit<Client, 'pronouns' | 'status'> {
  pronouns: string
  status: string
}

/** Selects the ids of the clients on one page of the list, by name, among the clients that the caller's role sees. */
function pageOfIds(db: Db, actor: Actor, filter: ClientFilter, slice: Slice) {
  // Each part is limited before the union, so that it reads only the start of its ordered index.
  const part = (rows: ClientRows) =>
    matching(rows, filter)
      .select(['clients.id', lastNameKey.as('last_key'), firstNameKey.as('first_key')])
      .orderBy('last_key')
      .orderBy('first_key')
      .orderBy('clients.id')
      .limit(slice.offset + slice.limit)
  return visibleClients(db, actor, filter.therapistId, part)
    .selectAll()
    .orderBy('last_key')
    .orderBy('first_key')
    .orderBy('id')
    .offset(slice.offset)
    .limit(slice.limit)
}

/** Lists one page of clients with their session figures. The limit is applied before the joins. */
export async function listClients(db: Db, actor: Actor, filter: ClientFilter, slice: Slice): Promise<Client[]> {
  const rows = await clientsWithSessions(db)
    .innerJoin(pageOfIds(db, actor, filter, slice).as('page'), 'page.id', 'clients.id')
    .orderBy('page.last_key')
    .orderBy('page.first_key')
    .orderBy('clients.id')
    .execute()
  return rows.map(toClient)
}

/** Counts the matching clients by status. Ignores the status in the filter. */
export async function countClients(
  db: Db,
  actor: Actor,
  filter: Omit<ClientFilter, 'status'>,
): Promise<{ all: number; active: number; archived: number }> {
  const part = (rows: ClientRows) =>
    matching(rows, { ...filter, status: 'all' })
      .select(['clients.status', (select) => select.fn.countAll<number>().as('count')])
      .groupBy('clients.status')
  const rows = await visibleClients(db, actor, filter.therapistId, part)
    .select(['status', sql<number>`sum(count)::int`.as('count')])
    .groupBy('status')
    .execute()
  const of = (status: ClientStatus) => rows.find((row) => row.status === status)?.count ?? 0
  return { all: of('active') + of('archived'), active: of('active'), archived: of('archived') }
}

export async function findClient(db: Db, id: string): Promise<Client | undefined> {
  const row = await clientsWithSessions(db).where('clients.id', '=', id).executeTakeFirst()
  return row && toClient(row)
}

/** Lists present and former members of the organization who have clients that the caller may see, by name. */
export function listTherapists(db: Db, actor: Actor): Promise<ClientTherapist[]> {
  const member = (table: 'organization_members' | 'former_members', isMember: boolean) =>
    db
      .selectFrom(table)
      .where('organization_id', '=', actor.organizationId)
      .select(['user_id', sql<boolean>`${isMember}::boolean`.as('isMember')])
  return db
    .selectFrom(member('organization_members', true).unionAll(member('former_members', false)).as('member'))
    .innerJoin('users', 'users.id', 'member.user_id')
    .where((row) =>
      row.exists(
        row.selectFrom('clients').whereRef('clients.therapist_id', '=', 'member.user_id').select('clients.id'),
      ),
    )
    .select(['users.id', 'users.first_name as firstName', 'users.last_name as lastName', 'member.isMember'])
    .orderBy(sql`lower(users.last_name)`)
    .orderBy(sql`lower(users.first_name)`)
    .orderBy('users.id')
    .execute()
}

/** Lists the caller's own active clients whose names match, for the picker (spec core §6). */
export async function pickClients(
  db: Db,
  actor: Actor,
  search: string,
  limit: number,
): Promise<{ items: PickerClient[]; total: number }> {
  const own = db
    .selectFrom('clients')
    .where('therapist_id', '=', actor.userId)
    .where('status', '=', 'active')
    .$if(search !== '', (query) => query.where(nameContains(search)))
  const [items, count] = await Promise.all([
    own
      .select(['clients.id', 'first_name as firstName', 'last_name as lastName', lastSessionDate.as('lastSessionDate')])
      .orderBy(lastNameKey)
      .orderBy(firstNameKey)
      .orderBy('clients.id')
      .limit(limit)
      .execute(),
    own.select((select) => select.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ])
  return { items, total: count.count }
}

/**
 * Inserts a client. If the caller's request id inserted a client before, changes the details of that client instead.
 */
export async function insertClient(
  db: Db,
  actor: Actor,
  { requestId, ...details }: NewClient,
): Promise<{ id: string; isNew: boolean }> {
  const values = {
    first_name: details.firstName,
    last_name: details.lastName,
    pronouns: details.pronouns,
    email: details.email || null,
    phone: details.phone || null,
    treatment_approach: details.treatmentApproach || null,
  }
  return await db
    .insertInto('clients')
    .values({
      ...values,
      organization_id: actor.organizationId,
      therapist_id: actor.userId,
      request_id: requestId ?? null,
    })
    .onConflict((conflict) =>
      conflict.columns(['therapist_id', 'request_id']).where('request_id', 'is not', null).doUpdateSet(values),
    )
    // PostgreSQL sets xmax only in a row that existed before.
    .returning(['id', sql<boolean>`xmax = 0`.as('isNew')])
    .executeTakeFirstOrThrow()
}

/** Returns false if the client does not exist or the caller may not change it. */
export async function changeClient(
  db: Db,
  id: string,
  changes: { [K in keyof ClientDetails]?: ClientDetails[K] | undefined } & { status?: ClientStatus },
): Promise<boolean> {
  const result = await db
    .updateTable('clients')
    .set({
      // Without any column to set, the statement would be invalid.
      first_name: changes.firstName ?? sql.ref('first_name'),
      last_name: changes.lastName,
      pronouns: changes.pronouns,
      email: changes.email === undefined ? undefined : changes.email || null,
      phone: changes.phone === undefined ? undefined : changes.phone || null,
      treatment_approach: changes.treatmentApproach === undefined ? undefined : changes.treatmentApproach || null,
      status: changes.status,
    })
    .where('id', '=', id)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

const lastNameKey = sql<string>`lower(clients.last_name)`
const firstNameKey = sql<string>`lower(clients.first_name)`

const lastSessionDate = sql<string | null>`(select max(s.date) from sessions s
  where s.client_id = clients.id and s.status in ('processing', 'completed', 'failed'))`

function clientsWithSessions(db: Db) {
  return db
    .selectFrom('clients')
    .leftJoin('users as therapist', 'therapist.id', 'clients.therapist_id')
    .select([
      'clients.id',
      'clients.first_name as firstName',
      'clients.last_name as lastName',
      'clients.pronouns',
      'clients.email',
      'clients.phone',
      'clients.status',
      'clients.treatment_approach as treatmentApproach',
      'clients.therapist_id as therapistId',
      sql<string>`coalesce(therapist.first_name || ' ' || therapist.last_name, '')`.as('therapistName'),
      lastSessionDate.as('lastSessionDate'),
      sql<number>`(select count(*)::int from sessions s where s.client_id = clients.id and s.status in ('processing', 'completed', 'failed'))`.as(
        'sessionCount',
      ),
    ])
}

type ClientRows = SelectQueryBuilder<DB, 'clients', object>

function matching(rows: ClientRows, { status, search }: ClientFilter): ClientRows {
  return rows
    .$if(status !== 'all', (query) => query.where('clients.status', '=', status))
    .$if(search !== '', (query) => query.where(nameContains(search)))
}

/**
 * Selects the clients that a role sees, as parts that each use one index. A therapist sees their own clients, a
 * supervisor their own clients and those of each supervisee. Owners and admins see the organization's clients, and
 * their own without organization. `therapistId` limits the rows to one therapist. Row-level security applies, too.
 */
function visibleClients<O>(
  db: Db,
  actor: Actor,
  therapistId: string | undefined,
  part: (rows: ClientRows) => SelectQueryBuilder<DB, 'clients', O>,
) {
  const { organizationRole, organizationId, userId } = actor
  const rows = db.selectFrom('clients')
  if (therapistId !== undefined) {
    return db.selectFrom(part(rows.where('clients.therapist_id', '=', therapistId)).as('visible'))
  }
  if (organizationRole === 'supervisor') {
    const ofTherapist = part(rows.where(sql<SqlBool>`clients.therapist_id = therapist.id`))
    return db.selectFrom(
      db
        .selectFrom(sql<{ id: string }>`(select unnest(app.uuids('app.therapists')) as id)`.as('therapist'))
        .innerJoinLateral(ofTherapist.as('visible'), (join) => join.onTrue())
        .selectAll('visible')
        .as('visible'),
    )
  }
  if (organizationId && (organizationRole === 'owner' || organizationRole === 'admin')) {
    const ofOrganization = part(rows.where('clients.organization_id', '=', organizationId))
    const withoutOrganization = part(
      rows.where('clients.organization_id', 'is', null).where('clients.therapist_id', '=', userId),
    )
    const both = db
      .selectFrom(ofOrganization.as('a'))
      .selectAll()
      .unionAll(db.selectFrom(withoutOrganization.as('b')).selectAll())
    return db.selectFrom(both.as('visible'))
  }
  return db.selectFrom(part(rows.where('clients.therapist_id', '=', userId)).as('visible'))
}

const nameContains = (search: string) =>
  containsText(sql<string>`clients.first_name || ' ' || clients.last_name`, search.trim())

function toClient(row: ClientRow): Client {
  return { ...row, pronouns: Pronouns.parse(row.pronouns), status: ClientStatus.parse(row.status) }
}

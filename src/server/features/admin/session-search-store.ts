import { type Expression, type SelectQueryBuilder, sql, type SqlBool } from 'kysely'
import type { Db } from '#server/db/tenant.ts'
import type { DB } from '#server/db/types.ts'
import { firstIds, idsOf, isOneOf, maxIds } from './list-rows.ts'
import {
  firstRowLimit,
  hasWords,
  type Matches,
  maxTherapists,
  pageSize,
  planForLargeTables,
  therapistsByName,
  searchMoreRows,
} from './text-search.ts'

export interface SessionFilter {
  search: string
  when: string
  kind: string
  /** yyyy-MM-dd in the admin's time zone. */
  today: string
}

/** Maximum number of clients with a searched name whose sessions are looked up. */
const maxClients = 1000
/**
 * Maximum number of clients with a searched name that are listed by id. If there are more, clients are compared by
 * their words.
 */
const maxListedClients = 4000

/** The names and ids that a search looks for. */
interface SearchTerms {
  search: string
  /** Ids of the clients with a searched name. Null if there are too many, or before the lookup. */
  clients: readonly string[] | null
  /** Ids of the therapists with a searched name. Null if there are too many. */
  therapists: readonly string[] | null
  /** First and last id of the searched range of sessions. Null if no id is searched. */
  ids: readonly [first: string, last: string] | null
}

/**
 * Finds sessions by the names of their client and therapist, latest date first. Searches the latest 1,000 sessions
 * first. If fewer than 100 match, looks up the sessions of up to 1,000 clients and 30 therapists by index. If there are
 * more, searches among increasingly many of the latest sessions until a page is full. An id is found by its last eight
 * characters, or by at least its first eight.
 */
export async function searchSessions(db: Db, filter: SessionFilter): Promise<Matches> {
  await planForLargeTables(db)
  const { search } = filter
  if (search === '') {
    const ids = await firstIds(latestFirst(filtered(db, filter)).select('sessions.id'))
    return { ids, found: ids.length, isExact: true }
  }
  const ids = await idRange(db, search)
  const namedTherapists = await therapistsByName(db, search)
  const therapists = namedTherapists.length <= maxTherapists ? namedTherapists : null
  const latest = await amongLatest(db, filter, { search, clients: null, therapists, ids }, firstRowLimit)
  if (latest.found >= pageSize || latest.isExact) return latest
  const namedClients = await clientsByName(db, search)
  if (namedClients.length <= maxClients && therapists) return await lookUp(db, filter, namedClients, therapists, ids)
  const clients = namedClients.length <= maxListedClients ? namedClients : null
  return await searchMoreRows(latest, (rowLimit) =>
    amongLatest(db, filter, { search, clients, therapists, ids }, rowLimit),
  )
}

type Sessions = SelectQueryBuilder<DB, 'sessions', object>

function filtered(db: Pick<Db, 'selectFrom'>, { when, kind, today }: SessionFilter): Sessions {
  return db
    .selectFrom('sessions')
    .$if(when === 'today', (query) => query.where('sessions.date', '=', today))
    .$if(when === 'upcoming', (query) => query.where('sessions.date', '>', today))
    .$if(when === 'past', (query) => query.where('sessions.date', '<', today))
    .$if(kind !== 'all', (query) => query.where(sql`app.session_kind(sessions.type)`, '=', kind))
}

function latestFirst(sessions: Sessions): Sessions {
  return sessions.orderBy('sessions.date', 'desc').orderBy('sessions.start_time', 'desc').orderBy('sessions.id', 'desc')
}

/**
 * Returns the range of ids for a searched text: the id that ends with these eight characters, which the panel shows,
 * else the ids that begin with the text.
 */
async function idRange(db: Db, search: string): Promise<SearchTerms['ids']> {
  const text = search.toLowerCase()
  if (!/^[0-9a-f]{8}[0-9a-f-]{0,28}$/.test(text)) return null
  const digits = text.replaceAll('-', '').slice(0, 32)
  const short = await db
    .selectFrom('sessions')
    .where(sql`right(sessions.id::text, 8)`, '=', digits)
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return short ? [short.id, short.id] : [digits.padEnd(32, '0'), digits.padEnd(32, 'f')]
}

async function clientsByName(db: Db, search: string): Promise<string[]> {
  const rows = await db
    .selectFrom('clients')
    .where(hasWords('search_keys', search, 'names'))
    .select('id')
    .limit(maxListedClients + 1)
    .execute()
  return rows.map(({ id }) => id)
}

/** Finds the matches among the latest `rowLimit` sessions. The result is exact if there are no more sessions. */
async function amongLatest(db: Db, filter: SessionFilter, searched: SearchTerms, rowLimit: number): Promise<Matches> {
  const { ids, seen } = await db
    .with(
      (name) => name('latest').materialized(),
      () =>
        latestFirst(filtered(db, filter))
          .select([
            'sessions.id',
            'sessions.client_id',
            'sessions.therapist_id',
            'sessions.date',
            'sessions.start_time',
          ])
          .limit(rowLimit),
    )
    .selectNoFrom((select) => [
      idsOf(
        select
          .selectFrom('latest')
          .where((row) => row.or(conditions(db, searched)))
          .select('latest.id')
          .orderBy('latest.date', 'desc')
          .orderBy('latest.start_time', 'desc')
          .orderBy('latest.id', 'desc')
          .limit(maxIds),
      ).as('ids'),
      select
        .selectFrom('latest')
        .select((row) => row.fn.countAll<number>().as('count'))
        .as('seen'),
    ])
    .executeTakeFirstOrThrow()
  return { ids, found: ids.length, isExact: (seen ?? 0) < rowLimit }
}

function conditions(db: Db, { search, clients, therapists, ids }: SearchTerms): Expression<SqlBool>[] {
  const hasName = (table: 'clients' | 'users', column: string) =>
    sql<SqlBool>`exists ${db
      .selectFrom(table)
      .where(sql<SqlBool>`${sql.ref(`${table}.id`)} = ${sql.ref(column)}`)
      .where(hasWords(`${table}.search_keys`, search, 'names'))
      .select('id')}`
  return [
    ...(ids ? [isBetween('latest.id', ids)] : []),
    clients ? isOneOf('latest.client_id', clients) : hasName('clients', 'latest.client_id'),
    therapists ? isOneOf('latest.therapist_id', therapists) : hasName('users', 'latest.therapist_id'),
  ]
}

const isBetween = (column: string, [first, last]: readonly [string, string]) =>
  sql<SqlBool>`${sql.ref(column)} between ${first}::uuid and ${last}::uuid`

const isNoneOf = (column: string, ids: readonly string[]) =>
  sql<SqlBool>`${sql.ref(column)} <> all (${sql.val([...ids])}::uuid[])`

/**
 * Finds the sessions of these clients and therapists, and the sessions in the range of ids. The result is not exact if
 * a therapist has more sessions than are read.
 */
async function lookUp(
  db: Db,
  filter: SessionFilter,
  clients: readonly string[],
  therapists: readonly string[],
  ids: SearchTerms['ids'],
): Promise<Matches> {
  // Maximum number of sessions per therapist: enough to fill a page, and few enough to sort.
  const maxRows = pageSize + Math.floor(900 / Math.max(therapists.length, 1))
  const columns = ['sessions.id', 'sessions.date', 'sessions.start_time'] as const
  const ofClients = db
    .selectFrom(idTable(clients, 'client'))
    .innerJoinLateral(
      latestFirst(filtered(db, filter))
        .where(sql<SqlBool>`sessions.client_id = client.id`)
        .select(columns)
        .limit(maxIds)
        .as('s'),
      (join) => join.onTrue(),
    )
    .select(['s.id', 's.date', 's.start_time', sql<boolean>`false`.as('is_cut')])
  const ofTherapists = db
    .selectFrom(idTable(therapists, 'therapist'))
    .innerJoinLateral(
      filtered(db, filter)
        .where(sql<SqlBool>`sessions.therapist_id = therapist.id`)
        .select([
          ...columns,
          'sessions.client_id',
          sql<number>`row_number() over (order by sessions.date desc, sessions.id desc)`.as('place'),
        ])
        .orderBy('sessions.date', 'desc')
        .orderBy('sessions.id', 'desc')
        .limit(maxRows)
        .as('s'),
      (join) => join.onTrue(),
    )
    .where(isNoneOf('s.client_id', clients))
    .select(['s.id', 's.date', 's.start_time', sql<boolean>`s.place = ${maxRows}`.as('is_cut')])
  const ofId = filtered(db, filter)
    .where(ids ? isBetween('sessions.id', ids) : sql<SqlBool>`false`)
    .where(isNoneOf('sessions.client_id', clients))
    .where(isNoneOf('sessions.therapist_id', therapists))
    .select([...columns, sql<boolean>`false`.as('is_cut')])
  const row = await db
    .with(
      (name) => name('hits').materialized(),
      () => ofClients.unionAll(ofTherapists).unionAll(ofId),
    )
    .selectNoFrom((select) => [
      idsOf(
        select
          .selectFrom('hits')
          .select('hits.id')
          .orderBy('hits.date', 'desc')
          .orderBy('hits.start_time', 'desc')
          .orderBy('hits.id', 'desc')
          .limit(maxIds),
      ).as('ids'),
      select.exists(select.selectFrom('hits').where('hits.is_cut', '=', true).select('hits.id')).as('isCut'),
    ])
    .executeTakeFirstOrThrow()
  return { ids: row.ids, found: row.ids.length, isExact: !row.isCut }
}

const idTable = <Name extends string>(ids: readonly string[], name: Name) =>
  sql<{ id: string }>`unnest(${sql.val([...ids])}::uuid[])`.as<Name>(sql`${sql.id(name)}(id)`)

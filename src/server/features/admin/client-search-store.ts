import { type SelectQueryBuilder, sql } from 'kysely'
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

export interface ClientFilter {
  search: string
  status: string
}

/** Maximum number of matches that are sorted. */
const maxSorted = 4000

/**
 * Finds clients by words of their name and email, and of their therapist's name and email. Searches the newest 1,000
 * clients first. If fewer than 100 match, looks up and sorts all matches by index, up to 4,000. If there are more,
 * searches among increasingly many of the newest clients until a page is full.
 */
export async function searchClients(db: Db, filter: ClientFilter): Promise<Matches> {
  await planForLargeTables(db)
  if (filter.search === '') {
    const ids = await firstIds(newestFirst(withStatus(db, filter)).select('clients.id'))
    return { ids, found: ids.length, isExact: true }
  }
  const therapists = await therapistsByName(db, filter.search)
  const newest = await amongNewest(db, filter, therapists, firstRowLimit)
  if (newest.found >= pageSize || newest.isExact) return newest
  const lookedUp = await lookUp(db, filter, therapists)
  if (lookedUp.found <= maxSorted && therapists.length <= maxTherapists) return lookedUp
  const wider = await searchMoreRows(newest, (rowLimit) => amongNewest(db, filter, therapists, rowLimit))
  return { ...wider, found: Math.max(lookedUp.found, wider.found) }
}

type Clients = SelectQueryBuilder<DB, 'clients', object>

function withStatus(db: Pick<Db, 'selectFrom'>, { status }: ClientFilter): Clients {
  return db.selectFrom('clients').$if(status !== 'all', (query) => query.where('clients.status', '=', status))
}

function newestFirst(clients: Clients): Clients {
  return clients.orderBy('clients.created_at', 'desc').orderBy('clients.id', 'desc')
}

/** Finds the matches among the newest `rowLimit` clients. The result is exact if there are no more clients. */
async function amongNewest(
  db: Db,
  filter: ClientFilter,
  therapists: readonly string[],
  rowLimit: number,
): Promise<Matches> {
  const { ids, seen } = await db
    .with(
      (name) => name('newest').materialized(),
      () =>
        newestFirst(withStatus(db, filter))
          .select(['clients.id', 'clients.therapist_id', 'clients.search_keys', 'clients.created_at'])
          .limit(rowLimit),
    )
    .selectNoFrom((select) => [
      idsOf(
        select
          .selectFrom('newest')
          .where((row) =>
            row.or([
              hasWords('newest.search_keys', filter.search, 'all'),
              therapists.length <= maxTherapists
                ? isOneOf('newest.therapist_id', therapists)
                : row.exists(
                    row
                      .selectFrom('users')
                      .whereRef('users.id', '=', 'newest.therapist_id')
                      .where(hasWords('users.search_keys', filter.search, 'names'))
                      .select('users.id'),
                  ),
            ]),
          )
          .select('newest.id')
          .orderBy('newest.created_at', 'desc')
          .orderBy('newest.id', 'desc')
          .limit(maxIds),
      ).as('ids'),
      select
        .selectFrom('newest')
        .select((row) => row.fn.countAll<number>().as('count'))
        .as('seen'),
    ])
    .executeTakeFirstOrThrow()
  return { ids, found: ids.length, isExact: (seen ?? 0) < rowLimit }
}

/**
 * Finds matches by index, by word and by therapist. Each of the two queries returns at most `maxSorted` matches and one
 * more, to detect that there are too many.
 */
async function lookUp(db: Db, filter: ClientFilter, therapists: readonly string[]): Promise<Matches> {
  const maxRows = maxSorted + 1
  const columns = ['clients.id', 'clients.created_at'] as const
  const byWord = withStatus(db, filter)
    .where(hasWords('clients.search_keys', filter.search, 'all'))
    .select(columns)
    .limit(maxRows)
  const byTherapist = withStatus(db, filter)
    .innerJoin(
      sql<{ id: string }>`unnest(${sql.val([...therapists])}::uuid[])`.as<'therapist'>(sql`therapist(id)`),
      'therapist.id',
      'clients.therapist_id',
    )
    .select(columns)
    .limit(maxRows)
  const { ids, found } = await db
    .with(
      (name) => name('hits').materialized(),
      () =>
        db
          .selectFrom(byWord.as('by_word'))
          .selectAll()
          .union(db.selectFrom(byTherapist.as('by_therapist')).selectAll()),
    )
    .selectNoFrom((select) => [
      idsOf(
        select
          .selectFrom('hits')
          .select('hits.id')
          .orderBy('hits.created_at', 'desc')
          .orderBy('hits.id', 'desc')
          .limit(maxIds),
      ).as('ids'),
      select
        .selectFrom('hits')
        .select((row) => row.fn.countAll<number>().as('count'))
        .as('found'),
    ])
    .executeTakeFirstOrThrow()
  return { ids, found: found ?? 0, isExact: true }
}

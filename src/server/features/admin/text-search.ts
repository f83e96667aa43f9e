import { sql, type SqlBool } from 'kysely'
import type { Db } from '#server/db/tenant.ts'

// Parts that the searches for clients and sessions share.

/** Ids of matching rows in the order of the list, and the number of matches. */
export interface Matches {
  ids: string[]
  /** If `isExact` is false, `found` is a lower bound. */
  found: number
  isExact: boolean
}

/** Number of clients or sessions on a page. */
export const pageSize = 100
/** Maximum number of therapists with a searched name that are looked up one by one. */
export const maxTherapists = 30
/** A search reads this many of the first rows before it uses the index of words. */
export const firstRowLimit = 1000
/** If the index finds too many matches, a search reads these increasing numbers of rows until a page is full. */
const laterRowLimits = [10_000, 100_000, 2_000_000_000] as const

/** Searches among increasingly many of the newest rows until a page is full. */
export async function searchMoreRows(
  newest: Matches,
  search: (rowLimit: number) => Promise<Matches>,
): Promise<Matches> {
  let wider = newest
  for (const rowLimit of laterRowLimits) {
    wider = await search(rowLimit)
    if (wider.found >= pageSize) break
  }
  return wider
}

/**
 * True if the index words in a column include each searched word, or a word that begins with it. `all` also searches
 * the words that only one list uses, such as the clinic name of a user.
 */
export const hasWords = (column: string, search: string, words: 'names' | 'all') =>
  sql<SqlBool>`${sql.ref(column)} @@ app.search_query(${search}, ${words === 'all'})`

/** Finds the therapists with a searched name. More than `maxTherapists` ids mean that there are too many therapists. */
export async function therapistsByName(db: Db, search: string): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .where(hasWords('search_keys', search, 'names'))
    .select('id')
    .limit(maxTherapists + 1)
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Makes the queries of this transaction use plans for the searched values, because a generic plan ignores how common a
 * word is.
 */
export async function planForValues(db: Db): Promise<void> {
  await sql`select set_config('plan_cache_mode', 'force_custom_plan', true)`.execute(db)
}

/**
 * Does the same as `planForValues`, for large tables. Hash and merge joins would read whole tables, and parallel
 * workers take longer to start than a page takes to read.
 */
export async function planForLargeTables(db: Db): Promise<void> {
  await sql`select set_config(name, value, true) from (values ('plan_cache_mode', 'force_custom_plan'), ('enable_seqscan', 'off'),
    ('enable_hashjoin', 'off'), ('enable_mergejoin', 'off'), ('max_parallel_workers_per_gather', '0')) settings (name, value)`.execute(
    db,
  )
}

import { type Expression, type SelectQueryBuilder, sql, type SqlBool } from 'kysely'
import type { AdminPerson } from '#shared/contract/admin-lists.ts'
import type { DB } from '#server/db/types.ts'

// Parts of queries that the stores of the panel share.

/** A list counts its rows up to this number. */
const maxCounted = 1000

/** A list reads one more id than it counts, to detect that there are more. */
export const maxIds = maxCounted + 1

/**
 * Builds a `listOf` of the contract. `found` is the number of matching rows that were read. If `isExact` is false, more
 * rows may match.
 */
export function toList<Item>(items: Item[], found: number, isExact = true) {
  return { items, total: Math.min(found, maxCounted), isTotalExact: isExact && found <= maxCounted }
}

/** Returns the first `maxIds` ids of a sorted query. */
export async function firstIds<Tables extends keyof DB>(
  sorted: SelectQueryBuilder<DB, Tables, { id: string }>,
): Promise<string[]> {
  return (await sorted.limit(maxIds).execute()).map(({ id }) => id)
}

/** The ids that a query returns, as an array. */
export const idsOf = (query: Expression<{ id: string }>) => sql<string[]>`array${query}`

/** An SQL condition: the column contains one of these ids. */
export const isOneOf = (column: string, ids: readonly string[]) =>
  sql<SqlBool>`${sql.ref(column)} = any (${sql.val([...ids])}::uuid[])`

/** Selects a joined row of users. Null without a row. */
export const personOf = (table: 'users' | 'owner' | 'therapist' | 'supervisor') =>
  sql<AdminPerson | null>`case when ${sql.ref(`${table}.id`)} is not null then jsonb_build_object('id', ${sql.ref(`${table}.id`)},
    'firstName', ${sql.ref(`${table}.first_name`)}, 'lastName', ${sql.ref(`${table}.last_name`)}, 'email', ${sql.ref(`${table}.email`)}) end`

/** Selects a joined row of organizations. Null without a row. */
export const organizationName = sql<{ id: string; name: string } | null>`case when organizations.id is not null
  then jsonb_build_object('id', organizations.id, 'name', organizations.name) end`

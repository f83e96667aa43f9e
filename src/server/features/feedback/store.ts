import type { Actor, Db } from '#server/db/tenant.ts'

export async function insertSuggestion(db: Db, actor: Actor, content: string): Promise<string> {
  const { id } = await db
    .insertInto('suggestions')
    .values({ user_id: actor.userId, organization_id: actor.organizationId, content })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Counts the suggestions that a user has sent since a time. */
export async function countSuggestions(db: Db, userId: string, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('suggestions')
    .where('user_id', '=', userId)
    .where('created_at', '>', since)
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export interface Suggestion {
  content: string
  createdAt: Date
  mailedAt: Date | null
  sender: { name: string; email: string; organization: string | null }
}

export async function findSuggestion(db: Db, id: string): Promise<Suggestion | undefined> {
  const row = await db
    .selectFrom('suggestions')
    .innerJoin('users', 'users.id', 'suggestions.user_id')
    .leftJoin('organizations', 'organizations.id', 'suggestions.organization_id')
    .where('suggestions.id', '=', id)
    .select([
      'content',
      'suggestions.created_at as createdAt',
      'mailed_at as mailedAt',
      'users.first_name as firstName',
      'users.last_name as lastName',
      'users.email',
      'organizations.name as organization',
    ])
    .executeTakeFirst()
  return (
    row && {
      content: row.content,
      createdAt: row.createdAt,
      mailedAt: row.mailedAt,
      sender: { name: `${row.firstName} ${row.lastName}`.trim(), email: row.email, organization: row.organization },
    }
  )
}

export async function markMailed(db: Db, id: string, at: Date): Promise<void> {
  await db.updateTable('suggestions').set({ mailed_at: at }).where('id', '=', id).execute()
}

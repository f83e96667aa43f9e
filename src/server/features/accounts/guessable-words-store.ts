import type { Kysely } from 'kysely'
import type { DB } from '#server/db/types.ts'

/** Finds the words that an attacker would try first: email, names, clinic. Runs as app_auth, like better-auth. */
export async function findGuessableWords(db: Kysely<DB>, userId: string): Promise<string[]> {
  const user = await db
    .selectFrom('users')
    .where('id', '=', userId)
    .select(['email', 'first_name', 'last_name', 'clinic_name'])
    .executeTakeFirst()
  return user ? [user.email, user.first_name, user.last_name, user.clinic_name] : []
}

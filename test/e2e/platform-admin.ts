import { expect, type Page } from '@playwright/test'
import pg from 'pg'
import { type Person, signIn } from './fixtures.ts'
import { databaseUrl, type Product } from './product.ts'

/** Asks or changes the database as its superuser. */
export async function inDatabase(product: Product, text: string, values: unknown[]): Promise<pg.QueryResult> {
  const database = new pg.Client({ connectionString: await databaseUrl(product) })
  await database.connect()
  try {
    return await database.query(text, values)
  } finally {
    await database.end()
  }
}

/** Lets an account administer the platform, as `npm run admin -- grant` does. */
export async function grant(product: Product, { email }: Person): Promise<void> {
  await inDatabase(product, `update users set role = 'admin' where email = $1`, [email])
}

/** Signs in a platform admin who has given a second factor. */
export async function signInAsAdmin(page: Page, product: Product): Promise<Person> {
  const person = await signIn(page, product, { firstName: 'Paula', lastName: 'Platform' })
  await grant(product, person)
  await inDatabase(product, 'update users set two_factor_enabled = true where email = $1', [person.email])
  const given = `update auth_sessions set second_factor_at = now() from users
    where users.id = auth_sessions.user_id and users.email = $1`
  expect((await inDatabase(product, given, [person.email])).rowCount).toBe(1)
  return person
}

/** The id of an account. */
export async function userIdOf(product: Product, { email }: Person): Promise<string> {
  const { rows } = await inDatabase(product, 'select id from users where email = $1', [email])
  return rows[0].id
}

import { expect } from '@playwright/test'
import { inDatabase } from './database.ts'
import { type Caller, type Person, signIn } from './fixtures.ts'
import type { Product } from './product.ts'

/** Makes an account a platform admin, as `npm run admin -- grant` does. */
export async function grant(product: Product, { email }: Person): Promise<void> {
  await inDatabase(product, `update users set role = 'admin' where email = $1`, [email])
}

/** Signs in a platform admin with a second factor. */
export async function signInAsAdmin(page: Caller, product: Product): Promise<Person> {
  const person = await signIn(page, product, { firstName: 'Paula', lastName: 'Platform' })
  await makeAdmin(product, person)
  return person
}

/** Makes a signed-in user a platform admin with a second factor. */
export async function makeAdmin(product: Product, person: Person): Promise<void> {
  await grant(product, person)
  await inDatabase(product, 'update users set two_factor_enabled = true where email = $1', [person.email])
  const given = `update auth_sessions set second_factor_at = now() from users
    where users.id = auth_sessions.user_id and users.email = $1`
  expect((await inDatabase(product, given, [person.email])).rowCount).toBe(1)
}

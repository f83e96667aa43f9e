import pg from 'pg'
import { errorCode, StartFailure } from '#server/start-failure.ts'
import { withClient } from '#server/postgres/connection.ts'
import { wrongSecret } from '#server/db/secret-check.ts'

/**
 * Ensures that the superuser has the password of this address. Signs in with a former password to change it.
 * @throws StartFailure if no password is accepted
 */
export async function ensurePassword(adminUrl: string, formerPasswords: readonly string[]): Promise<void> {
  if (await isPasswordAccepted(adminUrl)) return
  const { username, password } = new URL(adminUrl)
  for (const former of formerPasswords) {
    const url = new URL(adminUrl)
    url.password = encodeURIComponent(former)
    if (!(await isPasswordAccepted(url.href))) continue
    const literal = pg.escapeLiteral(decodeURIComponent(password))
    await withClient(url.href, (client) => client.query(`alter role ${username} password ${literal}`))
    return
  }
  throw new StartFailure(wrongSecret)
}

/** Whether the server accepts the user and password of this address. */
export async function isPasswordAccepted(url: string): Promise<boolean> {
  try {
    await withClient(url, (client) => client.query('select'))
    return true
  } catch (error) {
    if (errorCode(error) === '28P01') return false
    throw error
  }
}

import pg from 'pg'
import { errorCode, StartFailure } from '#server/start-failure.ts'
import { withClient } from '#server/postgres/connection.ts'
import { wrongSecret } from '#server/db/secret-check.ts'

/**
 * Sees to it that the superuser has the password of this address, if need be by one it had before.
 * @throws StartFailure when it has none of them
 */
export async function ensurePassword(adminUrl: string, formerPasswords: readonly string[]): Promise<void> {
  if (await isAccepted(adminUrl)) return
  const { username, password } = new URL(adminUrl)
  for (const former of formerPasswords) {
    const url = new URL(adminUrl)
    url.password = encodeURIComponent(former)
    if (!(await isAccepted(url.href))) continue
    const literal = pg.escapeLiteral(decodeURIComponent(password))
    await withClient(url.href, (client) => client.query(`alter role ${username} password ${literal}`))
    return
  }
  throw new StartFailure(wrongSecret)
}

/** Whether the server lets this user in with this password. */
export async function isAccepted(url: string): Promise<boolean> {
  try {
    await withClient(url, (client) => client.query('select'))
    return true
  } catch (error) {
    if (errorCode(error) === '28P01') return false
    throw error
  }
}

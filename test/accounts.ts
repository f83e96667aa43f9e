import { randomUUID } from 'node:crypto'
import { type Browser, openBrowser } from './browser.ts'
import { confirmAddress } from './build.ts'
import type { World } from './world.ts'

/** Password of every account created here. */
export const password = 'violet harbour 41 kites'

/** An account, with the browser that signed up. */
export interface Account {
  browser: Browser
  email: string
  id: string
}

export async function signUp(world: Pick<World, 'url' | 'db'>): Promise<Account> {
  const email = `${randomUUID()}@example.test`
  const browser = openBrowser(world)
  const { status, text } = await browser.post('/api/auth/sign-up/email', { email, password, name: '' })
  if (status !== 200) throw new Error(`the sign-up failed with ${status} ${text}`)
  const { id } = await world.db.selectFrom('users').where('email', '=', email).select('id').executeTakeFirstOrThrow()
  return { browser, email, id }
}

/** Signs up and confirms the email address. */
export async function signUpConfirmed(world: Pick<World, 'url' | 'db'>): Promise<Account> {
  const account = await signUp(world)
  await confirmAddress(world, account.email)
  return account
}

/** Signs in from a new browser. */
export async function signIn(world: World, email: string, given = password, headers: Record<string, string> = {}) {
  const browser = openBrowser(world)
  const { status } = await browser.post('/api/auth/sign-in/email', { email, password: given }, headers)
  return { browser, status }
}

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import * as z from 'zod'
import type { InvitedRole } from '#shared/rules/roles.ts'
import { inDatabase } from './database.ts'
import { newPerson, type Person, randomIpAddress } from './fixtures.ts'
import type { Product } from './product.ts'

/** A user on a device of their own. */
export interface Member {
  page: Page
  context: BrowserContext
  person: Person
}

/** Opens a page in another browser context. */
export async function openOtherBrowser(browser: Browser, product: Product): Promise<Page> {
  const context = await browser.newContext({
    baseURL: product.url,
    colorScheme: 'light',
    timezoneId: 'Europe/Berlin',
  })
  return context.newPage()
}

/** Invites a user as the page's user. Returns the link of the email. */
export async function invite(
  page: Page,
  product: Product,
  invitation: { email: string; role: InvitedRole; therapistIds?: string[] },
): Promise<string> {
  const response = await page.request.post(`${product.url}/api/invitations`, {
    headers: { origin: product.url },
    data: invitation,
  })
  expect(response.ok(), await response.text()).toBe(true)
  return /http\S+/.exec(await mailTo(product, invitation.email))?.[0] ?? ''
}

/** Has a new user join the organization of the page's user by API calls. */
export async function addMember(
  page: Page,
  browser: Browser,
  product: Product,
  role: InvitedRole,
  values: Partial<Person>,
): Promise<Member> {
  const person = newPerson(values)
  const link = await invite(page, product, { email: person.email, role })
  const other = await openOtherBrowser(browser, product)
  const secret = new URL(link).hash.slice(1)
  const accepted = await other.request.post(`${product.url}/api/invitations/accept`, {
    headers: { origin: product.url, 'x-forwarded-for': randomIpAddress() },
    data: { secret, password: person.password, firstName: person.firstName, lastName: person.lastName },
  })
  expect(accepted.ok(), await accepted.text()).toBe(true)
  const greeted = await other.request.patch(`${product.url}/api/me`, {
    headers: { origin: product.url },
    data: { welcomeVideoSeen: true, timeZone: 'Europe/Berlin' },
  })
  expect(greeted.ok(), await greeted.text()).toBe(true)
  return { page: other, context: other.context(), person }
}

/** The text of the newest email to a user, from the outbox file. */
export async function mailTo({ dataDir }: Product, email: string): Promise<string> {
  const lines = (await readFile(join(dataDir, 'outbox.jsonl'), 'utf8')).split('\n').filter(Boolean)
  const mails = lines.map((line) => Mail.parse(JSON.parse(line)))
  return mails.findLast(({ to }) => to === email)?.text ?? ''
}

const Mail = z.object({ to: z.string(), text: z.string() })

/** The link in the email to a user, from the outbox page. */
export async function mailedLink(page: Page, product: Product, email: string): Promise<string> {
  await page.goto(product.outboxUrl())
  const link = page.getByRole('article').filter({ hasText: email }).getByRole('link')
  await expect(async () => {
    await page.reload()
    await expect(link).toHaveCount(1)
  }).toPass()
  return (await link.getAttribute('href')) ?? ''
}

/** The id of an account. */
export async function userIdOf(product: Product, { email }: Person): Promise<string> {
  const { rows } = await inDatabase(product, 'select id from users where email = $1', [email])
  return rows[0].id
}

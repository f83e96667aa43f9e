import { randomUUID } from 'node:crypto'
import { expect, type Locator, type Page } from '@playwright/test'
import { withDatabase } from './database.ts'
import { type Person, signIn } from './fixtures.ts'
import type { Product } from './product.ts'

/** Opens the page as soon as the trial that begins with sign-up has begun. */
export async function openBilling(page: Page): Promise<void> {
  await expect.poll(async () => (await page.request.get('/api/billing')).text()).toContain('"trialing"')
  await page.goto('/billing')
  await expect(part(page, 'Current Plan')).toContainText('Free trial')
}

/** A part of the page by its heading. */
export function part(page: Page, name: string): Locator {
  return page.getByRole('region', { name, exact: true })
}

/** Plans as cards: each is found by its name. */
export function planCard(page: Page, name: string): Locator {
  return part(page, 'Available Plans')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name, exact: true }) })
}

/** The cards that the manager of payment methods lists. */
export function cardsIn(dialog: Locator): Locator {
  return dialog.getByRole('list', { name: 'Payment methods' }).getByRole('listitem')
}

/** Ends the subscription of somebody's organization at the provider and here, as time would. */
export async function endSubscription(product: Product, { email }: Person): Promise<void> {
  await withDatabase(product, async (client) => {
    const { rows } = await client.query(
      'select m.organization_id as id from organization_members m join users u on u.id = m.user_id where u.email = $1',
      [email],
    )
    await client.query(
      `update test_payments.objects set data = data || '{"status": "canceled", "dueAt": null}' where kind = 'subscription'
        and customer_id = (select customer_id from billing_customers where organization_id = $1)`,
      [rows[0].id],
    )
    await client.query('delete from subscriptions where organization_id = $1', [rows[0].id])
  })
}

/** Adds the card that succeeds, without going through the screens. */
export async function addCard(page: Page, product: Product, number = '4242424242424242'): Promise<void> {
  const { id } = await post(page, product, 'cards/setup', { requestId: randomUUID() })
  await post(page, product, `cards/setup/${id}/test`, { number, expMonth: 12, expYear: 2031, cvc: '123' })
  await post(page, product, `cards/setup/${id}/finish`, {})
}

/** Subscribes, or changes the plan, without going through the screens. */
export async function takePlan(page: Page, product: Product, plan: string, isChange: boolean): Promise<void> {
  const data = { priceId: `price_test_${plan}_month`, requestId: randomUUID() }
  await post(page, product, isChange ? 'subscription/plan' : 'subscription', data)
}

/** Somebody in charge of an organization that pays for a plan, before its page. */
export async function paying(page: Page, product: Product, plan = 'basic'): Promise<Person> {
  const person = await signIn(page, product)
  await openBilling(page)
  await endSubscription(product, person)
  await addCard(page, product)
  await takePlan(page, product, plan, false)
  await page.goto('/billing')
  await expect(part(page, 'Current Plan')).toContainText('Active')
  return person
}

/** Has the subscription end with its period, without going through the screens. */
export async function cancelPlan(page: Page, product: Product): Promise<void> {
  await post(page, product, 'subscription/cancel', { requestId: randomUUID() })
}

async function post(page: Page, product: Product, path: string, data: object): Promise<{ id: string }> {
  const answer = await page.request.post(`${product.url}/api/billing/${path}`, {
    headers: { origin: product.url },
    data,
  })
  expect(answer.ok(), await answer.text()).toBe(true)
  return answer.json()
}

/** Fills in one of the test cards that the form offers, and sends it. */
export async function sendCard(dialog: Locator, number: string): Promise<void> {
  await dialog.getByRole('button', { name: number }).click()
  await dialog.getByRole('button', { name: 'Add Card' }).click()
}

/** A day so many days from now, as the page shows it. */
export function dayIn(days: number): string {
  const format = { timeZone: 'Europe/Berlin', month: '2-digit', day: '2-digit', year: 'numeric' } as const
  return new Intl.DateTimeFormat('en-US', format).format(Date.now() + days * 86_400_000)
}

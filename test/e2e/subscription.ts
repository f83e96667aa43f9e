import { randomUUID } from 'node:crypto'
import { expect, type Locator, type Page } from '@playwright/test'
import type { PaymentMethod } from '#shared/contract/billing.ts'
import { inDatabase, withDatabase } from './database.ts'
import { type Person, signIn } from './fixtures.ts'
import type { Product } from './product.ts'

/** How the page is looked at: so high that nothing is scrolled behind the top bar, where what is dimmed has too little contrast. */
export const wholePage = { colorScheme: 'light', viewport: { width: 1280, height: 1600 } } as const

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
export async function endSubscription(product: Product, person: Person): Promise<void> {
  const organizationId = await endThere(product, person)
  await inDatabase(product, 'delete from subscriptions where organization_id = $1', [organizationId])
}

/** Ends it at the provider, which does not tell; answers whose it was. */
export async function endThere(product: Product, { email }: Person): Promise<string> {
  return await withDatabase(product, async (client) => {
    const { rows } = await client.query(
      'select m.organization_id as id from organization_members m join users u on u.id = m.user_id where u.email = $1',
      [email],
    )
    const organizationId: string = rows[0].id
    await client.query(
      `update test_payments.objects set data = data || '{"status": "canceled", "dueAt": null}' where kind = 'subscription'
        and customer_id = (select customer_id from billing_customers where organization_id = $1)`,
      [organizationId],
    )
    return organizationId
  })
}

/**
 * Lets days pass at the provider for somebody's organization, whose moments are moved back by them, and has the worker see to what
 * is due by then.
 */
export async function letPass(product: Product, { email }: Person, days: number): Promise<void> {
  await withDatabase(product, async (client) => {
    const { rows } = await client.query<{ id: string; data: object }>(
      `select o.id, o.data from test_payments.objects o join billing_customers c using (customer_id)
        join organization_members m using (organization_id) join users u on u.id = m.user_id
        where u.email = $1 and o.kind in ('subscription', 'invoice')`,
      [email],
    )
    for (const { id, data } of rows) {
      const moved = JSON.stringify(data).replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (moment) =>
        new Date(Date.parse(moment) - days * 86_400_000).toISOString(),
      )
      await client.query('update test_payments.objects set data = $2 where id = $1', [id, moved])
    }
    // What was read of it is of those days, too.
    await client.query(
      `update subscriptions s set current_period_start = current_period_start - $2::interval, trial_end = trial_end - $2::interval,
          current_period_end = current_period_end - $2::interval
        from organization_members m join users u on u.id = m.user_id
        where m.organization_id = s.organization_id and u.email = $1`,
      [email, `${days} days`],
    )
    const job = await client.query(`insert into pgboss.job (name, data) values ('billing.advance', '{}') returning id`)
    await client.query(`select pg_notify('pgboss_' || left(encode(sha224('pgboss'), 'hex'), 24), 'billing.advance')`)
    await expect
      .poll(async () => {
        const { rows: jobs } = await client.query('select state from pgboss.job where id = $1', [job.rows[0].id])
        return jobs[0].state
      })
      .toBe('completed')
  })
}

/** Sets how somebody's subscription was read last, for good, where no real way leads there with the built-in provider. */
export async function setStatus(product: Product, { email }: Person, status: string): Promise<void> {
  await inDatabase(
    product,
    `update subscriptions s set status = $2, reading = 1e15 from organization_members m join users u on u.id = m.user_id
      where m.organization_id = s.organization_id and u.email = $1`,
    [email, status],
  )
}

/** Makes another one of the cards the default one, without going through the screens. */
export async function payWith(page: Page, product: Product, last4: string): Promise<void> {
  const { items } = await (await page.request.get('/api/billing/cards')).json()
  const card = items.find((one: PaymentMethod) => one.card.last4 === last4)
  await post(page, product, `cards/${card.id}/default`, {})
}

/** Adds the card that succeeds, without going through the screens. */
export async function addCard(page: Page, product: Product, number = '4242424242424242'): Promise<void> {
  const { id } = await post(page, product, 'cards/setup', { requestId: randomUUID() })
  await post(page, product, `cards/setup/${id}/test`, { number, expMonth: 12, expYear: 2031, cvc: '123' })
  await post(page, product, `cards/setup/${id}/finish`, {})
}

/** Has the subscription end with its period, without going through the screens. */
export async function cancelPlan(page: Page, product: Product): Promise<void> {
  await post(page, product, 'subscription/cancel', { requestId: randomUUID() })
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

import { randomUUID } from 'node:crypto'
import { expect, type Locator, type Page } from '@playwright/test'
import type { PaymentMethod } from '#shared/contract/billing.ts'
import { inDatabase, withDatabase } from './database.ts'
import { type Person, signIn } from './fixtures.ts'
import type { Product } from './product.ts'

/** A window so high that no content scrolls behind the top bar, where dimmed text has too little contrast. */
export const wholePage = { colorScheme: 'light', viewport: { width: 1280, height: 1600 } } as const

/** Opens the billing page once the trial of the sign-up has begun. */
export async function openBilling(page: Page): Promise<void> {
  await expect.poll(async () => (await page.request.get('/api/billing')).text()).toContain('"trialing"')
  await page.goto('/billing')
  await expect(part(page, 'Current Plan')).toContainText('Free trial')
}

/** A part of the page by its heading. */
export function part(page: Page, name: string): Locator {
  return page.getByRole('region', { name, exact: true })
}

/** A plan's card by its name. */
export function planCard(page: Page, name: string): Locator {
  return part(page, 'Available Plans')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name, exact: true }) })
}

/** The cards listed in the payment method dialog. */
export function cardsIn(dialog: Locator): Locator {
  return dialog.getByRole('list', { name: 'Payment methods' }).getByRole('listitem')
}

/** Ends the organization's subscription at the provider and in our database, as time would. */
export async function endSubscription(product: Product, person: Person): Promise<void> {
  const organizationId = await endAtProvider(product, person)
  await inDatabase(product, 'delete from subscriptions where organization_id = $1', [organizationId])
}

/** Ends the subscription at the provider without a webhook. Returns the organization's id. */
export async function endAtProvider(product: Product, { email }: Person): Promise<string> {
  return await withDatabase(product, async (client) => {
    const { rows } = await client.query(
      'select m.organization_id as id from organization_members m join users u on u.id = m.user_id where u.email = $1',
      [email],
    )
    const organizationId: string = rows[0].id
    // Events of the sign-up that are still waiting would deliver the end of the subscription.
    const customer = '(select customer_id from billing_customers where organization_id = $1)'
    await client.query(`delete from test_payments.objects where kind = 'event' and customer_id = ${customer}`, [
      organizationId,
    ])
    const syncs = `select 1 from pgboss.job where name = 'billing.sync' and state < 'completed' and data ->> 'organizationId' = $1`
    await expect.poll(async () => (await client.query(syncs, [organizationId])).rowCount).toBe(0)
    await client.query(
      `update test_payments.objects set data = data || '{"status": "canceled", "dueAt": null}' where kind = 'subscription'
        and customer_id = ${customer}`,
      [organizationId],
    )
    return organizationId
  })
}

/** Moves all times of the organization's subscription and invoices back by some days, and waits until the worker has run what is then due. */
export async function advanceDays(product: Product, { email }: Person, days: number): Promise<void> {
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
    // Moves our cached copy as well.
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

/** Sets the cached subscription status permanently, for statuses that the built-in provider cannot reach. */
export async function setStatus(product: Product, { email }: Person, status: string): Promise<void> {
  await inDatabase(
    product,
    `update subscriptions s set status = $2, snapshot_number = 1e15 from organization_members m join users u on u.id = m.user_id
      where m.organization_id = s.organization_id and u.email = $1`,
    [email, status],
  )
}

/** Makes another card the default by API calls. */
export async function payWith(page: Page, product: Product, last4: string): Promise<void> {
  const { items } = await (await page.request.get('/api/billing/cards')).json()
  const card = items.find((one: PaymentMethod) => one.card.last4 === last4)
  await post(page, product, `cards/${card.id}/default`, {})
}

/** Adds a card by API calls, by default a card whose charges succeed. */
export async function addCard(page: Page, product: Product, number = '4242424242424242'): Promise<void> {
  const { id } = await post(page, product, 'cards/setup', { requestId: randomUUID() })
  await post(page, product, `cards/setup/${id}/test`, { number, expMonth: 12, expYear: 2031, cvc: '123' })
  await post(page, product, `cards/setup/${id}/finish`, {})
}

/** Cancels the subscription at the end of its period by API calls. */
export async function cancelPlan(page: Page, product: Product): Promise<void> {
  await post(page, product, 'subscription/cancel', { requestId: randomUUID() })
}

/** Subscribes or changes the plan by API calls. */
export async function choosePlan(page: Page, product: Product, plan: string, isChange: boolean): Promise<void> {
  const data = { priceId: `price_test_${plan}_month`, requestId: randomUUID() }
  await post(page, product, isChange ? 'subscription/plan' : 'subscription', data)
}

/** Signs in an owner with a paid plan and opens the billing page. */
export async function signInWithPlan(page: Page, product: Product, plan = 'basic'): Promise<Person> {
  const person = await signIn(page, product)
  await openBilling(page)
  await endSubscription(product, person)
  await addCard(page, product)
  await choosePlan(page, product, plan, false)
  await page.goto('/billing')
  await expect(part(page, 'Current Plan')).toContainText('Active')
  return person
}

async function post(page: Page, product: Product, path: string, data: object): Promise<{ id: string }> {
  const response = await page.request.post(`${product.url}/api/billing/${path}`, {
    headers: { origin: product.url },
    data,
  })
  expect(response.ok(), await response.text()).toBe(true)
  return response.json()
}

/** Fills in one of the form's test cards and submits it. */
export async function submitCard(dialog: Locator, number: string): Promise<void> {
  await dialog.getByRole('button', { name: number }).click()
  await dialog.getByRole('button', { name: 'Add Card' }).click()
}

/** The date in this many days, as the page shows it. */
export function dateInDays(days: number): string {
  const format = { timeZone: 'Europe/Berlin', month: '2-digit', day: '2-digit', year: 'numeric' } as const
  return new Intl.DateTimeFormat('en-US', format).format(Date.now() + days * 86_400_000)
}

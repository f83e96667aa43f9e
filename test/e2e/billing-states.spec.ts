import type { Page } from '@playwright/test'
import { expectAccessible } from './expect-accessible.ts'
import { inDatabase } from './database.ts'
import { expect, type Person, signIn, test } from './fixtures.ts'
import type { Product } from './product.ts'
import { addClient } from './steps.ts'
import {
  addCard,
  cancelPlan,
  dateInDays,
  advanceDays,
  openBilling,
  part,
  payWith,
  planCard,
  setStatus,
  choosePlan,
  wholePage,
} from './subscription.ts'
import { addMember } from './team.ts'

test.use({
  ...wholePage,
  // The response to a declined card.
  expectedErrors: [/status of 402 /],
})

/** Opens the billing page once the subscription has this status. */
async function openAtStatus(page: Page, status: string): Promise<void> {
  await expect
    .poll(async () => (await (await page.request.get('/api/billing')).json()).subscription?.status ?? 'none')
    .toBe(status)
  await page.goto('/billing')
}

test('a trial without a card ends after its last day, and an unpaid plan ends after three more payment attempts', async ({
  page,
  product,
}) => {
  const person = await signIn(page, product)
  await openBilling(page)
  const current = part(page, 'Current Plan')
  const quick = part(page, 'Quick Actions')

  await test.step('the last day of the trial', async () => {
    await advanceDays(product, person, 6)
    await page.reload()
    await expect(current).toContainText('1 day until your free trial ends')
    await expect(current).toContainText(`Trial ends${dateInDays(1)}`)
    await expect(current).toContainText('Without one, your plan ends automatically')
  })

  await test.step('the end of the trial', async () => {
    await advanceDays(product, person, 1)
    await openAtStatus(page, 'none')
    await expect(current).toContainText('The free trial has ended')
    await expect(current).toContainText('Choose one of the plans below to continue.')
    await expect(current).toContainText('existing data remain available')
    await expect(current).toContainText('0 sessions this month, no limit')
    await expect(current).not.toContainText('Professional')
    await expect(planCard(page, 'Professional').getByRole('button')).toHaveText('Choose Professional')
    await expect(quick.getByRole('button', { name: /^Choose a Plan/ })).toBeVisible()
    await expect(quick.getByRole('button', { name: /Subscription/ })).toHaveCount(0)
    await expect(part(page, 'Billing History')).toContainText('No invoices yet')
    await expectAccessible(page, 'a trial that has ended')
  })

  await test.step('a plan that stays unpaid for nine days', async () => {
    await addCard(page, product)
    await choosePlan(page, product, 'basic', false)
    await addCard(page, product, '4000000000000341')
    await payWith(page, product, '0341')
    await advanceDays(product, person, 31)
    await advanceDays(product, person, 9)
    await openAtStatus(page, 'none')
    await expect(current).toContainText('The Basic plan has ended')
    await expect(current.getByRole('button')).toHaveCount(0)
    await expect(part(page, 'Billing History').getByRole('row').nth(1)).toContainText('Failed')
    await expect(planCard(page, 'Basic').getByRole('button')).toHaveText('Choose Basic')
    await expectAccessible(page, 'a plan that was given up')
  })
})

test('a trial with a card becomes a plan, is renewed, fails to be paid, is paid with another card, and ends after its cancellation', async ({
  page,
  product,
}) => {
  const person = await signIn(page, product)
  await openBilling(page)
  await addCard(page, product)
  const current = part(page, 'Current Plan')
  const quick = part(page, 'Quick Actions')
  const invoice = (number: number) => part(page, 'Billing History').getByRole('row').nth(number)

  await test.step('the plan is paid when the trial ends', async () => {
    await advanceDays(product, person, 7)
    await openAtStatus(page, 'active')
    await expect(current).toContainText('until your plan renews')
    await expect(current.getByText('Active', { exact: true })).toBeVisible()
    await expect(current).not.toContainText('trial')
    await expect(invoice(1)).toContainText('$69.00')
    await expect(invoice(1)).toContainText('Paid')
    await expect(invoice(2)).toHaveCount(0)
  })

  await test.step('the plan is renewed', async () => {
    await advanceDays(product, person, 31)
    await openAtStatus(page, 'active')
    await expect(invoice(2)).toContainText(dateInDays(-31))
    await expect(invoice(1)).toContainText('Paid')
    await expect(invoice(3)).toHaveCount(0)
    await expectAccessible(page, 'a plan that was renewed')
  })

  await test.step('a failed payment shows its reason', async () => {
    await addCard(page, product, '4000000000000341')
    await payWith(page, product, '0341')
    await advanceDays(product, person, 31)
    await openAtStatus(page, 'past_due')
    await expect(current.getByRole('note', { name: 'Payment overdue' })).toContainText(
      'The last payment failed. It will be retried within a few days.',
    )
    await expect(current).not.toContainText('until your plan renews')
    await expect(quick.getByRole('button', { name: /^Cancel Subscription/ })).toContainText('Your plan ends by')
    await expect(invoice(1)).toContainText('Failed')
    await expectAccessible(page, 'a payment that is overdue')
    await current.getByRole('button', { name: 'Pay Now' }).click()
    await expect(current.getByRole('alert')).toHaveText('Your card was declined. Use another card, or ask your bank.')
  })

  await test.step('another card pays the plan', async () => {
    await quick.getByRole('button', { name: /^Update Payment Method/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Payment Methods' })
    await dialog.getByRole('button', { name: 'Set Default: Visa ending in 4242' }).click()
    await expect(dialog.getByRole('button', { name: 'Set Default: Visa ending in 0341' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await current.getByRole('button', { name: 'Pay Now' }).click()
    await expect(page.getByText('The payment went through.')).toBeVisible()
    await expect(current.getByText('Active', { exact: true })).toBeVisible()
    await expect(current.getByRole('note')).toHaveCount(0)
    await expect(invoice(1)).toContainText('Paid')
    await expect(current.locator(':focus')).toContainText('Professional')
  })

  await test.step('a canceled plan ends with its period', async () => {
    await cancelPlan(page, product)
    await advanceDays(product, person, 31)
    await openAtStatus(page, 'none')
    await expect(current).toContainText('The Professional plan has ended')
    await expect(quick.getByRole('button', { name: /Subscription/ })).toHaveCount(0)
    await expect(invoice(3)).toContainText('$69.00')
    await expect(invoice(4)).toHaveCount(0)
    await expectAccessible(page, 'a plan that has ended')
  })
})

/** Inserts sessions that the user held today. */
async function addHeldSessions(product: Product, { email }: Person, clientId: string, count: number): Promise<void> {
  await inDatabase(
    product,
    `insert into sessions (organization_id, therapist_id, client_id, date, start_time, end_time, status)
      select c.organization_id, u.id, c.id, (now() at time zone 'UTC')::date, '09:00', '09:50', 'completed'
      from users u, clients c, generate_series(1, $3) where u.email = $1 and c.id = $2`,
    [email, clientId, count],
  )
}

test('the plan shows remaining sessions, and statuses that only Stripe has', async ({ page, product, browser }) => {
  const person = await signIn(page, product)
  await openBilling(page)
  const client = await addClient(page, product)
  const current = part(page, 'Current Plan')

  await setStatus(product, person, 'active')
  await test.step('the page shows few, zero and negative remaining sessions', async () => {
    for (const [more, used, words] of [
      [74, 74, '6 sessions remain in this period. You can still record.'],
      [6, 80, 'No sessions remain in this period. You can still record.'],
      [5, 85, 'This is more than the plan includes. You can still record.'],
    ] as const) {
      await addHeldSessions(product, person, client.id, more)
      await page.reload()
      await expect(current.getByRole('progressbar', { name: `${used} of 80 sessions in this period` })).toBeAttached()
      await expect(current).toContainText(words)
    }
    await expectAccessible(page, 'more sessions than the plan includes')
  })

  for (const [status, label, words, help, isOpen] of [
    ['unpaid', 'Unpaid', 'will not be retried automatically', 'Then pay now.', true],
    ['paused', 'Paused', 'needs a payment method', 'Add one to continue.', false],
  ] as const) {
    await test.step(status, async () => {
      await setStatus(product, person, status)
      await page.reload()
      const note = current.getByRole('note', { name: label })
      await expect(note).toContainText(words)
      await expect(note).toContainText(help)
      await expect(note.getByRole('button', { name: 'Pay Now' })).toHaveCount(isOpen ? 1 : 0)
      await expect(current).not.toContainText('until your')
      await expectAccessible(page, label)
      if (!isOpen) return
      await note.getByRole('button', { name: 'Pay Now' }).click()
      await expect(note.getByRole('alert')).toHaveText(/^There is no open payment\./)
    })
  }

  await test.step('members see the payment problem, but no actions to solve it', async () => {
    await setStatus(product, person, 'unpaid')
    const { page: theirs, context } = await addMember(page, browser, product, 'therapist', { firstName: 'Theo' })
    await theirs.goto('/billing')
    const note = part(theirs, 'Current Plan').getByRole('note', { name: 'Unpaid' })
    await expect(note).toContainText('Payments failed')
    await expect(note).not.toContainText('pay now')
    await expect(theirs.getByRole('main').getByRole('button')).toHaveCount(0)
    await context.close()
  })
})

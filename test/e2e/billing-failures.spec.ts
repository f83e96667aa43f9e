import type { Page, Route } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { expect, signIn, test } from './fixtures.ts'
import { cardsIn, addCard, endSubscription, openBilling, part, planCard, sendCard, takePlan } from './subscription.ts'

test.use({
  colorScheme: 'light',
  viewport: { width: 1280, height: 1600 },
  expectedErrors: [/status of (400|402|404|409|502|503) |net::ERR_/],
})

const gone = (route: Route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' })
const odd = (route: Route) => route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>Welcome</h1>' })

/** Our own answer for something that cannot be done. */
const refuse = (code: string, message: string, status: number) => (route: Route) =>
  route.fulfill({ status, json: { defined: false, code, status, message } })

const sections = [
  ['Available Plans', '**/api/billing/plans', 'Failed to fetch products'],
  ['Current Plan', '**/api/billing', 'Failed to fetch subscription'],
  ['Payment Method', '**/api/billing/cards', 'Failed to fetch payment methods'],
  ['Billing History', '**/api/billing/invoices*', 'Failed to fetch billing history'],
] as const

test.describe('what cannot be loaded', () => {
  for (const [name, path, words] of sections) {
    test(`${name}: says so in its place, and is tried again`, async ({ page, product }) => {
      await signIn(page, product)
      await openBilling(page)
      for (const [answer, why] of [
        [gone, 'Function error'],
        [odd, 'Invalid response format'],
        [refuse('payments_unauthorized', 'Authentication error. Told by the server.', 502), 'Authentication error'],
      ] as const) {
        await page.route(path, answer)
        await page.reload()
        await expect(part(page, name).getByRole('alert')).toContainText(words)
        await expect(part(page, name).getByRole('alert')).toContainText(why)
        await page.unroute(path)
      }
      await expectAccessible(page, `${name} that cannot be loaded`)
      await part(page, name).getByRole('button', { name: 'Try Again' }).click()
      await expect(part(page, name).getByRole('alert')).toBeHidden()
    })
  }

  test('stays as it was known', async ({ page, product }) => {
    await signIn(page, product)
    await openBilling(page)
    await page.route('**/api/billing', gone)
    await part(page, 'Payment Method').getByRole('button', { name: 'Add Payment Method' }).click()
    const dialog = page.getByRole('dialog', { name: 'Payment Methods' })
    await sendCard(dialog, '4242 4242 4242 4242')
    await expect(cardsIn(dialog)).toContainText('Visa ending in 4242')
    await page.keyboard.press('Escape')
    await expect(part(page, 'Current Plan').getByRole('alert')).toContainText('Failed to fetch subscription')
    await expect(part(page, 'Current Plan')).toContainText('Professional')
  })
})

async function paying(page: Page, product: Parameters<typeof addCard>[1]): Promise<void> {
  const person = await signIn(page, product)
  await openBilling(page)
  await endSubscription(product, person)
  await addCard(page, product)
  await takePlan(page, product, 'basic', false)
  await page.goto('/billing')
  await expect(part(page, 'Current Plan')).toContainText('Active')
}

test('a change without its summary goes on with standard proration', async ({ page, product }) => {
  await paying(page, product)
  await page.route('**/api/billing/subscription/preview', gone)
  await planCard(page, 'Professional').getByRole('button', { name: 'Change to Professional' }).click()
  const confirm = page.getByRole('dialog', { name: 'Confirm Plan Change' })
  await expect(confirm.getByRole('alert')).toHaveText(
    'Unable to calculate exact billing preview. Your subscription will be updated with standard proration.',
  )
  await expectAccessible(page, 'plan change without a summary')

  await test.step('what was sent without an answer is sent again under the same id', async () => {
    const ids: string[] = []
    await page.route('**/api/billing/subscription/plan', async (route) => {
      ids.push(route.request().postDataJSON().requestId)
      return ids.length === 1 ? route.abort() : route.continue()
    })
    await confirm.getByRole('button', { name: 'Confirm Change' }).click()
    await expect(confirm.getByRole('alert').last()).toContainText('Attend cannot be reached right now.')
    await confirm.getByRole('button', { name: 'Confirm Change' }).click()
    await expect(confirm).toBeHidden()
    await expect(part(page, 'Current Plan')).toContainText('Professional')
    expect(ids).toHaveLength(2)
    expect(ids[1]).toBe(ids[0])
  })
})

test('a cancellation that fails says why', async ({ page, product }) => {
  await paying(page, product)
  await page.route(
    '**/api/billing/subscription/cancel',
    refuse('payments_unreachable', 'Connection failed. Told by the server.', 503),
  )
  await part(page, 'Quick Actions')
    .getByRole('button', { name: /^Cancel Subscription/ })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Cancel Subscription' })
  await dialog.getByRole('button', { name: 'Cancel Subscription' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(
    'Failed to cancel subscription: Connection failed. Told by the server.',
  )
  await dialog.getByRole('button', { name: 'Keep Subscription' }).click()
  await expect(part(page, 'Current Plan')).not.toContainText('Ends with the period')
})

test('an invoice that cannot be downloaded says why', async ({ page, product }) => {
  await paying(page, product)
  const history = part(page, 'Billing History')
  const link = history.getByRole('link', { name: /^Download invoice-/ })
  for (const [answer, words] of [
    [gone, 'Download error: Function error'],
    [(route: Route) => route.abort(), 'Download error: Attend cannot be reached right now.'],
    [
      refuse('invoice_missing', 'Invoice download not available. Please contact support.', 404),
      'Invoice download not available. Please contact support.',
    ],
  ] as const) {
    await page.route('**/api/billing/invoices/*/file', answer)
    await link.click()
    await expect(history.getByRole('alert')).toContainText(words)
    await page.unroute('**/api/billing/invoices/*/file')
  }
  await history.getByRole('button', { name: 'Dismiss' }).click()
  await expect(history.getByRole('alert')).toBeHidden()
})

import type { Route } from '@playwright/test'
import { expectAccessible } from './expect-accessible.ts'
import { gone } from './failing.ts'
import { expect, signIn, test } from './fixtures.ts'
import { inDatabase } from './database.ts'
import { cardsIn, openBilling, part, paying, planCard, submitCard, wholePage } from './subscription.ts'

test.use({ ...wholePage, expectedErrors: [/status of (400|401|402|404|409|502|503) |net::ERR_/] })

const odd = (route: Route) => route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>Welcome</h1>' })

/** An error response of ours. */
const refuse = (code: string, message: string, status: number) => (route: Route) =>
  route.fulfill({ status, json: { defined: false, code, status, message } })

const sections = [
  ['Available Plans', '**/api/billing/plans', 'Failed to fetch products'],
  ['Current Plan', '**/api/billing', 'Failed to fetch subscription'],
  ['Payment Method', '**/api/billing/cards', 'Failed to fetch payment methods'],
  ['Billing History', '**/api/billing/invoices*', 'Failed to fetch billing history'],
] as const

test.describe('billing panels that fail to load', () => {
  for (const [name, path, words] of sections) {
    test(`${name}: a panel that fails to load says so and can be reloaded`, async ({ page, product }) => {
      await signIn(page, product)
      await openBilling(page)
      for (const [fulfil, why] of [
        [gone, 'Function error'],
        [odd, 'Invalid response format'],
        [refuse('payments_unauthorized', 'Authentication error. Told by the server.', 502), 'Authentication error'],
      ] as const) {
        await page.route(path, fulfil)
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

  test('a billing panel that fails to refresh keeps its last data', async ({ page, product }) => {
    await signIn(page, product)
    await openBilling(page)
    await page.route('**/api/billing', gone)
    await part(page, 'Payment Method').getByRole('button', { name: 'Add Payment Method' }).click()
    const dialog = page.getByRole('dialog', { name: 'Payment Methods' })
    await submitCard(dialog, '4242 4242 4242 4242')
    await expect(cardsIn(dialog)).toContainText('Visa ending in 4242')
    await page.keyboard.press('Escape')
    await expect(part(page, 'Current Plan').getByRole('alert')).toContainText('Failed to fetch subscription')
    await expect(part(page, 'Current Plan')).toContainText('Professional')
  })
})

test('a plan change without a preview continues with standard proration', async ({ page, product }) => {
  await paying(page, product)
  await page.route('**/api/billing/subscription/preview', gone)
  await planCard(page, 'Professional').getByRole('button', { name: 'Change to Professional' }).click()
  const confirm = page.getByRole('dialog', { name: 'Confirm Plan Change' })
  await expect(confirm.getByRole('alert')).toHaveText(
    'Unable to calculate exact billing preview. Your subscription will be updated with standard proration.',
  )
  await expectAccessible(page, 'plan change without a summary')

  await test.step('a request without a response is sent again under the same id', async () => {
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

test('a failed cancellation shows the reason', async ({ page, product }) => {
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

test('a failed invoice download shows the reason in the tab that it opened', async ({ page, product, context }) => {
  await paying(page, product)
  const link = part(page, 'Billing History').getByRole('link', { name: /^Download invoice-/ })
  const name = (await link.getAttribute('aria-label')) ?? ''
  const id = name.replace(/^Download invoice-|\.pdf$/g, '')
  const open = async () => {
    const [tab] = await Promise.all([context.waitForEvent('page'), link.click()])
    return tab
  }
  await inDatabase(product, 'delete from test_payments.objects where id = $1', [id])
  const missing = await open()
  await expect(missing.getByRole('heading')).toHaveText('Invoice download not available. Please contact support.')
  await missing.getByRole('link', { name: 'Plans & Billing' }).click()
  await expect(part(missing, 'Current Plan')).toContainText('Active')
  await missing.close()

  await context.clearCookies()
  const signedOut = await open()
  await expect(signedOut.getByRole('heading')).toHaveText(/^Download error: /)
})

test('a list of invoices whose cursor is gone starts again from the first page', async ({ page, product }) => {
  await paying(page, product)
  const list: { items: object[] } = await (await page.request.get('/api/billing/invoices')).json()
  let isGone = false
  await page.route('**/api/billing/invoices*', (route) => {
    const isMore = route.request().url().includes('startingAfter')
    if (isMore) isGone = true
    return isMore
      ? refuse('invoice_missing', 'Invoice download not available. Please contact support.', 404)(route)
      : route.fulfill({ json: { ...list, hasMore: !isGone } })
  })
  await page.reload()
  const history = part(page, 'Billing History')
  await history.getByRole('button', { name: 'Load More Invoices' }).click()
  await expect(history.getByRole('button', { name: 'Load More Invoices' })).toBeHidden()
  await expect(history.getByRole('row')).toHaveCount(2)
  await expect(history.getByRole('alert')).toHaveCount(0)
  await expect(history.getByRole('table')).toBeFocused()
})

import { expectAccessible } from './expect-accessible.ts'
import { expect, signIn, test } from './fixtures.ts'
import {
  addCard,
  cancelPlan,
  cardsIn,
  openBilling,
  part,
  paying,
  planCard,
  choosePlan,
  wholePage,
} from './subscription.ts'

// How the billing page shows money and cards in the less simple cases.

test.use(wholePage)

test('a summary shows what credit pays for and when a canceled plan ends', async ({ page, product }) => {
  await paying(page, product, 'enterprise')
  const summary = page.getByRole('region', { name: 'Billing summary' })
  const lines = summary.locator('dl > div')
  const choose = async (plan: string) => {
    await page.reload()
    await planCard(page, plan).getByRole('button').click()
    await expect(summary).toBeVisible()
  }
  await choose('Basic')
  await expect(lines.filter({ hasText: 'Credited to your next invoices' })).toContainText('$120.00')
  await expect(lines.filter({ hasText: 'Due now' })).toContainText('$0.00')
  await choosePlan(page, product, 'basic', true)
  await choose('Professional')
  await expect(lines.filter({ hasText: 'Credit used' })).toContainText('-$40.00')
  await expect(lines.filter({ hasText: 'Due now' })).toContainText('$0.00')
  await expect(lines.last()).toHaveText(/^Next invoice on \d\d\/\d\d\/\d{4}\$0\.00$/)

  await cancelPlan(page, product)
  await choose('Professional')
  await expect(lines.last()).toHaveText(/^Ends on \d\d\/\d\d\/\d{4}No further invoice$/)
  await expect(summary).not.toContainText('Next invoice')
  await expectAccessible(page, 'summary of what is to end')
})

test('a summary includes unpaid amounts and cannot be confirmed before it has loaded', async ({ page, product }) => {
  await paying(page, product)
  const released = Promise.withResolvers<void>()
  await page.route('**/api/billing/subscription/preview', async (route) => {
    const response = await route.fetch()
    await released.promise
    await route.fulfill({ json: { ...(await response.json()), unpaidAmount: 2900, dueNow: 6900 } })
  })
  await planCard(page, 'Professional').getByRole('button').click()
  const confirm = page.getByRole('button', { name: 'Confirm Change' })
  await expect(page.getByRole('dialog').getByText('Loading billing summary')).toBeAttached()
  await expect(confirm).toBeDisabled()
  released.resolve()
  await expect(confirm).toBeEnabled()
  const lines = page.getByRole('region', { name: 'Billing summary' }).locator('dl > div')
  await expect(lines.filter({ hasText: 'Unpaid from before' })).toContainText('$29.00')
  await expect(lines.filter({ hasText: 'Due now' })).toContainText('$69.00')
})

test('plans are shown in three columns, and in one on narrow screens', async ({ page, product }) => {
  await signIn(page, product)
  await openBilling(page)
  const places = async () =>
    Promise.all(['Basic', 'Professional', 'Enterprise'].map((name) => planCard(page, name).boundingBox()))
  const [left, middle, right] = await places()
  expect(new Set([left?.y, middle?.y, right?.y]).size).toBe(1)
  expect(new Set([left?.x, middle?.x, right?.x]).size).toBe(3)
  await page.setViewportSize({ width: 390, height: 844 })
  const narrow = await places()
  expect(new Set(narrow.map((place) => place?.x)).size).toBe(1)
  expect(new Set(narrow.map((place) => place?.y)).size).toBe(3)
})

test('a long list of payment methods scrolls on its own', async ({ page, product }) => {
  await signIn(page, product)
  await openBilling(page)
  for (let card = 0; card < 7; card++) await addCard(page, product)
  await page.reload()
  await part(page, 'Payment Method').getByRole('button', { name: 'Manage Payment Methods' }).click()
  const dialog = page.getByRole('dialog', { name: 'Payment Methods' })
  await expect(cardsIn(dialog)).toHaveCount(7)
  const list = dialog.getByRole('list', { name: 'Payment methods' })
  const { height, content } = await list.evaluate(({ clientHeight, scrollHeight }) => ({
    height: clientHeight,
    content: scrollHeight,
  }))
  expect(height).toBeLessThanOrEqual(300)
  expect(content).toBeGreaterThan(height)
  await expect(cardsIn(dialog).last()).not.toBeInViewport()
  await list.focus()
  await page.keyboard.press('End')
  await expect(cardsIn(dialog).last()).toBeInViewport()
  await expect(dialog.getByRole('button', { name: 'Add Payment Method' })).toBeInViewport()
})

test('no card is marked as default if none is', async ({ page, product }) => {
  await signIn(page, product)
  await openBilling(page)
  await addCard(page, product)
  const { items }: { items: object[] } = await (await page.request.get('/api/billing/cards')).json()
  await page.route('**/api/billing/cards', (route) =>
    route.fulfill({ json: { items: items.map((card) => ({ ...card, isDefault: false })) } }),
  )
  await page.reload()
  const panel = part(page, 'Payment Method')
  await expect(panel.getByRole('note')).toContainText('No default payment method')
  await expect(panel).toContainText('Visa ending in 4242: it is not used yet.')
  await expectAccessible(page, 'cards of which none pays')
  await panel.getByRole('button', { name: 'Manage Payment Methods' }).click()
  const dialog = page.getByRole('dialog', { name: 'Payment Methods' })
  await page.unroute('**/api/billing/cards')
  await dialog.getByRole('button', { name: 'Set Default: Visa ending in 4242' }).click()
  await expect(cardsIn(dialog)).toHaveText(/Visa ending in 4242Default/)
  await page.keyboard.press('Escape')
  await expect(panel.getByRole('note')).toHaveCount(0)
  await expect(panel).toContainText('Expires')
})

import type { Locator } from '@playwright/test'
import { inDatabase } from './database.ts'
import { expect, signIn, test } from './fixtures.ts'
import {
  addCard,
  cardsIn,
  endSubscription,
  openBilling,
  part,
  signInWithPlan,
  planCard,
  wholePage,
} from './subscription.ts'

// Layout of the billing page, and invoices in separate tabs.

test.use(wholePage)

async function middleOf(place: Locator): Promise<number> {
  const { y, height } = (await place.boundingBox()) ?? { y: Number.NaN, height: 0 }
  return y + height / 2
}

test('plans, a long list of payment methods and a waiting button are laid out as designed', async ({
  page,
  product,
}) => {
  const person = await signIn(page, product)
  await openBilling(page)
  await test.step('plans are shown in three columns, and in one on narrow screens', async () => {
    // The cards move while the panels of the page load.
    const shape = async () => {
      const cards = ['Basic', 'Professional', 'Enterprise'].map((name) => planCard(page, name))
      const places = await Promise.all(cards.map((card) => card.boundingBox()))
      const countOf = (side: 'x' | 'y') => new Set(places.map((place) => place?.[side])).size
      return { columns: countOf('x'), rows: countOf('y') }
    }
    await expect.poll(shape).toEqual({ columns: 3, rows: 1 })
    await page.setViewportSize({ width: 390, height: 844 })
    await expect.poll(shape).toEqual({ columns: 1, rows: 3 })
    await page.setViewportSize(wholePage.viewport)
  })
  await test.step('a long list of payment methods scrolls on its own', async () => {
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
  await test.step('the button of a plan shows its loader in the middle while it waits for the list of cards', async () => {
    await page.keyboard.press('Escape')
    await endSubscription(product, person)
    const released = Promise.withResolvers<void>()
    await page.route('**/api/billing/cards', async (route) => {
      await released.promise
      await route.continue()
    })
    await page.reload()
    const choose = planCard(page, 'Basic').getByRole('button', { name: 'Choose Basic' })
    await choose.click()
    await expect(choose).toHaveAttribute('data-loading', 'true')
    const loader = choose.locator('.mantine-Loader-root')
    await expect.poll(async () => Math.abs((await middleOf(choose)) - (await middleOf(loader)))).toBeLessThan(2)
    released.resolve()
  })
})

test.describe('an invoice without a file', () => {
  test.use({ expectedErrors: [/status of (401|404) /] })

  test('a failed invoice download shows the reason in the tab that it opened', async ({ page, product, context }) => {
    await signInWithPlan(page, product)
    const link = part(page, 'Billing History').getByRole('link', { name: /^Download invoice-/ })
    const name = (await link.getAttribute('aria-label')) ?? ''
    const id = name.replace(/^Download invoice-|\.pdf$/g, '')
    await inDatabase(product, 'delete from test_payments.objects where id = $1', [id])
    const [missing] = await Promise.all([context.waitForEvent('page'), link.click()])
    await expect(missing.getByRole('heading')).toHaveText('Invoice download not available. Please contact support.')
    const address = missing.url()
    await missing.getByRole('link', { name: 'Plans & Billing' }).click()
    await expect(part(missing, 'Current Plan')).toContainText('Active')
    await missing.close()

    await context.clearCookies()
    // The first tab may notice the end of the sign-in at any time, and shows no links then.
    const signedOut = await context.newPage()
    await signedOut.goto(address)
    await expect(signedOut.getByRole('heading')).toHaveText(/^Download error: /)
  })
})

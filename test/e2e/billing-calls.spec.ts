import type { Locator, Page } from '@playwright/test'
import { expect, signIn, test } from './fixtures.ts'
import { addCard, cancelPlan, endSubscription, openBilling, part, paying, planCard, wholePage } from './subscription.ts'

// Texts of the billing page during a call, and after calls whose result is not final.

test.use({ ...wholePage, expectedErrors: [/status of 503 /] })

const unreachable = {
  defined: false,
  code: 'payments_unreachable',
  status: 503,
  message: 'Connection failed. Told by the server.',
}

async function middleOf(place: Locator): Promise<number> {
  const { y, height } = (await place.boundingBox()) ?? { y: Number.NaN, height: 0 }
  return y + height / 2
}

/** Holds calls back until they are released, and then fails them. */
async function hold(page: Page, path: string) {
  const released = Promise.withResolvers<void>()
  await page.route(path, async (route) => {
    await released.promise
    await route.fulfill({ status: 503, json: unreachable })
  })
  return released.resolve
}

test('a billing dialog stays open until its call ends, and reports a failure', async ({ page, product }) => {
  await paying(page, product)
  await addCard(page, product, '5555555555554444')
  await page.reload()
  const quick = part(page, 'Quick Actions')

  const stays = async (name: string, path: string, button: string) => {
    const release = await hold(page, path)
    const dialog = page.getByRole('dialog', { name })
    await dialog.getByRole('button', { name: button, exact: true }).click()
    await expect(dialog.getByRole('button', { name: 'Close' })).toBeDisabled()
    await expect(dialog.getByRole('button', { name: /^(Cancel|Keep Subscription)$/ })).toBeDisabled()
    await page.keyboard.press('Escape')
    await page.mouse.click(5, 5)
    release()
    await expect(dialog.getByRole('alert')).toContainText('Connection failed. Told by the server.')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }

  await test.step('the dialog of a plan change', async () => {
    await planCard(page, 'Professional').getByRole('button').click()
    await stays('Confirm Plan Change', '**/api/billing/subscription/plan', 'Confirm Change')
  })
  await test.step('the dialog of a cancellation', async () => {
    await quick.getByRole('button', { name: /^Cancel Subscription/ }).click()
    await stays('Cancel Subscription', '**/api/billing/subscription/cancel', 'Cancel Subscription')
  })
  await test.step('the dialog that adds a card', async () => {
    await quick.getByRole('button', { name: /^Update Payment Method/ }).click()
    const methods = page.getByRole('dialog', { name: 'Payment Methods' })
    await methods.getByRole('button', { name: 'Add Payment Method' }).click()
    await methods.getByRole('button', { name: '4242 4242 4242 4242' }).click()
    await stays('Payment Methods', '**/api/billing/cards/setup', 'Add Card')
  })
  await test.step('the dialog that deletes a card', async () => {
    await quick.getByRole('button', { name: /^Update Payment Method/ }).click()
    await page.getByRole('button', { name: 'Delete Mastercard ending in 4444' }).click()
    await stays('Delete payment method', '**/api/billing/cards/*', 'Delete')
  })
})

test('a double click on Reactivate sends one request', async ({ page, product }) => {
  await paying(page, product)
  await cancelPlan(page, product)
  await page.reload()
  let sent = 0
  const released = Promise.withResolvers<void>()
  await page.route('**/api/billing/subscription/reactivate', async (route) => {
    sent += 1
    await released.promise
    await route.continue()
  })
  await part(page, 'Quick Actions')
    .getByRole('button', { name: /^Reactivate Subscription/ })
    .dblclick()
  released.resolve()
  await expect(page.getByText('Your subscription continues.')).toBeVisible()
  await expect(part(page, 'Current Plan')).toContainText('until your plan renews')
  await expect(page.getByText('Another change')).toHaveCount(0)
  expect(sent).toBe(1)
})

test('a change that could not be read at once is polled until it is displayed', async ({ page, product }) => {
  await paying(page, product)
  const before: object = await (await page.request.get('/api/billing')).json()
  let looks = 0
  await page.route('**/api/billing', (route) => (++looks < 2 ? route.fulfill({ json: before }) : route.continue()))
  await page.route('**/api/billing/subscription/plan', async (route) => {
    expect((await route.fetch()).status()).toBe(200)
    await route.fulfill({ json: before })
  })
  await planCard(page, 'Professional').getByRole('button').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm Change' }).click()
  await expect(page.getByText('You’re now on Professional.')).toBeVisible()
  await expect(part(page, 'Current Plan')).toContainText('Professional')
  expect(looks).toBe(2)
})

test('only a first plan waits for the list of cards, and says so', async ({ page, product }) => {
  const person = await paying(page, product)
  const released = Promise.withResolvers<void>()
  await page.route('**/api/billing/cards', async (route) => {
    await released.promise
    await route.continue()
  })
  await page.reload()
  await planCard(page, 'Professional').getByRole('button').click()
  const confirm = page.getByRole('dialog', { name: 'Confirm Plan Change' })
  await expect(confirm).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(confirm).toBeHidden()

  await endSubscription(product, person)
  await page.reload()
  const choose = planCard(page, 'Basic').getByRole('button', { name: 'Choose Basic' })
  await choose.click()
  await expect(choose).toHaveAttribute('data-loading', 'true')
  expect(Math.abs((await middleOf(choose)) - (await middleOf(choose.locator('.mantine-Loader-root'))))).toBeLessThan(2)
  released.resolve()
  await expect(confirm).toContainText('Subscribe to Basic')
})

test('plans, subscription and invoices are fetched again once their cache has expired', async ({ page, product }) => {
  await page.clock.install()
  await signIn(page, product)
  await openBilling(page)
  await expect(part(page, 'Billing History')).toContainText('No invoices yet')
  await expect(planCard(page, 'Basic')).toBeVisible()
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/api\/billing(\/plans|\/invoices)?$/.test(pathname)) asked.push(pathname)
  })
  /** Opens another page of the app and returns after this time. */
  const away = async (milliseconds: number) => {
    asked.length = 0
    await page.getByRole('link', { name: 'Resources' }).first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Resource/)
    await page.clock.fastForward(milliseconds)
    await page.goBack()
    await expect(part(page, 'Billing History')).toContainText('No invoices yet')
    return asked
  }
  expect(await away(100_000)).toEqual([])
  const answered = page.waitForResponse('**/api/billing/invoices*')
  await away(25_000)
  await (await answered).finished()
  expect(asked).toEqual(['/api/billing/invoices'])
  expect(await away(100_000)).toEqual([])
  await away(80_000)
  await expect.poll(() => asked.toSorted()).toEqual(['/api/billing', '/api/billing/invoices', '/api/billing/plans'])
})

import type { Page } from '@playwright/test'
import { expect, signIn, test } from './fixtures.ts'
import { addClient, openNewNote } from './steps.ts'

// In these tests, files of the pages do not load, as after a kill of the server or a loss of the network.
test.use({ expectedErrors: [/net::ERR_FAILED|Not loaded: /] })

const files = '**/assets/**'
const notice = (page: Page) => page.getByRole('alert').filter({ hasText: 'A part of Attend could not be loaded.' })

/** Fails if the page leaves its document. */
async function keepDocument(page: Page, during: () => Promise<void>): Promise<void> {
  await page.evaluate(() => Reflect.set(window, 'isSameDocument', true))
  await during()
  expect(await page.evaluate(() => Reflect.get(window, 'isSameDocument'))).toBe(true)
}

test('a page remains if the file for toasts does not load, and loads it with the next toast', async ({
  page,
  product,
}) => {
  await signIn(page, product)
  const toasts = page.waitForEvent('requestfailed', {
    predicate: (request) => request.url().includes('/assets/toasts'),
    timeout: 60_000,
  })
  await page.route('**/assets/toasts*', (route) => route.abort())
  await page.goto('/')
  const greeting = page.getByRole('heading', { level: 1, name: 'Robin' })
  await expect(greeting).toBeVisible()
  await keepDocument(page, async () => {
    await toasts
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
    await expect(greeting).toBeVisible()
    await page.unrouteAll()
    await page.getByRole('link', { name: 'Clients' }).click()
    await page.getByRole('button', { name: 'Add Client' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Add Client' })
    await dialog.getByLabel('First name').fill('Maya')
    await dialog.getByLabel('Last name').fill('Stone')
    await dialog.getByRole('button', { name: 'Add Client' }).click()
    await expect(page.getByText('Maya Stone was added.')).toBeVisible()
  })
})

test('a dialog whose file does not load opens, with its style, once the file loads', async ({ page, product }) => {
  await signIn(page, product)
  const { id } = await addClient(page, product)
  await page.goto(`/clients/${id}`)
  const review = page.getByRole('button', { name: 'Quick Review' })
  await expect(review).toBeVisible()
  await keepDocument(page, async () => {
    await page.route(files, (route) => route.abort())
    await review.click()
    await expect(notice(page)).toBeVisible()
    await notice(page).getByRole('button', { name: 'Dismiss' }).click()
    await expect(notice(page)).toBeHidden()
    await page.unroute(files)
    await review.click()
    await expect(page.getByRole('dialog', { name: 'Maya Stone' })).toBeVisible()
    await expect.poll(() => unstyled(page)).toBe(0)
  })
})

/** Number of stylesheets that are missing. */
function unstyled(page: Page): Promise<number> {
  return page.evaluate(
    () => [...document.querySelectorAll('link')].filter((link) => link.rel === 'stylesheet' && !link.sheet).length,
  )
}

test('a page whose file does not load shows a message in its document, and opens once the file loads', async ({
  page,
  product,
}) => {
  await signIn(page, product)
  await page.goto('/')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toBeVisible()
  await keepDocument(page, async () => {
    await page.route(files, (route) => route.abort())
    // The server does not respond either. If it did, the page would reload, as after an update.
    await page.route(`${product.url}/`, (route) => route.abort())
    await page.getByRole('link', { name: 'Clients' }).click()
    await expect(notice(page)).toBeVisible()
    await page.unroute(files)
    await page.getByRole('link', { name: 'Calendar' }).click()
    await expect(page.getByRole('heading', { level: 1, name: /\d{4}$/ })).toBeVisible()
    await page.getByRole('link', { name: 'Clients' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Clients' })).toBeVisible()
  })
})

test('typed text of a note remains while the insights do not load', async ({ page, product }) => {
  await signIn(page, product)
  const insights = page.getByRole('alert').filter({ hasText: 'Failed to load insights' })
  await page.route(/\/assets\/insights/, (route) => route.abort())
  await openNewNote(page, product)
  await keepDocument(page, async () => {
    await page.getByRole('button', { name: 'Edit Plan' }).click()
    await page.getByRole('textbox', { name: 'Plan' }).fill('Sleep first.')
    // The insights load when the user scrolls near them, and the page above them still grows.
    await expect(async () => {
      await page.mouse.wheel(0, 4000)
      await expect(insights).toBeVisible({ timeout: 500 })
    }).toPass()
    await page.unrouteAll()
    await insights.getByRole('button', { name: 'Try Again' }).click()
    await expect(page.getByRole('region', { name: 'Session insights' })).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Plan' })).toHaveValue('Sleep first.')
  })
})

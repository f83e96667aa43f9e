import type { Page, Route } from '@playwright/test'
import { alert, offline, withFailure, badGateway, badGatewayAfter, serverError } from './with-failure.ts'
import { expect, newPerson, signIn, test } from './fixtures.ts'

// The specified sentences of failures before a page has loaded, each triggered by its real cause (spec core §8).
test.use({
  expectedErrors: [
    /status of (404|500|502) |Bad Gateway|Cannot read properties of undefined|net::ERR_INTERNET_DISCONNECTED|dynamically imported module/,
  ],
})

test('sign-in and sign-up show what failed and can be continued', async ({ page, product }) => {
  const person = newPerson()
  await page.goto('/login?mode=signup')
  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(person.password)
  const create = page.getByRole('button', { name: 'Create account' })
  await withFailure(page, /\/api\/auth\//, badGateway, async () => {
    await create.click()
    await expect(page.getByRole('alert')).toHaveText('Failed to create account')
  })
  await create.click()
  await page.getByLabel('First Name').fill(person.firstName)
  await page.getByLabel('Last Name').fill(person.lastName)
  await withFailure(page, /\/api\/me$/, serverError, async () => {
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('alert')).toHaveText(
      'Failed to update profile: An unexpected error occurred. If it happens again, report number 1a2b3c4d.',
    )
  })
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Finish' }).click()
  await expect(page).toHaveURL(`${product.url}/`)
  const welcome = page.getByRole('dialog', { name: 'Welcome to Attend' })
  await expect(welcome).toBeVisible()
  await withFailure(page, /\/api\/me$/, badGateway, async () => {
    await welcome.getByRole('button', { name: 'Get Started' }).click()
    await expect(alert(page, 'Failed to update account')).toBeVisible()
  })

  // The dashboard may still send requests.
  await page.goto('about:blank')
  await page.context().clearCookies()
  await page.goto('/login')
  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(person.password)
  await withFailure(page, /\/api\/auth\//, offline, async () => {
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await expect(page.getByRole('alert')).toHaveText(
      'Login failed: Attend cannot be reached right now. Check your connection and try again.',
    )
    await page.getByRole('button', { name: 'Forgot password?' }).click()
    const dialog = page.getByRole('dialog', { name: 'Reset your password' })
    await dialog.getByRole('button', { name: 'Send reset link' }).click()
    await expect(dialog.getByRole('alert')).toHaveText(/^Failed to send reset email: Attend cannot be reached/)
  })
})

test('the reset page checks its link and reports failures', async ({ page, product }) => {
  const { email } = await signIn(page, product)
  const asked = await page.request.post('/api/auth/request-password-reset', {
    headers: { origin: product.url },
    data: { email },
  })
  expect(asked.ok(), await asked.text()).toBe(true)
  await page.goto(product.outboxUrl())
  const link = page.getByRole('article').filter({ hasText: email }).getByRole('link')
  await expect(async () => {
    await page.reload()
    await expect(link).toHaveCount(1)
  }).toPass()
  const released = Promise.withResolvers<void>()
  await link.click()
  await expect(page.getByRole('button', { name: 'Update Password' })).toBeVisible()
  await withFailure(page, /\/api\/auth\/reset-password\/check$/, badGatewayAfter(released.promise), async () => {
    await page.reload()
    await expect(page.getByText('Validating reset link...')).toBeVisible()
    released.resolve()
    await expect(page.getByRole('alert')).toHaveText('Failed to validate reset link')
  })
  await page.getByRole('button', { name: 'Try Again' }).click()
  await page.getByRole('textbox', { name: 'New Password', exact: true }).fill('amber lighthouse 93 wool')
  await page.getByRole('textbox', { name: 'Confirm New Password' }).fill('amber lighthouse 93 wool')
  const sent = Promise.withResolvers<void>()
  await withFailure(page, /\/api\/auth\/reset-password$/, badGatewayAfter(sent.promise), async () => {
    await page.getByRole('button', { name: 'Update Password' }).click()
    await expect(page.getByRole('button', { name: 'Updating Password...' })).toBeDisabled()
    sent.resolve()
    await expect(page.getByRole('alert')).toHaveText('Failed to reset password')
  })
  await page.getByRole('link', { name: '← Back to login' }).click()
  await expect(page).toHaveURL(`${product.url}/`)
})

test('an account that fails to load shows an alert, and dismissing the alert reloads the page', async ({
  page,
  product,
}) => {
  await signIn(page, product)
  // Documents that are fetched in advance contain no data, so the page requests it.
  await page.setExtraHTTPHeaders({ 'sec-purpose': 'prefetch' })
  await withFailure(page, /\/api\/me$/, badGateway, async () => {
    await page.goto('/clients')
    await expect(page.getByRole('alert')).toContainText('Failed to load account')
  })
  await page.getByRole('button', { name: 'Dismiss and reload the page' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Clients' })).toBeVisible()
})

/** Returns a function that counts how often the page has loaded since. */
function countLoads(page: Page): () => number {
  let loads = 0
  page.on('domcontentloaded', () => (loads += 1))
  return () => loads
}

test("a page that fails to load or render shows 'Something went wrong' and Reload Page", async ({ page, product }) => {
  await signIn(page, product)
  const failed = page.getByRole('alert').filter({ has: page.getByRole('heading', { name: 'Something went wrong' }) })
  await test.step('the app fails to load', async () => {
    await withFailure(page, /\/assets\/app-[^/]*\.js$/, offline, async () => {
      await page.goto('/calendar')
      await expect(failed).toContainText('A part of Attend could not be loaded.')
    })
    await failed.getByRole('button', { name: 'Reload Page' }).click()
    await expect(page.getByRole('button', { name: 'Export Month' })).toBeVisible()
  })
  await test.step('a page of the app fails to load', async () => {
    await withFailure(page, /\/assets\/help-[^/]*\.js$/, offline, async () => {
      // The page reloads once automatically. Only the second error is shown.
      const loaded = countLoads(page)
      await page.goto('/help')
      await expect.poll(loaded).toBe(2)
      await expect(failed).toContainText('A part of Attend could not be loaded.')
      await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
    })
    await failed.getByRole('button', { name: 'Reload Page' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Help Center' })).toBeVisible()
  })
  await test.step('a shared part of the pages fails once and is loaded again without a click', async () => {
    const loaded = countLoads(page)
    let documents = 0
    page.on('request', (request) => void (request.isNavigationRequest() && documents++))
    // The first document requests the file once or twice, with its preload and its import.
    await page.route(/\/assets\/shared-[\w-]{8}\.js$/, (route) =>
      documents === 1 ? route.fulfill({ status: 404 }) : route.fallback(),
    )
    await page.goto('/help')
    await expect.poll(loaded).toBe(2)
    await expect(page.getByRole('heading', { level: 1, name: 'Help Center' })).toBeVisible()
    await expect(failed).toBeHidden()
  })
  await test.step('a dialog fails to load and the page behind it stays', async () => {
    const search = page.getByRole('button', { name: 'Search or go to' })
    const hint = page.getByRole('alert').filter({ hasText: 'A part of Attend could not be loaded.' })
    await withFailure(page, /\/assets\/command-palette-[^/]*\.js$/, offline, async () => {
      await search.click()
      await expect(hint).toBeVisible()
      await expect(page.getByRole('heading', { level: 1, name: 'Help Center' })).toBeVisible()
      await hint.getByRole('button', { name: 'Dismiss' }).click()
      await expect(hint).toBeHidden()
      await search.click()
      await expect(hint).toBeVisible()
    })
    await hint.getByRole('button', { name: 'Reload Page' }).click()
    await expect(hint).toBeHidden()
    await expect(page.getByRole('heading', { level: 1, name: 'Help Center' })).toBeVisible()
    await search.click()
    await expect(page.getByRole('dialog').getByRole('combobox')).toBeVisible()
  })
  await test.step('the page cannot render a response', async () => {
    const empty = (route: Route) => route.fulfill({ json: {} })
    await withFailure(page, /\/api\/clients\/list$/, empty, async () => {
      await page.goto('/clients')
      await expect(failed).toContainText('Cannot read properties of undefined')
    })
    await failed.getByRole('button', { name: 'Reload Page' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Clients' })).toBeVisible()
  })
})

import { expect, signIn, test as base } from './fixtures.ts'
import { openNewNote, section } from './steps.ts'

/** Runs in its own browser, which caches pages for the Back button. Playwright turns that off by default. */
const test = base.extend({
  context: async ({ playwright, launchOptions, contextOptions, product }, use) => {
    const ignoreDefaultArgs = ['--disable-back-forward-cache']
    await using browser = await playwright.chromium.launch({ ...launchOptions, ignoreDefaultArgs })
    await use(await browser.newContext({ ...contextOptions, baseURL: product.url }))
  },
})

// The restored page may ask for data before it leaves for the sign-in page.
test.use({ expectedErrors: [/status of 401 /] })

test('after signing out, the back button shows no earlier data', async ({ page, product }) => {
  // A browser may cache documents without first data for the Back button. On a busy machine, it loads the page again.
  await page.setExtraHTTPHeaders({ 'sec-purpose': 'prefetch' })
  await signIn(page, product)
  await openNewNote(page, product)
  await page.evaluate(() => {
    window.addEventListener('pageshow', ({ persisted }) => {
      if (persisted) sessionStorage.setItem('shown', document.documentElement.hidden ? 'hidden' : 'seen')
    })
  })
  await page.getByRole('button', { name: /profile menu$/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible()
  await page.goBack({ waitUntil: 'commit' })
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible()
  await expect(section(page, 'Plan')).toHaveCount(0)
  expect(await page.evaluate(() => sessionStorage.getItem('shown'))).not.toBe('seen')
})

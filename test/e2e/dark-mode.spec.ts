import type { Page } from '@playwright/test'
import { expect, signIn, test } from './fixtures.ts'

// The first test blocks scripts.
test.use({
  colorScheme: 'light',
  expectedErrors: [/ERR_FAILED .*\/assets\//],
})

const storedSetting = (page: Page) => page.evaluate(() => localStorage.getItem('darkMode'))

test("dark mode is stored on the device as true or false, and sets the page's class before the first paint", async ({
  page,
  product,
}) => {
  await signIn(page, product)
  await page.goto('/')
  const html = page.locator('html')
  const dark = page.getByRole('button', { name: 'Dark Mode' })
  await expect(dark).toBeVisible()
  await expect(html).not.toHaveClass(/dark/)
  expect(await storedSetting(page)).toBeNull()
  await dark.click()
  await expect(html).toHaveClass(/dark/)
  expect(await storedSetting(page)).toBe('true')

  // No script of the app has run yet, only the page's own first script.
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/clients', { waitUntil: 'commit' })
  await expect(html).toHaveClass(/dark/)
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.unroute('**/assets/*.js')

  await page.goto('/clients')
  await page.getByRole('button', { name: 'Light Mode' }).click()
  await expect(html).not.toHaveClass(/dark/)
  expect(await storedSetting(page)).toBe('false')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.reload()
  await expect(dark).toBeVisible()
  await expect(html).not.toHaveClass(/dark/)
})

test('dark mode follows the device by default', async ({ page, product }) => {
  await signIn(page, product)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Light Mode' })).toBeVisible()
  await expect(page.locator('html')).toHaveClass(/dark/)
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(page.locator('html')).not.toHaveClass(/dark/)
  expect(await storedSetting(page)).toBeNull()
})

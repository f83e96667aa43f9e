import { expect, signIn, test } from './fixtures.ts'
import { openNewNote, section } from './steps.ts'

// Browsers cache a left page to show it again at once.
test.use({
  launchOptions: async ({ launchOptions }, use) =>
    use({ ...launchOptions, ignoreDefaultArgs: ['--disable-back-forward-cache'] }),
})

test('after signing out, the back button shows no earlier data', async ({ page, product }) => {
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

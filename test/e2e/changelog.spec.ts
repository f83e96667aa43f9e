import { readFile } from 'node:fs/promises'
import { expectAccessible } from './expect-accessible.ts'
import { expectFitting } from './expect-fitting.ts'
import { expect, signIn, test } from './fixtures.ts'

const file = new URL('../../CHANGELOG.md', import.meta.url)

test('the public changelog shows the content of its file', async ({ page }) => {
  const text = await readFile(file, 'utf8')
  const days = [...text.matchAll(/^## (\d{4})-(\d\d)-(\d\d)$/gm)].map(
    ([, year, month, day]) => `${month}/${day}/${year}`,
  )
  const issues = [...text.matchAll(/^### (?:\[)?([A-Z]+-\d+)/gm)].map(([, id]) => id ?? '')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/changelog')
  await expect(page).toHaveTitle('Internal Development Changelog · Attend')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Internal Development Changelog')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(days)
  await expect(page.getByText(/^\d+ issues? completed$/)).toHaveCount(days.length)
  await expect(page.getByRole('heading', { name: 'Key Achievements' })).toHaveCount(days.length)
  await expect(page.getByRole('article')).toHaveCount(issues.length)
  // The page requests the configuration and no personal data, not even the signed-in user.
  expect(asked.filter((path) => path.startsWith('/api/') && path !== '/api/setup')).toEqual([])
  await expectAccessible(page, 'changelog')

  const entry = page.getByRole('article').filter({ hasText: 'ATT-5' })
  const button = entry.getByRole('button', { name: /ATT-5 Organizations, sign-in in two steps/ })
  await expect(button).toContainText(/High priority\s*Feature/)
  await expect(button).toHaveAttribute('aria-expanded', 'false')
  await expect(entry.getByText('An organization invites its people')).toBeHidden()
  await button.press('Enter')
  await expect(button).toHaveAttribute('aria-expanded', 'true')
  await expect(entry.getByText('An organization invites its people')).toBeVisible()
  await expect(entry.getByRole('listitem').filter({ hasText: 'ATT-5.1' })).toHaveText(/Resource library/)
  // These issues are not in Linear, so there is no link.
  await expect(page.getByRole('link', { name: 'View in Linear' })).toHaveCount(0)
  await expectAccessible(page, 'an open issue')
  await button.press('Enter')
  await expect(entry.getByText('An organization invites its people')).toBeHidden()

  await expectFitting(page, 'changelog', 390, 800)
  await page.getByRole('link', { name: 'Open Attend' }).click()
  await expect(page).toHaveURL(/\/login$/)
})

test('a signed-in user reads the changelog and returns to the dashboard', async ({ page, product }) => {
  await signIn(page, product)
  await page.goto('/changelog')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Internal Development Changelog')
  await page.getByRole('link', { name: 'Open Attend' }).click()
  await expect(page.getByRole('heading', { name: /Robin/ })).toBeVisible()
})

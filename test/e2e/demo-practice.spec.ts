import { demoClients } from '#server/features/demo/people.ts'
import { expect, test } from './fixtures.ts'
import { quotes, section, sentences } from './steps.ts'

const { firstName, lastName } = demoClients.find(({ isRecorded }) => isRecorded) ?? { firstName: '', lastName: '' }
const recorded = `${firstName} ${lastName}`

test('one click opens the demo practice with a client, a note and its audio', async ({ page, product }) => {
  test.slow()
  await page.goto('/login')
  await page.getByRole('button', { name: 'Explore the demo practice' }).click()
  await expect(page).toHaveURL(`${product.url}/`, { timeout: 80_000 })
  await page.getByRole('link', { name: 'Clients', exact: true }).click()
  await page.getByRole('searchbox', { name: 'Search clients' }).fill(recorded)
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByRole('table').getByRole('link', { name: /View/ }).click()
  await page.getByRole('tab', { name: 'Sessions' }).click()
  await page
    .getByRole('list', { name: 'Sessions' })
    .getByRole('link', { name: /Note ready|Needs review/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/notes\//)
  await expect(page.getByRole('article', { name: 'Note' })).toBeVisible()
  await sentences(page).first().click()
  const source = quotes(page).first()
  await expect(source.getByRole('blockquote')).toBeVisible()
  await expect(section(page, 'Disclaimer')).toContainText('does not replace professional clinical judgment')
  const partial = page.waitForResponse((response) => response.url().includes('/media/') && response.status() === 206)
  await source.getByRole('button', { name: /^Play / }).click()
  await partial
  await expect(source.getByRole('button', { name: 'Stop' })).toBeVisible()
})

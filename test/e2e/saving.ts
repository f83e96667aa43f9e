import { expect, type Page } from '@playwright/test'
import { appears, disappears, pauseClock } from './clock.ts'

/**
 * Saves changes of the account on a page with an installed clock. The button shows the progress, and then the page
 * shows this sentence for three seconds.
 */
export async function saveChanges(page: Page, sentence: string): Promise<void> {
  const released = Promise.withResolvers<void>()
  await page.route('**/api/me', async (route) => {
    if (route.request().method() === 'PATCH') await released.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeDisabled()
  await pauseClock(page)
  released.resolve()
  const sentenceText = page.getByText(sentence)
  await appears(page, sentenceText)
  await page.clock.runFor(2000)
  await expect(sentenceText).toBeVisible()
  await page.clock.runFor(1000)
  await disappears(page, sentenceText)
  await page.clock.resume()
  await page.unroute('**/api/me')
}

import type { Locator, Page } from '@playwright/test'
import { keepUndoToasts } from './clock.ts'
import { expect, signIn, test } from './fixtures.ts'

test.use({ viewport: { width: 390, height: 844 } })

async function boxOf(element: Locator) {
  const box = await element.boundingBox()
  if (!box) throw new Error('not visible')
  return { top: box.y, bottom: box.y + box.height }
}

async function expectApart(page: Page, toast: Locator, dialog: Locator): Promise<void> {
  // The toast moves when the dialog opens.
  await expect(async () => {
    const [shown, title, last] = [
      await boxOf(toast),
      await boxOf(dialog.getByRole('heading')),
      await boxOf(dialog.getByRole('button').last()),
    ]
    expect(shown.top).toBeGreaterThan(title.bottom)
    expect(shown.bottom <= last.top || shown.top >= last.bottom).toBe(true)
    expect(shown.bottom).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0)
  }).toPass({ timeout: 5000 })
}

test('on phones, a toast covers neither the title nor the buttons of a dialog', async ({ page, product }) => {
  await signIn(page, product)
  const added = await page.request.post(`${product.url}/api/snippets`, {
    headers: { origin: product.url },
    data: { trigger: 'mse', body: 'Alert.', isShared: false },
  })
  expect(added.ok(), await added.text()).toBe(true)
  await keepUndoToasts(page)
  await page.goto('/snippets')
  await page.getByRole('button', { name: 'Delete ;mse' }).click()
  const toast = page.getByRole('alert').filter({ hasText: ';mse' })
  await expect(toast).toBeVisible()
  await expect.poll(async () => (await boxOf(toast)).top).toBeLessThan(200)

  await page.getByRole('button', { name: 'Add snippet' }).click()
  const sheet = page.getByRole('dialog', { name: 'Add snippet' })
  await expect(sheet).toBeVisible()
  await expectApart(page, toast, sheet)
  await sheet.getByLabel('Trigger').fill('mood')
  await sheet.getByRole('button', { name: 'Cancel' }).click()
  const question = page.getByRole('dialog', { name: 'Unsaved changes' })
  await expect(question).toBeVisible()
  await expectApart(page, toast, question)
})

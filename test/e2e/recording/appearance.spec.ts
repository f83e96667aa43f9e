import type { Page } from '@playwright/test'
import { expectAccessible } from '../expect-accessible.ts'
import { addClient } from '../steps.ts'
import { expect, signIn, test } from './fixtures.ts'
import { waitForRecorded, startSession, state, timer } from './steps.ts'

test.use({ expectedErrors: [/net::ERR_/] })

async function expectNothingCutOff(page: Page): Promise<void> {
  const [inner, outer] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth] as const)
  expect(inner).toBeLessThanOrEqual(outer)
}

test('the recording view meets the accessibility rules in all its states', async ({ page, context, product }) => {
  test.slow()
  await signIn(page, product)
  const client = await addClient(page, product)
  await page.goto(`/session/${client.id}`)
  await expect(page.getByRole('button', { name: 'Start Session' })).toBeEnabled()
  await expectAccessible(page, 'before')
  await startSession(page, `${product.url}/session/${client.id}`)
  await waitForRecorded(page, 1)
  await expectAccessible(page, 'recording')
  await context.setOffline(true)
  await expect(page.getByText(/waiting to upload/).last()).toBeVisible()
  await expectAccessible(page, 'the network is down')
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(state(page, 'Paused')).toBeVisible()
  await expectAccessible(page, 'paused')
  await page.getByRole('button', { name: 'End Session' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page, 'end early')
  page.on('dialog', (dialog) => void dialog.accept())
  await page.goto(`${product.url}/`)
  await expect(page.getByRole('link', { name: 'Finish the session' })).toBeVisible()
  await expectAccessible(page, 'banner')
  await page.getByRole('link', { name: 'Finish the session' }).click()
  await expect(page.getByRole('heading', { name: 'Unfinished session' })).toBeVisible()
  await expectAccessible(page, 'unfinished')
  await page.getByRole('button', { name: 'End Session' }).click()
  const choice = page.getByRole('dialog', { name: 'Which note type for this session?' })
  await expect(choice).toBeVisible()
  await expectAccessible(page, 'note type')
  await choice.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('dialog', { name: 'Processing the session' })).toBeVisible()
  await expectAccessible(page, 'processing')
})

test.describe('the recording view on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('every control of the recording view can be reached on a phone', async ({ page, product }) => {
    await signIn(page, product)
    const client = await addClient(page, product)
    await startSession(page, `${product.url}/session/${client.id}`)
    await waitForRecorded(page, 1)
    for (const name of ['Pause', 'End Session'])
      await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
    await expect(timer(page)).toBeInViewport({ ratio: 1 })
    await expectNothingCutOff(page)
    await expectAccessible(page, 'recording on a phone')
    page.on('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Unfinished session' })).toBeVisible()
    await expectNothingCutOff(page)
    await expectAccessible(page, 'unfinished on a phone')
  })
})

import { addClient } from '../steps.ts'
import { expect, signIn, test } from './fixtures.ts'
import { waitForRecorded, startSession, state } from './steps.ts'

test.use({ expectedErrors: [/net::ERR_FAILED|Not loaded: /] })

test('a recording continues on the open page while files of the page do not load', async ({ page, product }) => {
  await signIn(page, product)
  const client = await addClient(page, product)
  await startSession(page, `${product.url}/session/${client.id}`)
  await page.route('**/assets/**', (route) => route.abort())
  await page.evaluate(() => Reflect.set(window, 'isSameDocument', true))
  // Pointing at a link requests the files of its page.
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/assets/'))
  await page.getByRole('link', { name: 'Calendar' }).hover()
  await failed
  await waitForRecorded(page, 5)
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(state(page, 'Paused')).toBeVisible()
  expect(await page.evaluate(() => Reflect.get(window, 'isSameDocument'))).toBe(true)
})

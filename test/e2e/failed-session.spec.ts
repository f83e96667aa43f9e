import { createHash, randomUUID } from 'node:crypto'
import type { Locator } from '@playwright/test'
import type { Client } from '#shared/contract/clients.ts'
import { type Caller, expect, signIn, test } from './fixtures.ts'
import { makeAdmin } from './platform-admin.ts'
import type { Product } from './product.ts'
import { addClient, processed } from './steps.ts'

/** The first bytes of a WebM file. */
const webmHeader = '1a45dfa39f4286810142f7810142f2810442f381084282847765626d42878104428581021853806701ffffffffffffff'

/** Records a session with unreadable audio by API calls. */
async function recordUnreadable(page: Caller, product: Product, client: Client): Promise<string> {
  const headers = { origin: product.url }
  const post = async (path: string, data: object) => {
    const response = await page.request.post(`${product.url}/api${path}`, { headers, data })
    expect(response.ok(), await response.text()).toBe(true)
    return await response.json()
  }
  const { sessionId }: { sessionId: string } = await post(`/clients/${client.id}/recordings`, {
    requestId: randomUUID(),
  })
  const chunk = Buffer.concat([Buffer.from(webmHeader, 'hex'), Buffer.alloc(5000, 'no audio ')])
  const chunkResponse = await page.request.put(`${product.url}/api/sessions/${sessionId}/chunks/0`, {
    headers: {
      ...headers,
      'content-type': 'audio/webm;codecs=opus',
      'x-chunk-sha256': createHash('sha256').update(chunk).digest('hex'),
      'x-chunk-count': '1',
      'x-chunk-segment': '0',
      'x-chunk-ends-ms': '500',
    },
    data: chunk,
  })
  expect(chunkResponse.ok(), await chunkResponse.text()).toBe(true)
  await post(`/sessions/${sessionId}/recording/end`, { chunks: 1 })
  return sessionId
}

test('Try Again on a failed session shows progress immediately, and then the second failure', async ({
  page,
  product,
}) => {
  await signIn(page, product)
  const client = await addClient(page, product)
  const sessionId = await recordUnreadable(page, product, client)
  await page.goto(`${product.url}/notes/${sessionId}`)
  const failure = page.getByRole('alert').filter({ hasText: 'There is no transcript of this session yet' })
  await expect(failure).toBeVisible(processed)
  await expect(failure).not.toContainText('tried again')

  await test.step('the audio of a failed session can be downloaded', async () => {
    const saved = page.waitForEvent('download')
    await failure.getByRole('button', { name: 'Download audio' }).click()
    await saved
  })

  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route(`**/api/sessions/${sessionId}/progress`, async (route) => {
    await held
    await route.continue()
  })
  await failure.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Transcribing audio...' })).toBeAttached()
  await expect(page.getByText('You can leave this page; processing continues.')).toBeVisible()
  await expect(failure).toBeHidden()
  release()
  await expect(failure).toContainText('This was tried again just now, with the same result.', processed)
})

test('an operator finds the failed session in a narrow window and processes it again', async ({ page, product }) => {
  const operator = await signIn(page, product)
  await recordUnreadable(page, product, await addClient(page, product))
  await makeAdmin(product, operator)
  await page.setViewportSize({ width: 390, height: 844 })
  const banner = page.getByRole('alert').filter({ hasText: 'could not be finished' })
  await expect(async () => {
    await page.goto(`${product.url}/admin/sessions`)
    await expect(banner).toBeVisible({ timeout: 10_000 })
  }).toPass()
  const all = banner.getByRole('button', { name: /^Run (it|all \d+) again$/ })
  const rightEdge = async (part: Locator) => {
    const box = await part.boundingBox()
    return box ? box.x + box.width : Infinity
  }
  expect(await rightEdge(all)).toBeLessThanOrEqual(await rightEdge(banner))
  await all.click()
  await expect(page.getByText(/sessions? queued\./)).toBeVisible()
})

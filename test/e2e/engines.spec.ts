import { createServer } from 'node:http'
import { expectAccessible } from './expect-accessible.ts'
import { expect, signIn, test as base } from './fixtures.ts'
import { freePort } from '#server/free-port.ts'
import { listedModels } from '#server/providers/engines/models.ts'

const port = await freePort()

const test = base.extend<{ mirror: void }>({
  /** A slow mirror: files of the right length, at two megabytes per second. */
  mirror: [
    // oxlint-disable-next-line eslint/no-empty-pattern -- Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      const server = createServer((request, response) => {
        const name = request.url?.split('/').at(-1)
        const bytes = listedModels.flatMap(({ files }) => files).find((file) => file.name === name)?.bytes ?? 0
        const start = Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0)
        response.writeHead(start > 0 ? 206 : 200, { 'content-length': bytes - start })
        const timer = setInterval(() => response.write(Buffer.alloc(200_000)), 100)
        response.once('close', () => clearInterval(timer))
      })
      await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
      await use()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
    { auto: true },
  ],
})

// Settings like those of `npm start`: without an endpoint, and not behind a proxy.
test.use({ settings: { SPEECH_BASE_URL: '', TRUST_PROXY: 'false', MODELS_MIRROR: `http://127.0.0.1:${port}` } })

test('the first account downloads a speech model, pauses, resumes and cancels; the second account cannot', async ({
  page,
  product,
  browser,
}) => {
  await signIn(page, product)
  await page.goto('/settings')
  await page.getByRole('tab', { name: 'Engines' }).click()
  await expect(page.getByText('No speech engine is installed')).toBeVisible()
  await expectAccessible(page, 'engines without a speech engine')

  const model = page.getByRole('row', { name: 'Whisper base.en', exact: true })
  await model.getByRole('button', { name: 'Download Whisper base.en' }).click()
  await expect(page.getByText(/^\d+ of 161 MB from 127\.0\.0\.1/)).toBeVisible()
  await expect(model).toContainText('Downloading')

  await page.getByRole('button', { name: 'Pause the download of Whisper base.en' }).click()
  await expect(page.getByText(/^Paused at \d+ of 161 MB$/)).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Resume the download of Whisper base.en' }).click()
  await expect(model).toContainText('Downloading')
  await expectAccessible(page, 'engines during a download')

  await page.getByRole('button', { name: 'Cancel the download of Whisper base.en' }).click()
  await expect(model.getByRole('button', { name: 'Download Whisper base.en' })).toBeVisible()

  const other = await (await browser.newContext({ baseURL: product.url })).newPage()
  await signIn(other, product)
  await other.goto('/settings')
  await expect(other.getByRole('tab', { name: 'Organization' })).toBeVisible()
  await expect(other.getByRole('tab', { name: 'Engines' })).toBeHidden()
})

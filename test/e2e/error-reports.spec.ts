import type { Page } from '@playwright/test'
import { type IngestTestServer, startIngestTestServer } from '#server/providers/error-reports/ingest.test-server.ts'
import { expect, test as base, signIn } from './fixtures.ts'
import { addClient, openNewNote } from './steps.ts'

const planted = 'Maya Stone has thought about hurting herself since the divorce'
const wordsPattern = /Maya|Stone|hurting|divorce|Robin|Hale|example\.test/i

const test = base.extend<object, { ingest: IngestTestServer }>({
  ingest: [
    // oxlint-disable-next-line eslint/no-empty-pattern -- Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      await using ingest = await startIngestTestServer()
      await use(ingest)
    },
    { scope: 'worker' },
  ],
  settings: async ({ ingest }, use) => use({ SENTRY_DSN: ingest.dsn }),
})

/** Errors of a page that quote clinical text: thrown, rejected, and during rendering. */
async function failWith(page: Page, said: string): Promise<void> {
  await page.evaluate((text) => {
    setTimeout(() => {
      throw new TypeError(`cannot read: ${text}`)
    })
    setTimeout(() => void Promise.reject(new Error(text, { cause: new SyntaxError(text) })))
  }, said)
}

test.describe('with an error report endpoint', () => {
  test.use({ expectedErrors: [/cannot read|hurting/] })

  test('page errors are reported without clinical text, and only to the endpoint', async ({
    page,
    product,
    ingest,
  }) => {
    await signIn(page, product)
    const elsewhere: string[] = []
    page.on('request', (request) => {
      const { origin } = new URL(request.url())
      if (origin !== product.url && !ingest.dsn.endsWith(`@${origin.slice('http://'.length)}/7`)) elsewhere.push(origin)
    })
    await openNewNote(page, product)
    // oxlint-disable-next-line eslint/no-console -- error reports must ignore the console
    await page.evaluate((text) => console.error(text), planted)
    await failWith(page, planted)
    // Some requests of the page are timed and reported too.
    const errors = () => ingest.arrived.filter(({ body }) => body.includes('"type":"event"'))
    await expect.poll(() => errors().length).toBe(2)
    for (const { body, headers } of ingest.arrived) {
      expect(body).not.toMatch(wordsPattern)
      expect(JSON.stringify(headers)).not.toMatch(wordsPattern)
      expect(headers.cookie).toBeUndefined()
      expect(headers.referer).toBeUndefined()
      // No URL, user or breadcrumbs.
      expect(body).not.toMatch(/"(request|breadcrumbs|user|extra)"|\/notes\//)
    }
    const sent = errors()
      .map(({ body }) => body)
      .join('\n')
    expect(sent).toContain('"TypeError"')
    // The endpoint must not store the sender's network address.
    expect(sent).toContain('"infer_ip":"never"')
    expect(elsewhere).toEqual([])
  })

  test('server timings are reported without clinical text', async ({ page, product, ingest }) => {
    await signIn(page, product)
    const client = await addClient(page, product)
    ingest.arrived.length = 0
    const hasTiming = () => ingest.arrived.some(({ body }) => body.includes('"transaction":"clients.get"'))
    // One in ten requests is timed.
    for (let times = 0; times < 300 && !hasTiming(); times++) {
      await page.request.get(`${product.url}/api/clients/${client.id}?said=${encodeURIComponent(planted)}`)
    }
    await expect.poll(hasTiming).toBe(true)
    for (const { body } of ingest.arrived) {
      expect(body).not.toMatch(wordsPattern)
      expect(body).not.toContain(client.id)
    }
  })
})

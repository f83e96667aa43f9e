import type { Page } from '@playwright/test'
import { type IngestTestServer, startIngestTestServer } from '#server/providers/error-reports/ingest.test-server.ts'
import { expect, test as base, signIn } from './fixtures.ts'
import { addClient, openNewNote } from './steps.ts'

const planted = 'Maya Stone has thought about hurting herself since the divorce'
const words = /Maya|Stone|hurting|divorce|Robin|Hale|example\.test/i

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

/** Errors of a page that quote what was said: thrown, rejected, and while something is drawn. */
async function failWith(page: Page, said: string): Promise<void> {
  await page.evaluate((text) => {
    setTimeout(() => {
      throw new TypeError(`cannot read: ${text}`)
    })
    setTimeout(() => void Promise.reject(new Error(text, { cause: new SyntaxError(text) })))
  }, said)
}

test.describe('with a place to report to', () => {
  test.use({ expectedErrors: [/cannot read|hurting/] })

  test('errors of a page are reported without anything that was said, and only there', async ({
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
    // oxlint-disable-next-line eslint/no-console -- the console is not to be listened to
    await page.evaluate((text) => console.error(text), planted)
    await failWith(page, planted)
    // Some requests of the page are timed, and reported too.
    const errors = () => ingest.arrived.filter(({ body }) => body.includes('"type":"event"'))
    await expect.poll(() => errors().length).toBe(2)
    for (const { body, headers } of ingest.arrived) {
      expect(body).not.toMatch(words)
      expect(JSON.stringify(headers)).not.toMatch(words)
      expect(headers.cookie).toBeUndefined()
      expect(headers.referer).toBeUndefined()
      // Where the person was, and what they did there.
      expect(body).not.toMatch(/"(request|breadcrumbs|user|extra)"|\/notes\//)
    }
    const sent = errors()
      .map(({ body }) => body)
      .join('\n')
    expect(sent).toContain('"TypeError"')
    // The sender's network address is not to be kept.
    expect(sent).toContain('"infer_ip":"never"')
    expect(elsewhere).toEqual([])
  })

  test('errors of the server are reported without anything that was said', async ({ page, product, ingest }) => {
    await signIn(page, product)
    const client = await addClient(page, product)
    const timed = () => ingest.arrived.some(({ body }) => body.includes('"transaction":"clients.get"'))
    // One in ten of these is timed.
    for (let times = 0; times < 300 && !timed(); times++) {
      await page.request.get(`${product.url}/api/clients/${client.id}?said=${encodeURIComponent(planted)}`)
    }
    await expect.poll(timed).toBe(true)
    for (const { body } of ingest.arrived) {
      expect(body).not.toMatch(words)
      expect(body).not.toContain(client.id)
    }
  })
})

import { openEndpoint, type Reply } from '#server/providers/drafter/endpoint.fixture.ts'
import { expect, signIn, test as base } from './fixtures.ts'
import { addSession, section } from './steps.ts'

let reply: Reply
/** The product with a language model that responds as `reply` says. */
const test = base.extend<object, { settings: Record<string, string> }>({
  settings: [
    // oxlint-disable-next-line eslint/no-empty-pattern -- Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      const endpoint = await openEndpoint(() => reply)
      await use({ DRAFTER: 'openai-compatible', DRAFTER_BASE_URL: endpoint.baseUrl, DRAFTER_MODEL: 'tiny-7b' })
      await endpoint.close()
    },
    { scope: 'worker' },
  ],
})

test('after a failure of the language model, one click writes the note from excerpts', async ({ page, product }) => {
  reply = { body: '<!doctype html><title>Log in</title>', type: 'text/html' }
  await signIn(page, product)
  const { sessionId } = await addSession(page, product)
  await page.goto(`/notes/${sessionId}`)
  const failure = page.getByRole('alert').filter({ hasText: 'Failed to generate notes' })
  await expect(failure).toContainText('The address of the language model answered with a web page.')
  await failure.getByRole('button', { name: 'Draft with excerpts instead' }).click()
  await expect(failure).toBeHidden()
  const about = page.getByRole('region', { name: 'About this session' })
  await expect(page.getByText('No language model was used.')).toBeVisible()
  await expect(about).toContainText('Enhancements remaining2')
  await expect(section(page, 'Plan')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Draft with excerpts instead' })).toBeHidden()
})

test('while a note waits for the language model, it can be written from excerpts', async ({ page, product }) => {
  reply = { status: 503 }
  await signIn(page, product)
  const { sessionId } = await addSession(page, product)
  await page.goto(`/notes/${sessionId}`)
  const button = page.getByRole('button', { name: 'Draft with excerpts instead' })
  await button.click()
  await expect(page.getByText('No language model was used.')).toBeVisible()
})

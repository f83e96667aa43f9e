import { answerWith, openEndpoint, type Reply } from '#server/providers/drafter/endpoint.fixture.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from './expect-accessible.ts'
import { safetyTopics } from '#shared/rules/safety-lists.ts'
import { inDatabase } from './database.ts'
import { expect, signIn, test as base } from './fixtures.ts'
import { signInAsAdmin } from './platform-admin.ts'
import type { Product } from './product.ts'
import { addSession, processed, section } from './steps.ts'
import { openOtherBrowser } from './team.ts'

let reply: Reply | ((request: string) => Reply)
/** The product with a language model that responds as `reply` says. */
const test = base.extend<object, { settings: Record<string, string> }>({
  settings: [
    // oxlint-disable-next-line eslint/no-empty-pattern -- Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      const endpoint = await openEndpoint((body) => (typeof reply === 'function' ? reply(body) : reply))
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
  await expect(failure).toContainText('The address of the language model answered with a web page.', processed)
  await failure.getByRole('button', { name: 'Draft with excerpts instead' }).click()
  await expect(failure).toBeHidden()
  const about = page.getByRole('region', { name: 'About this session' })
  await expect(page.getByText('No language model was used.')).toBeVisible(processed)
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
  await expect(page.getByText('No language model was used.')).toBeVisible(processed)
})

test('words that a language model finds to be about risk are marked on the safety card, also after an edit, and must be confirmed in the note', async ({
  page,
  product,
}) => {
  const drafted = answerWith({
    Subjective: [
      {
        text: 'Maya worries that her wife will be disappointed in her.',
        evidence: [
          { utterance: 4, quote: 'I worry that I will lose my job, and that my wife will be disappointed in me.' },
        ],
      },
    ],
  })
  const noRisk = Object.fromEntries(safetyTopics.map((topic) => [topic, []]))
  reply = (request) => {
    if (request.includes('may be about risk')) return { content: JSON.stringify({ ...noRisk, abuse: ['u4', 'u2'] }) }
    if (request.includes('Judge each of')) return { content: '{}' }
    return drafted
  }
  await signIn(page, product)
  const { sessionId } = await addSession(page, product)
  await page.goto(`/notes/${sessionId}`)
  const card = page.getByRole('region', { name: 'Safety' })
  await expect(card).toContainText('The language model also read this session for indirect statements.', processed)
  const sentence = section(page, 'Subjective').getByRole('button', { name: /disappointed in her/ })
  await sentence.click()
  await expect(
    page.getByText('A language model read the cited words as possibly about abuse and neglect.'),
  ).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(card.getByText('Found by the language model')).toBeVisible()
  await expectAccessible(page, 'a safety card with words that a language model found')

  const words = card.locator('mark').filter({ hasNotText: 'hurting yourself' })
  await expect(words).toHaveText([/^I slept about four hours/, /^I worry that I will lose my job/])
  await page.getByRole('button', { name: 'Note Preferences' }).click()
  await page.getByRole('menuitem', { name: 'Transcript', exact: true }).click()
  await page.getByRole('button', { name: /^Turn 4,/ }).click()
  await page.getByRole('menuitem', { name: /^Split this turn/ }).click()
  await page
    .getByRole('group', { name: 'Where the new turn begins' })
    .getByRole('button', { pressed: true })
    .press('Enter')
  await expect(words).toHaveText([/^I slept about four hours/, /^I worry/, /disappointed in me\.$/])
  await page.getByRole('button', { name: 'Undo split' }).click()
  await expect(words).toHaveText([/^I slept about four hours/, /^I worry that I will lose my job/])
})

/** Inserts a measurement in which a model detects this many of six statements of each kind. */
async function measured(product: Product, model: string, count: number): Promise<void> {
  const share = { count, of: 6 }
  const kinds = ['unsupported', 'number', 'denial', 'contradicted', 'who', 'when', 'direction', 'certainty', 'thing']
  const result = {
    model,
    drafting: { failed: { count: 0, of: 10 }, filled: { count: 40, of: 41 }, invented: { count: 3, of: 90 } },
    secondReading: {
      failed: { count: 0, of: 10 },
      caught: Object.fromEntries([...kinds, 'clause'].map((kind) => [kind, share])),
      falseAlarms: { count: 2, of: 50 },
    },
    seconds: 61.4,
    tokens: { read: 20_000, written: 5000 },
  }
  await inDatabase(product, 'insert into model_scores (model, result) values ($1, $2)', [model, JSON.stringify(result)])
}

test('notes show the score of their model, and platform admins read all scores', async ({ page, browser, product }) => {
  reply = { status: 503 }
  await measured(product, 'good-70b', 6)
  await measured(product, 'tiny-1b', 2)
  const therapist = await openOtherBrowser(browser, product)
  await signIn(therapist, product)
  const { sessionId } = await openNewNoteByExcerpts(therapist, product)
  const about = therapist.getByRole('region', { name: 'About this session' })
  const draftedBy = async (model: string) => {
    await inDatabase(product, 'update notes set model = $1, drafter = $2 where session_id = $3', [
      model,
      'language-model',
      sessionId,
    ])
    await therapist.reload()
    await expect(about).toContainText('of the session read')
  }
  await draftedBy('tiny-1b')
  await expect(about).toContainText("This model has not passed Attend's checks")
  await expect(about).toContainText('tiny-1b: false sentences caught 20 of 60, needed at least 75%')
  await expectAccessible(therapist, 'a note by a model that has not passed')
  await draftedBy('good-70b')
  await expect(about).not.toContainText('has not passed')
  await draftedBy('tiny-7b')
  await expect(about).toContainText('Drafted by tiny-7b, a language model that has not been measured')

  await signInAsAdmin(page, product)
  await page.goto('/admin/users')
  await page.getByRole('link', { name: 'Models' }).click()
  await expect(page.getByRole('region', { name: 'Current model' })).toContainText(
    'This model has not been measured. Run npm run models:score.',
  )
  await expect(page.getByRole('region', { name: 'good-70b' })).toContainText('Passed')
  const tiny = page.getByRole('region', { name: 'tiny-1b' })
  await expect(tiny).toContainText('Not passed')
  await expect(tiny.getByRole('row').filter({ hasText: 'Caught: another person' })).toContainText('2 of 6, not met')
  await expectAccessible(page, 'models')
})

/** A note of a product whose language model does not respond. */
async function openNewNoteByExcerpts(page: Page, product: Product) {
  const added = await addSession(page, product)
  await page.goto(`/notes/${added.sessionId}`)
  await page.getByRole('button', { name: 'Draft with excerpts instead' }).click()
  await expect(section(page, 'Plan')).toBeVisible(processed)
  return added
}

import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { Client } from '#shared/contract/clients.ts'
import type { EditedNote, NotePage } from '#shared/contract/notes.ts'
import { expectAccessible } from './expect-accessible.ts'
import { expect, signIn, test } from './fixtures.ts'
import type { Product } from './product.ts'
import { addClient, openNewNote, transcriptFile } from './steps.ts'

const names = [
  'Emotional Cycle Map',
  'Core Negative Beliefs',
  'Pattern Timeline',
  'Corrective Experiences',
  'Treatment Milestones',
  'Modality Effectiveness',
  'Diagnosis Suggestions (Provisional)',
  'Referrals & Modalities',
  'Suggested Resources',
]

const heading = (page: Page, name: string) => page.getByRole('button', { name })
const tile = (page: Page, title: string) =>
  page.getByRole('region', { name: 'Progress Summary' }).getByRole('listitem').filter({ hasText: title })

/** Creates a client's session in which danger is stated, with its note. */
async function addDangerSession(page: Page, product: Product, client: Client): Promise<void> {
  const lines = [
    ['Therapist', 'How have you been since we met last week, and how did you sleep?'],
    ['Client', 'I feel like a failure, and I want to kill myself when I wake up at night.'],
    ['Therapist', 'Thank you for telling me. Let us plan something that keeps you safe this week.'],
    ['Client', 'I will keep a sleep diary and call my sister on Friday evening before bed.'],
  ] as const
  const sent = await page.request.post(`${product.url}/api/clients/${client.id}/transcripts`, {
    headers: { origin: product.url },
    data: {
      requestId: randomUUID(),
      fileName: 'session.txt',
      content: transcriptFile(lines).buffer.toString('base64'),
      settingType: 'in-person',
    },
  })
  expect(sent.ok(), await sent.text()).toBe(true)
  const { sessionId }: { sessionId: string } = await sent.json()
  await page.goto(`/notes/${sessionId}`)
  await expect(page.getByRole('region', { name: 'Plan', exact: true })).toBeVisible()
}

/** Adds the therapist's own sentence to a note. */
async function writeInto(page: Page, product: Product, sessionId: string, content: string): Promise<void> {
  const url = `${product.url}/api/notes/${sessionId}`
  const { note }: NotePage = await (await page.request.get(url)).json()
  if (note === null) throw new Error('the session has no note')
  const edited: EditedNote = { noteType: note.noteType, sections: [{ title: 'Plan', content }] }
  const data = { baseVersion: note.version, ...edited }
  const saved = await page.request.put(url, { headers: { origin: product.url }, data })
  expect(saved.ok(), await saved.text()).toBe(true)
}

test('progress is empty without sessions, and later each passage links to its note', async ({ page, product }) => {
  await signIn(page, product)
  await page.goto('/progress')
  await expect(page.getByRole('heading', { name: 'Progress', exact: true })).toBeVisible()
  await expect(page.getByText('Last updated: No notes yet')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No notes in the last 3 months' })).toBeVisible()
  for (const title of ['Core Beliefs', 'Treatment Goals', 'Anxiety Level'])
    await expect(tile(page, title)).toContainText('No figure')
  for (const name of names) await expect(heading(page, name)).toContainText('Nothing yet')
  await expect(page.getByText('Red flags present')).toHaveCount(0)
  await expect(page.getByText('%')).toHaveCount(0)

  const { sessionId } = await openNewNote(page, product)
  await writeInto(page, product, sessionId, 'The goal is to rest. Was able to sleep for the first time in weeks.')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Progress' }).click()
  await expect(page.getByText(/Last updated: \d\d\/\d\d\/\d{4}/)).toBeVisible()
  await expect(tile(page, 'Treatment Goals')).toContainText('1 of 1 session')
  await expect(tile(page, 'Anxiety Level')).toContainText('Not measured')
  const corrective = heading(page, 'Corrective Experiences')
  await expect(corrective).toHaveAttribute('aria-expanded', 'false')
  await corrective.focus()
  await page.keyboard.press('Enter')
  await expect(corrective).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByText('Was able to sleep for the first time in weeks.').locator('visible=true')).toBeVisible()
  await page
    .getByRole('link', { name: /Note of .*, Maya Stone/ })
    .locator('visible=true')
    .last()
    .click()
  await expect(page).toHaveURL(`${product.url}/notes/${sessionId}`)
})

test("choosing a client shows only that client's red flags", async ({ page, product }) => {
  await signIn(page, product)
  await openNewNote(page, product)
  const inDanger = await addClient(page, product, 'Ada', 'Moss')
  await addDangerSession(page, product, inDanger)
  await page.goto('/progress')
  await expect(heading(page, 'Diagnosis Suggestions (Provisional)')).toContainText('Red flags present')
  const choice = page.getByRole('combobox', { name: 'Whose progress' })
  await choice.fill('maya')
  await page.getByRole('option', { name: 'Maya Stone' }).click()
  await expect(page.getByText('Maya Stone · Last updated')).toBeVisible()
  await expect(page.getByText('Red flags present')).toHaveCount(0)
  await choice.fill('moss')
  await page.getByRole('option', { name: 'Ada Moss' }).click()
  await expect(page).toHaveURL(`${product.url}/progress?client=${inDanger.id}`)
  await heading(page, 'Diagnosis Suggestions (Provisional)').click()
  await expect(page.getByRole('heading', { name: 'Stated in sessions' })).toBeVisible()
  await expect(
    page
      .getByText('“I feel like a failure, and I want to kill myself', { exact: false })
      .locator('visible=true')
      .first(),
  ).toBeVisible()
  await page.reload()
  await expect(choice).toHaveValue('Ada Moss')
})

test('progress can be exported as a document and printed completely and in light mode', async ({ page, product }) => {
  await signIn(page, product)
  const client = await addClient(page, product, 'Ada', 'Moss')
  await addDangerSession(page, product, client)
  await page.goto(`/progress?client=${client.id}`)
  await expect(heading(page, 'Diagnosis Suggestions (Provisional)')).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^Progress-\d{4}-\d\d-\d\d\.html$/)
  const document = await readFile(await file.path(), 'utf8')
  for (const name of names) expect(document).toContain(name.replace('&', '&amp;'))
  expect(document).not.toContain('Moss')

  await page.evaluate(() => {
    window.print = () => window.dispatchEvent(new Event('beforeprint'))
  })
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.evaluate(() => window.print())
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light')
  await expect(page.getByRole('button', { name: 'Export' })).toBeHidden()
  await expect(page.getByText(/I want to kill myself/).last()).toBeVisible()
  for (const name of names) await expect(heading(page, name)).toBeVisible()
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
})

test.describe('failing progress requests', () => {
  test.use({ expectedErrors: [/status of (404|500)/] })

  test('progress reports a failure and can be retried, and a missing client is reported as missing', async ({
    page,
    product,
  }) => {
    await signIn(page, product)
    await page.route('**/api/progress', (route) => route.fulfill({ status: 500, body: 'broken' }))
    await page.goto('/progress')
    await expect(page.getByRole('alert')).toContainText('Failed to load progress')
    await page.unroute('**/api/progress')
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect(page.getByRole('region', { name: 'Progress Summary' })).toBeVisible()
    await page.goto(`/progress?client=${randomUUID()}`)
    await expect(page.getByText('Client not found').first()).toBeVisible()
  })
})

test.describe('accessibility of the progress page', () => {
  test('the progress page meets the accessibility rules, empty and with every section open, and fits a phone', async ({
    page,
    product,
  }) => {
    await signIn(page, product)
    await page.goto('/progress')
    await expect(page.getByRole('region', { name: 'Progress Summary' })).toBeVisible()
    await expectAccessible(page, 'no progress')
    const client = await addClient(page, product)
    await addDangerSession(page, product, client)
    await page.goto('/progress')
    for (const name of names) await heading(page, name).click()
    await expectAccessible(page, 'progress')
    await page.setViewportSize({ width: 390, height: 844 })
    const [inner, outer] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth] as const)
    expect(inner).toBeLessThanOrEqual(outer)
    await expectAccessible(page, 'progress on a phone')
  })
})

import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { Client } from '#shared/contract/clients.ts'
import type { EditedNote, NotePage } from '#shared/contract/notes.ts'
import { expectAccessible } from './expect-accessible.ts'
import { expectFitting } from './expect-fitting.ts'
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
  const response = await page.request.post(`${product.url}/api/clients/${client.id}/transcripts`, {
    headers: { origin: product.url },
    data: {
      requestId: randomUUID(),
      fileName: 'session.txt',
      content: transcriptFile(lines).buffer.toString('base64'),
      settingType: 'in-person',
    },
  })
  expect(response.ok(), await response.text()).toBe(true)
  const { sessionId }: { sessionId: string } = await response.json()
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

test("progress shows each client's passages and red flags, is exported and printed, and fits a phone", async ({
  page,
  product,
}) => {
  test.slow()
  await signIn(page, product)
  await test.step('progress is empty without sessions, and later each passage links to its note', async () => {
    await page.goto('/progress')
    await expect(page.getByRole('heading', { name: 'Progress', exact: true })).toBeVisible()
    await expect(page.getByText('Last updated: No notes yet')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'No notes in the last 3 months' })).toBeVisible()
    for (const title of ['Core Beliefs', 'Treatment Goals', 'Anxiety Level'])
      await expect(tile(page, title)).toContainText('No figure')
    for (const name of names) await expect(heading(page, name)).toContainText('Nothing yet')
    await expect(page.getByText('Red flags present')).toHaveCount(0)
    await expect(page.getByText('%')).toHaveCount(0)
    await expectAccessible(page, 'no progress')

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
  const ada = await addClient(page, product, 'Ada', 'Moss')
  await test.step("choosing a client shows only that client's red flags", async () => {
    await addDangerSession(page, product, ada)
    await page.goto('/progress')
    await expect(heading(page, 'Diagnosis Suggestions (Provisional)')).toContainText('Red flags present')
    const choice = page.getByRole('combobox', { name: 'Whose progress' })
    await choice.fill('maya')
    await page.getByRole('option', { name: 'Maya Stone' }).click()
    await expect(page.getByText('Maya Stone · Last updated')).toBeVisible()
    await expect(page.getByText('Red flags present')).toHaveCount(0)
    await choice.fill('moss')
    await page.getByRole('option', { name: 'Ada Moss' }).click()
    await expect(page).toHaveURL(`${product.url}/progress?client=${ada.id}`)
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
  await test.step('progress can be exported as a document and printed completely and in light mode', async () => {
    await page.goto(`/progress?client=${ada.id}`)
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
  await test.step('every section meets the accessibility rules, and fits a phone', async () => {
    await page.emulateMedia({ media: 'screen', colorScheme: 'light' })
    await page.goto('/progress')
    for (const name of names) await heading(page, name).click()
    await expectAccessible(page, 'progress')
    await expectFitting(page, 'progress', 390, 844)
    await expectAccessible(page, 'progress on a phone')
  })
})

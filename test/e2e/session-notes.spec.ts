import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { addDays, monthOf, monthSpan } from '#shared/rules/calendar.ts'
import { localDateTime } from '#shared/rules/local-time.ts'
import { expect, signIn, test } from './fixtures.ts'
import type { Product } from './product.ts'
import { expectAccessible } from './expect-accessible.ts'
import { addClient, openNewNote, writeNote } from './steps.ts'

const feed = (page: Page) => page.getByRole('feed', { name: 'Notes' })
const rows = (page: Page) => feed(page).getByRole('article')

/** Imports many short sessions of one client by API calls. */
async function importMany(page: Page, product: Product, count: number): Promise<void> {
  const client = await addClient(page, product, 'Ada', 'Moss')
  const transcript =
    'Client: I slept badly again, and I keep thinking about the harbour where my brother works at night.\n'
  const content = Buffer.from(`Therapist: How was your week?\n${transcript.repeat(4)}`).toString('base64')
  for (let n = 0; n < count; n++) {
    const response = await page.request.post(`${product.url}/api/clients/${client.id}/transcripts`, {
      headers: { origin: product.url },
      data: { requestId: randomUUID(), fileName: 'session.txt', content, settingType: 'telehealth' },
    })
    expect(response.ok(), await response.text()).toBe(true)
  }
}

test('notes are listed by day, found by their words and by the client’s name, opened, and filtered by dates', async ({
  page,
  product,
}) => {
  await signIn(page, product)
  await test.step('notes are listed by day, found by their words and by the client’s name, and opened', async () => {
    await page.goto('/session-notes')
    await expect(page.getByRole('heading', { name: 'No notes yet' })).toBeVisible()
    await expectAccessible(page, 'no notes')
    const { sessionId } = await openNewNote(page, product)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Session Notes' }).click()
    await expect(rows(page)).toHaveCount(1)
    await expect(feed(page).getByRole('heading', { level: 2 })).toContainText('Today')
    await expect(rows(page).first()).toContainText('Maya Stone')
    await expect(rows(page).first()).toContainText('Individual')
    await expect(rows(page).first()).toContainText('In person')
    await expect(rows(page).first()).toContainText('To write')

    const search = page.getByRole('searchbox', { name: 'Search notes' })
    await page.keyboard.press('/')
    await expect(search).toBeFocused()
    await search.fill('sto phone kitch')
    await expect(page.getByRole('heading', { name: 'No notes found' })).toBeVisible()
    await writeNote(page, product, sessionId)
    await search.fill('sto phone kitche')
    await expect(rows(page).first().locator('mark').first()).toBeVisible()
    await expectAccessible(page, 'notes')
    await search.fill('quetzal')
    await expect(page.getByRole('heading', { name: 'No notes found' })).toBeVisible()
    expect(page.url()).not.toContain('quetzal')
    await search.fill('MAYA')
    await rows(page).first().getByRole('link').click()
    await expect(page).toHaveURL(/\/notes\//)
    await page.goBack()
    await expect(search).toHaveValue('MAYA')
    await expect(rows(page)).toHaveCount(1)
  })
  await test.step('notes can be filtered by date and month, which the URL contains, and by words, which it does not', async () => {
    const { date: today } = localDateTime(new Date(), 'Europe/Berlin')
    const { from, to } = monthSpan(monthOf(today))
    await page.goto('/session-notes')
    const dates = page.getByRole('group', { name: 'Dates of the sessions' })
    await expect(dates.getByLabel('Dates').getByRole('option')).toHaveText([
      'All dates',
      'This month',
      'Last month',
      'Last 90 days',
    ])
    await dates.getByLabel('Dates').selectOption('This month')
    await expect(page).toHaveURL(new RegExp(`session-notes\\?from=${from}&to=${to}$`))
    await expect(rows(page)).toHaveCount(1)
    await dates.getByLabel('Dates').selectOption('Last month')
    await expect(page.getByRole('heading', { name: 'No notes found' })).toBeVisible()
    // Typed without a mouse, a year is complete only after its last digit.
    await dates.getByLabel('From').focus()
    await page.keyboard.type(`${today.slice(5).replace('-', '')}${today.slice(0, 4)}`)
    await expect(dates.getByLabel('From')).toHaveValue(today)
    await dates.getByLabel('To').fill(addDays(today, 3))
    await expect(page).toHaveURL(new RegExp(`session-notes\\?from=${today}&to=${addDays(today, 3)}$`))
    await expect(dates.getByLabel('Dates')).toHaveValue('Custom dates')
    await expect(rows(page)).toHaveCount(1)
    await page.reload()
    await expect(dates.getByLabel('To')).toHaveValue(addDays(today, 3))
    await dates.getByLabel('Dates').selectOption('All dates')
    await expect(page).toHaveURL(/session-notes$/)

    const search = page.getByRole('searchbox', { name: 'Search notes' })
    const [year = '', month = ''] = today.split('-')
    const monthName = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' }).format(new Date(from))
    for (const text of [
      monthName,
      `Maya ${monthName.slice(0, 3)}`,
      `${Number(month)}/${year}`,
      `${monthName} ${year} stone`,
    ]) {
      await search.fill('quetzal')
      await expect(page.getByRole('heading', { name: 'No notes found' })).toBeVisible()
      await search.fill(text)
      await expect(page.getByRole('status').filter({ hasText: `Sessions in ${monthName} ${year}` })).toBeVisible()
      await expect(rows(page)).toHaveCount(1)
    }
    await search.fill(`${Number(month)}/${Number(year) - 1}`)
    await expect(page.getByRole('heading', { name: 'No notes found' })).toBeVisible()
    expect(page.url()).not.toContain(String(Number(year) - 1))
    await expectAccessible(page, 'date range')
  })
})

test('a long list of notes loads on scrolling, renders few rows, and can be used by keyboard', async ({
  page,
  product,
}) => {
  test.slow()
  await signIn(page, product)
  await importMany(page, product, 70)
  await page.goto('/session-notes')
  await expect(rows(page).first()).toHaveAttribute('aria-posinset', '1')
  await expect(rows(page).first()).toHaveAttribute('aria-setsize', '-1')
  const last = feed(page).locator('article[aria-posinset="70"]')
  await expect(async () => {
    await page.mouse.wheel(0, 4000)
    await expect(last).toBeVisible({ timeout: 300 })
  }).toPass()
  await expect(last).toHaveAttribute('aria-setsize', '70')
  await expect.poll(() => rows(page).count()).toBeLessThan(45)

  await last.getByRole('link').focus()
  await page.keyboard.press('PageUp')
  await expect(feed(page).locator('article[aria-posinset="69"]').getByRole('link')).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(feed(page).locator('article[aria-posinset="68"]').getByRole('link')).toBeFocused()
  // The focused row stays in the page, however far the list scrolls.
  await page.evaluate(() => window.scrollTo(0, 0))
  await expect(rows(page).first()).toHaveAttribute('aria-posinset', '1')
  await expect(feed(page).locator('article[aria-posinset="68"]').getByRole('link')).toBeFocused()
})

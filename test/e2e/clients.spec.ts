import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import type { Client } from '#shared/contract/clients.ts'
import { expectAccessible } from './expect-accessible.ts'
import { expect, signIn, test } from './fixtures.ts'
import type { Product } from './product.ts'
import { addClient, openNewNote, transcriptFile } from './steps.ts'

const table = (page: Page): Locator => page.getByRole('table', { name: 'Clients' })
const rows = (page: Page): Locator => table(page).getByRole('link', { name: /^View / })
const toast = (page: Page, words: string): Locator => page.getByRole('alert').filter({ hasText: words })

async function uploadFile(page: Page, product: Product, client: Client): Promise<void> {
  const { name: fileName, buffer } = transcriptFile()
  const data = { requestId: randomUUID(), fileName, content: buffer.toString('base64'), settingType: 'in-person' }
  const response = await page.request.post(`${product.url}/api/clients/${client.id}/transcripts`, {
    headers: { origin: product.url },
    data,
  })
  expect(response.ok(), await response.text()).toBe(true)
}

test('a client can be added, changed, archived and restored', async ({ page, product }) => {
  await signIn(page, product)
  await page.goto('/clients')
  await expect(page.getByRole('heading', { name: 'No clients yet' })).toBeVisible()
  await expectAccessible(page, 'no clients')
  await page.getByRole('button', { name: 'Add Client' }).first().click()
  const form = page.getByRole('dialog', { name: 'Add Client' })
  await form.getByRole('button', { name: 'Add Client' }).click()
  await expect(form.getByText('First name is required.')).toBeVisible()
  await expect(form.getByText('Last name is required.')).toBeVisible()
  await expect(form.getByLabel('First Name')).toBeFocused()
  await expect(form.getByLabel('Treatment Approach')).toHaveValue('CBT')
  await form.getByLabel('First Name').fill('Maya')
  await form.getByLabel('Last Name').fill('Stone')
  await form.getByLabel('Email').fill('maya@')
  await form.getByRole('button', { name: 'Add Client' }).click()
  await expect(form.getByText('Enter a valid email address.')).toBeVisible()
  await form.getByLabel('Email').fill('')
  await form.getByRole('combobox', { name: 'Pronouns' }).click()
  await expect(page.getByRole('option')).toHaveText(['N/A', 'She/Her', 'He/Him', 'They/Them'])
  await page.getByRole('option', { name: 'She/Her' }).click()
  await form.getByRole('button', { name: 'Add Client' }).click()
  await expect(toast(page, 'Maya Stone was added.')).toBeVisible()
  await expect(table(page)).toContainText('She/Her')

  await page.getByRole('link', { name: 'View Maya Stone' }).click()
  await page.getByRole('button', { name: 'Edit Client' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Client' })
  await expect(edit.getByLabel('First Name')).toHaveValue('Maya')
  await edit.getByLabel('Phone').fill('(503) 555-0100')
  await edit.getByLabel('Treatment Approach').fill('EMDR')
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await expect(edit).toBeHidden()
  await expect(page.getByRole('link', { name: '(503) 555-0100' })).toHaveAttribute('href', 'tel:5035550100')
  await expect(page.getByRole('tabpanel')).toContainText('EMDR')
  await expect(page.getByRole('button', { name: 'Edit Client' })).toBeFocused()

  await page.getByRole('button', { name: 'Archive' }).click()
  const question = page.getByRole('dialog', { name: 'Archive Maya Stone?' })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(page.getByRole('button', { name: 'Archive' })).toBeFocused()
  await page.getByRole('button', { name: 'Archive' }).click()
  await question.getByRole('button', { name: 'Archive' }).click()
  await expect(page.getByText('Archived', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Restore' })).toBeFocused()
  await expect(page.getByRole('link', { name: 'Start a session' })).toHaveCount(0)
  const address = page.url()
  for (const place of ['session', 'upload-session']) {
    await page.goto(address.replace('/clients/', `/${place}/`))
    await expect(page.getByText('This client is archived. Restore the client first.')).toBeVisible()
  }
  await page.goto('/clients')
  await expect(page.getByRole('heading', { name: 'No active clients' })).toBeVisible()
  await page.getByRole('tab', { name: /^Archived/ }).click()
  await page.getByRole('link', { name: 'View Maya Stone' }).click()
  await page.getByRole('button', { name: 'Restore' }).focus()
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Maya Stone is active again.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Start a session' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Archive' })).toBeFocused()
})

test('clients are listed by last name, twenty a page, and found by name, which no URL contains', async ({
  page,
  product,
}) => {
  await signIn(page, product)
  const names = Array.from({ length: 41 }, (_, at) => `Person${String(at).padStart(2, '0')}`)
  await Promise.all(names.map((lastName) => addClient(page, product, 'Kim', lastName)))
  await page.goto('/clients')
  const pages = page.getByRole('navigation', { name: 'Pages' })
  const shows = async (first: string, count: number, where: string) => {
    await expect(rows(page).first()).toHaveAccessibleName(`View Kim ${first}`)
    await expect(rows(page)).toHaveCount(count)
    await expect(page.getByText(where, { exact: true })).toBeVisible()
  }
  await shows('Person00', 20, '1 to 20 of 41')
  await expect(pages.getByRole('button', { name: 'First page' })).toBeDisabled()
  await expect(pages.getByRole('button', { name: 'Previous page' })).toBeDisabled()
  await pages.getByRole('button', { name: 'Next page' }).click()
  await shows('Person20', 20, '21 to 40 of 41')
  await pages.getByRole('button', { name: 'Last page' }).click()
  await shows('Person40', 1, '41 to 41 of 41')
  await pages.getByRole('button', { name: 'Previous page' }).click()
  await shows('Person20', 20, '21 to 40 of 41')
  await pages.getByRole('button', { name: 'First page' }).click()
  await shows('Person00', 20, '1 to 20 of 41')
  await page.goBack()
  await shows('Person20', 20, '21 to 40 of 41')
  await expectAccessible(page, 'a page of clients')
  await page.goto('/clients?page=50')
  await expect(page.getByRole('heading', { name: 'This page is empty' })).toBeVisible()
  await expectAccessible(page, 'a page past the last one')
  await page.getByRole('button', { name: 'Go to the Last Page' }).click()
  await shows('Person40', 1, '41 to 41 of 41')

  await page.keyboard.press('/')
  const search = page.getByRole('searchbox', { name: 'Search clients' })
  await expect(search).toBeFocused()
  await page.keyboard.type('KIM ')
  await expect(page.getByRole('tab', { name: 'Active 41' })).toBeVisible()
  await shows('Person00', 20, '1 to 20 of 41')
  await page.keyboard.type('person07')
  await shows('Person07', 1, '1 to 1 of 1')
  await expect(search).toHaveValue('KIM person07')
  await rows(page).first().click()
  await expect(page.getByRole('heading', { name: 'Kim Person07' })).toBeVisible()
  await page.goBack()
  await expect(search).toHaveValue('KIM person07')
  await shows('Person07', 1, '1 to 1 of 1')
  expect(page.url()).not.toContain('erson07')
  await search.fill('nobody')
  await expect(page.getByRole('heading', { name: 'No clients found' })).toBeVisible()
})

test('a corrected name and treatment approach appear on every page that names the client', async ({
  page,
  product,
}) => {
  await signIn(page, product)
  const { sessionId } = await openNewNote(page, product)
  const openFromNavigation = async (name: string, address: string) => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveURL(product.url + address)
  }
  // The pages are opened without a reload, so that they show cached data.
  await openFromNavigation('Calendar', '/calendar')
  await expect(page.getByRole('grid')).toContainText('Maya Stone')
  await openFromNavigation('Clients', '/clients')
  await page.getByRole('link', { name: 'View Maya Stone' }).click()
  await page.getByRole('tab', { name: 'Progress' }).click()
  await page.getByRole('link', { name: 'Open the Progress page' }).click()
  await expect(page.getByText('Maya Stone · Last updated')).toBeVisible()
  await page.goBack()
  await page.getByRole('button', { name: 'Edit Client' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Client' })
  await edit.getByLabel('Last Name').fill('Steiner')
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await expect(edit).toBeHidden()
  await page.getByRole('link', { name: 'Open the Progress page' }).click()
  await expect(page.getByText('Maya Steiner · Last updated')).toBeVisible()
  await openFromNavigation('Calendar', '/calendar')
  await expect(page.getByRole('grid')).toContainText('Maya Steiner')
  await openFromNavigation('Session Notes', '/session-notes')
  // Waits for this page, because the calendar may still be shown, with links to the client.
  await expect(page.getByRole('heading', { level: 1, name: 'Session Notes' })).toBeVisible()
  await page
    .getByRole('link', { name: /Maya Steiner/ })
    .first()
    .click()
  await expect(page).toHaveURL(`${product.url}/notes/${sessionId}`)
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toContainText('Maya Steiner')
})

test.describe('pages of clients', () => {
  test.use({ expectedErrors: [/status of 404/] })

  test('clients are picked, their pages have four tabs and a quick review, and missing ones are reported', async ({
    page,
    product,
  }) => {
    test.slow()
    await signIn(page, product)
    await test.step('the client picker leads to recording and to upload', async () => {
      await page.goto('/')
      const banner = page.getByRole('banner')
      await banner.getByRole('button', { name: 'Start Session' }).click()
      const start = page.getByRole('dialog', { name: 'Select Client', exact: true })
      await expect(start).toContainText('No clients found')
      await start.getByRole('link', { name: 'Add your first client' }).click()
      await expect(page.getByRole('dialog', { name: 'Add Client' })).toBeVisible()

      const maya = await addClient(page, product)
      const peter = await addClient(page, product, 'Peter', 'Novak')
      await uploadFile(page, product, peter)
      await page.request.post(`${product.url}/api/clients/${maya.id}/archive`, { headers: { origin: product.url } })
      const ada = await addClient(page, product, 'Ada', 'Moss')
      await page.goto('/')
      await banner.getByRole('button', { name: 'Upload Session' }).click()
      const upload = page.getByRole('dialog', { name: 'Select Client for Upload' })
      await expect(upload.getByText('Choose a client to upload a recorded session for.')).toBeVisible()
      await expect(upload.getByPlaceholder('Search clients...')).toBeFocused()
      // One client has no session yet, the other had one today.
      const todays = upload.getByRole('list', { name: "Today's Sessions" })
      const all = upload.getByRole('region', { name: 'All Clients' })
      for (const list of [todays, all]) {
        await expect(list.getByRole('button')).toHaveText([/Ada Moss\s*No sessions yet/, /Peter Novak\s*Last session/])
      }
      await page.keyboard.type('ADA M')
      await expect(all.getByRole('button')).toHaveCount(1)
      await page.keyboard.type('zz')
      await expect(all).toContainText('No clients found')
      await page.keyboard.press('Backspace')
      await page.keyboard.press('Backspace')
      await expect(all.getByRole('button')).toHaveCount(1)
      await page.keyboard.press('Tab')
      await expect(todays.getByRole('button')).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(`${product.url}/upload-session/${ada.id}`)
      await expect(page.getByText('Client: Ada Moss')).toBeVisible()
      await expect(upload).toBeHidden()
    })
    await test.step('a client page has four tabs', async () => {
      const client = await addClient(page, product)
      await page.goto(`/clients/${client.id}`)
      await expect(page.getByRole('tab')).toHaveText(['Client', 'Sessions', 'Progress', 'Homework'])
      const panel = page.getByRole('tabpanel')
      await page.getByRole('button', { name: 'View Intake Questionnaire' }).click()
      const intake = page.getByRole('dialog', { name: 'Intake Questionnaire' })
      await expect(intake).toContainText('No intake questionnaire has been filled in for this client.')
      await expectAccessible(page, 'intake questionnaire')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('button', { name: 'View Intake Questionnaire' })).toBeFocused()

      await page.getByRole('tab', { name: 'Client' }).focus()
      await page.keyboard.press('ArrowRight')
      await expect(panel).toContainText('No sessions yet')
      await expectAccessible(page, 'no sessions')
      await page.keyboard.press('ArrowRight')
      await expect(panel).toContainText('Progress tracking will be implemented.')
      await expectAccessible(page, 'progress tab')
      await page.keyboard.press('ArrowRight')
      await expect(panel).toContainText('No homework assignments yet.')
      await page.keyboard.press('ArrowLeft')
      await panel.getByRole('link', { name: 'Open the Progress page' }).click()
      await expect(page).toHaveURL(`${product.url}/progress?client=${client.id}`)
      await expect(page.getByText('Maya Stone · Last updated')).toBeVisible()
    })
    await test.step('quick review shows earlier sessions, five more per click', async () => {
      const client = await addClient(page, product)
      for (let held = 0; held < 12; held++) await uploadFile(page, product, client)
      const planned = await page.request.post(`${product.url}/api/clients/${client.id}/sessions`, {
        headers: { origin: product.url },
        data: { date: '2031-03-04', startTime: '09:00', durationMinutes: 50 },
      })
      expect(planned.ok()).toBe(true)
      await page.goto(`/clients/${client.id}`)
      await page.getByRole('button', { name: 'Quick Review' }).click()
      const review = page.getByRole('dialog', { name: 'Maya Stone' })
      const sessions = review.getByRole('list', { name: 'Previous sessions' }).getByRole('listitem')
      await expect(review.getByText('12', { exact: true })).toBeVisible()
      await expect(sessions).toHaveCount(0)
      await review.getByRole('button', { name: 'Show Previous Sessions' }).click()
      await expect(sessions).toHaveCount(5)
      await review.getByRole('button', { name: 'Load 5 more' }).click()
      await expect(sessions).toHaveCount(10)
      await review.getByRole('button', { name: 'Load 5 more' }).click()
      await expect(sessions).toHaveCount(12)
      await expect(review.getByRole('button', { name: 'Load 5 more' })).toHaveCount(0)
      await expect(review).not.toContainText('03/04/2031')
      await expectAccessible(page, 'quick review')
      await review.getByRole('button', { name: 'Hide Previous Sessions' }).click()
      await expect(sessions).toHaveCount(0)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('button', { name: 'Quick Review' })).toBeFocused()
    })
    await test.step('every page of a missing client says that the client was not found', async () => {
      for (const place of ['clients', 'session', 'upload-session']) {
        for (const id of ['00000000-0000-4000-8000-00000000dead', 'no-such-thing']) {
          await page.goto(`/${place}/${id}`)
          await expect(page.getByRole('heading', { name: 'Client not found' })).toBeVisible()
        }
      }
      await expectAccessible(page, 'client not found')
    })
  })
})

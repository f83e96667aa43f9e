import { readFile } from 'node:fs/promises'
import { expectAccessible } from './expect-accessible.ts'
import { expect, signIn, test } from './fixtures.ts'
import { signInAsAdmin } from './platform-admin.ts'
import { addClient } from './steps.ts'
import { addMember } from './team.ts'

test('a therapist reads in plain words who opened a record', async ({ page, browser, product }) => {
  test.slow()
  await signIn(page, product, { firstName: 'Olive', lastName: 'Owner' })
  const theo = await addMember(page, browser, product, 'therapist', { firstName: 'Theo', lastName: 'Therapist' })
  const client = await addClient(theo.page, product, 'Ada', 'Moss')
  await page.goto(`/clients/${client.id}`)
  await expect(page.getByRole('heading', { name: 'Ada Moss' })).toBeVisible()
  const admin = await browser.newContext({ baseURL: product.url })
  const adminsPage = await admin.newPage()
  await signInAsAdmin(adminsPage, product)
  await adminsPage.goto(`/admin/clients?open=${client.id}`)
  await adminsPage.getByLabel('Access justification').fill('Ticket 12')
  await adminsPage.getByRole('button', { name: 'Confirm' }).click()
  await expect(adminsPage.getByRole('heading', { name: 'System information' })).toBeVisible()
  await admin.close()

  await theo.page.goto(`/clients/${client.id}`)
  const fold = theo.page.getByRole('button', { name: 'Access history' })
  await expect(fold).toHaveAttribute('aria-expanded', 'false')
  await fold.focus()
  await theo.page.keyboard.press('Enter')
  const trail = theo.page.getByRole('table', { name: 'Access history' })
  const rows = trail.getByRole('row')
  await expect(rows.filter({ hasText: 'Olive Owner' })).toContainText(['Opened the client’s page'])
  await expect(rows.filter({ hasText: 'Attend staff' }).first()).toContainText('admin panel')
  await expect(rows.last()).toContainText(/\d\d\/\d\d\/\d{4}, \d+:\d\d [AP]M.*Theo Therapist.*Added the client/)
  await expectAccessible(theo.page, 'who opened a record')
})

test('an owner filters the audit trail of the organization and exports it', async ({ page, browser, product }) => {
  test.slow()
  await signIn(page, product, { firstName: 'Olive', lastName: 'Owner' })
  const theo = await addMember(page, browser, product, 'therapist', { firstName: 'Theo', lastName: 'Therapist' })
  await addClient(theo.page, product, 'Ada', 'Moss')
  await page.goto('/settings?tab=organization')
  // The link moves while the panels above it load.
  await expect(page.getByRole('table', { name: 'Supervisor Assignments' })).toBeVisible()
  await expect(page.getByText('No pending invitations.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Hours to unlock' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Words, one per line' })).toBeVisible()
  await page.getByRole('link', { name: 'Open the Audit Trail' }).click()
  const trail = page.getByRole('table', { name: 'Audit trail' })
  await expect(trail.getByRole('row').filter({ hasText: 'Added the client' })).toContainText('Theo Therapist')
  await expectAccessible(page, 'the audit trail')
  await page.getByRole('combobox', { name: 'Action' }).click()
  await page.getByRole('option', { name: 'Added the client' }).click()
  await expect(trail.getByRole('row')).toHaveCount(2)
  await page.getByRole('combobox', { name: 'Person' }).click()
  await page.getByRole('option', { name: 'Theo Therapist' }).click()
  await expect(page).toHaveURL(/action=client\.created/)
  await expect(page).toHaveURL(/personId=/)
  await expect(trail.getByRole('link', { name: 'Ada Moss' })).toBeVisible()
  expect(page.url()).not.toMatch(/Ada|Moss|Theo/)

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^audit-trail-\d{4}-\d\d-\d\d\.csv$/)
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain('"Theo Therapist"')

  await page.getByLabel('To', { exact: true }).fill('2020-01-01')
  await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(trail).toBeVisible()

  await theo.page.goto('/audit')
  await expect(theo.page.getByRole('heading', { name: 'This is for owners and admins' })).toBeVisible()
})

test('a long audit trail loads more entries on scrolling', async ({ page, product }) => {
  await signIn(page, product)
  const client = await addClient(page, product)
  for (let opened = 0; opened < 60; opened++) {
    const response = await page.request.get(`${product.url}/api/clients/${client.id}`)
    expect(response.ok()).toBe(true)
  }
  await page.goto('/audit')
  const rows = page.getByRole('table', { name: 'Audit trail' }).getByRole('row')
  await expect(rows.nth(1)).toBeVisible()
  await expect(async () => {
    await rows.last().scrollIntoViewIfNeeded()
    expect(await rows.count()).toBeGreaterThan(60)
  }).toPass()
  await expect(rows.last()).toBeVisible()
})

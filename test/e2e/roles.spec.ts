import { randomUUID } from 'node:crypto'
import { type Browser, type Page } from '@playwright/test'
import type { Client } from '#shared/contract/clients.ts'
import { expectAccessible } from './expect-accessible.ts'
import { inDatabase } from './database.ts'
import { expect, type Person, signIn, signInAgain, test } from './fixtures.ts'
import type { Product } from './product.ts'
import { addClient, transcriptFile } from './steps.ts'

/** A clinic as its owner, a supervisor and a supervised therapist see it. Each has a client. */
interface Practice {
  owner: Person
  supervisor: Person
  therapist: Person
  /** The therapist's client, with a note. */
  ada: Client
  sessionId: string
}

/** Moves a user into the owner's clinic. Until then the user has a practice of their own. */
const join = `
  update organization_members m set role = $3, organization_id = (select id from organizations where owner_id = o.id),
    managed_by = (select id from users where email = $4)
  from users u, users o where u.email = $1 and o.email = $2 and m.user_id = u.id`

async function buildPractice(browser: Browser, page: Page, product: Product): Promise<Practice> {
  const owner = await signIn(page, product, { firstName: 'Olive', lastName: 'Owner' })
  await addClient(page, product, 'Otto', 'Owned')
  const context = await browser.newContext({ baseURL: product.url })
  const other = await context.newPage()
  const supervisor = await signIn(other, product, { firstName: 'Sue', lastName: 'Pervisor' })
  await inDatabase(product, join, [supervisor.email, owner.email, 'supervisor', null])
  await addClient(other, product, 'Selma', 'Seen')
  await context.clearCookies()
  const therapist = await signIn(other, product, { firstName: 'Theo', lastName: 'Therapist' })
  await inDatabase(product, join, [therapist.email, owner.email, 'therapist', supervisor.email])
  const ada = await addClient(other, product, 'Ada', 'Moss')
  const { name: fileName, buffer } = transcriptFile()
  const imported = await other.request.post(`${product.url}/api/clients/${ada.id}/transcripts`, {
    headers: { origin: product.url },
    data: { requestId: randomUUID(), fileName, content: buffer.toString('base64'), settingType: 'telehealth' },
  })
  expect(imported.ok(), await imported.text()).toBe(true)
  const { sessionId }: { sessionId: string } = await imported.json()
  await expect
    .poll(async () => (await other.request.get(`${product.url}/api/notes/${sessionId}`)).text())
    .toContain('"state":"ready"')
  await context.close()
  return { owner, supervisor, therapist, ada, sessionId }
}

async function switchUser(page: Page, product: Product, person: Person): Promise<void> {
  // A blank page sends no requests after the sign-out.
  await page.goto('about:blank')
  await page.context().clearCookies()
  await signInAgain(page, product, person)
}

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

test('owner and supervisor see the therapist of each row, and only the actions that their role allows', async ({
  page,
  browser,
  product,
}) => {
  test.slow()
  const { supervisor, therapist, ada, sessionId } = await buildPractice(browser, page, product)
  const theirs = 'Therapist: Theo Therapist'

  await test.step('the owner sees the clients and notes of all therapists', async () => {
    await page.goto('/clients')
    await expect(row(page, 'Ada Moss')).toContainText(theirs)
    await expect(row(page, 'Selma Seen')).toContainText('Therapist: Sue Pervisor')
    await expect(row(page, 'Otto Owned')).not.toContainText('Therapist')
    await expectAccessible(page, 'clients of a clinic')
    await page.getByRole('combobox', { name: 'Therapist' }).click()
    await expect(page.getByRole('option')).toHaveText([
      'All therapists',
      'Olive Owner (you)',
      'Sue Pervisor',
      'Theo Therapist',
    ])
    await page.keyboard.press('End')
    await page.keyboard.press('Shift+Home')
    await page.keyboard.type('theo')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('link', { name: /^View / })).toHaveCount(1)
    await expect(page.getByRole('tab', { name: 'Active 1' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('combobox', { name: 'Therapist' })).toHaveValue('Theo Therapist')
    await expect(page.getByRole('link', { name: /^View / })).toHaveCount(1)
    await page.goto('/session-notes')
    await expect(page.getByText(/^All notes at /).first()).toBeVisible()
    await expect(page.getByRole('feed').getByRole('article')).toContainText([theirs])
    await page.goto('/')
    const recent = page.getByRole('region', { name: 'Recent Sessions' })
    await expect(recent.getByRole('link', { name: /Ada Moss/ })).toContainText('Theo Therapist')
    // A user cannot start a session with a colleague's client.
    await expect(page.getByRole('link', { name: 'Start Session' })).toHaveAttribute('href', /\/session\//)
    await expect(page.getByRole('link', { name: 'Start Session' })).not.toHaveAttribute('href', new RegExp(ada.id))
    await page.getByRole('combobox', { name: 'Search clients' }).fill('ada')
    await expect(page.getByRole('option', { name: /Ada Moss/ })).toContainText(theirs)
  })

  await test.step('the owner opens a client of the clinic', async () => {
    await page.goto(`/clients/${ada.id}`)
    await expect(page.getByText(`${theirs}. You can edit this client’s details.`)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Edit Client' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Archive' })).toBeVisible()
    await expect(page.getByRole('link', { name: /Start a session|Upload a session/ })).toHaveCount(0)
    await expectAccessible(page, "a colleague's client")
    await page.getByRole('button', { name: 'Quick Review' }).click()
    await expect(page.getByRole('dialog', { name: 'Ada Moss' })).toContainText('Theo Therapist')
    for (const place of ['session', 'upload-session']) {
      await page.goto(`/${place}/${ada.id}`)
      await expect(page.getByText(/are recorded and uploaded by their therapist: Theo Therapist\.$/)).toBeVisible()
    }
    await expectAccessible(page, "upload for a colleague's client")
  })

  await test.step('the owner opens a note of the clinic', async () => {
    await page.goto(`/notes/${sessionId}`)
    await expect(page.getByText(`${theirs}, the only person who can change this note.`)).toBeVisible()
    await expect(page.getByRole('article', { name: 'Note' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Copy Entire Note' })).toBeVisible()
    await expect(page.getByRole('button', { name: /^Edit |Change Note Type|Enhance Note/ })).toHaveCount(0)
  })

  await test.step("the owner's calendar and client picker show only their own clients", async () => {
    await page.goto('/calendar')
    await expect(page.getByRole('main')).toContainText('No appointments')
    await expect(page.getByRole('main')).not.toContainText('Ada')
    await page.getByRole('banner').getByRole('button', { name: 'Start Session' }).click()
    await expect(
      page.getByRole('dialog', { name: 'Select Client' }).getByRole('region').getByRole('button'),
    ).toHaveText([/Otto Owned/])
  })

  await test.step('the supervisor can read, but not change, the records of a supervised therapist', async () => {
    await switchUser(page, product, supervisor)
    await page.goto('/clients')
    await expect(row(page, 'Ada Moss')).toContainText(theirs)
    await expect(row(page, 'Selma Seen')).not.toContainText('Therapist')
    await expect(row(page, 'Otto Owned')).toHaveCount(0)
    await page.getByRole('link', { name: 'View Ada Moss' }).click()
    await expect(page.getByText(`${theirs}. You have read-only access as a supervisor.`)).toBeVisible()
    await expect(page.getByRole('button', { name: /Edit Client|Archive/ })).toHaveCount(0)
    await expect(page.getByRole('link', { name: /Start a session|Upload a session/ })).toHaveCount(0)
    await page.getByRole('tab', { name: 'Sessions' }).click()
    await page
      .getByRole('tabpanel')
      .getByRole('link', { name: /To write/ })
      .click()
    await expect(page.getByText(`${theirs}, the only person who can change this note.`)).toBeVisible()
    await expect(page.getByRole('button', { name: /^Edit |Change Note Type|Enhance Note/ })).toHaveCount(0)
  })

  await test.step('the therapist sees only their own clients and notes', async () => {
    await switchUser(page, product, therapist)
    await page.goto('/clients')
    await expect(row(page, 'Ada Moss')).not.toContainText('Therapist')
    await expect(page.getByRole('link', { name: /^View / })).toHaveCount(1)
    await expect(page.getByRole('combobox', { name: 'Therapist' })).toHaveCount(0)
    await page.goto('/session-notes')
    await expect(page.getByRole('feed').getByRole('article')).toHaveCount(1)
    await expect(page.getByRole('feed')).not.toContainText('Therapist:')
  })
})

test.describe('a user without an organization', () => {
  test.use({ expectedErrors: [/status of 403/] })

  test('pages show that the user has no organization, and adding a client fails', async ({ page, product }) => {
    const { email } = await signIn(page, product)
    await page.goto('/clients?add=true')
    const form = page.getByRole('dialog', { name: 'Add Client' })
    await form.getByLabel('First Name').fill('Ada')
    await form.getByLabel('Last Name').fill('Moss')
    const leave = 'delete from organization_members where user_id = (select id from users where email = $1)'
    // Removes the membership during the request. Otherwise an earlier request of the page could fail first.
    await page.route('**/api/clients', async (route) => {
      await inDatabase(product, leave, [email])
      await route.continue()
    })
    await form.getByRole('button', { name: 'Add Client' }).click()
    // The page reloads: its data belongs to an organization that the user has left.
    await expect(page.getByText('You are not a member of any organization.')).toBeVisible()
    const data = { firstName: 'Ada', lastName: 'Moss', pronouns: 'N/A', email: null, phone: null }
    const refused = await page.request.post('/api/clients', { headers: { origin: product.url }, data })
    expect(refused.status()).toBe(403)
    expect(await refused.text()).toContain('Organization not found. Please check your organization settings.')
    await page.goto('/clients')
    await expect(page.getByText('No organization found. Please contact your admin.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Add Client' })).toHaveCount(0)
    await expectAccessible(page, 'clients without an organization')
    for (const place of ['/', '/session-notes']) {
      await page.goto(place)
      await expect(page.getByText('You are not a member of any organization.')).toBeVisible()
      await expect(page.getByRole('main').getByRole('link', { name: 'Add Client' })).toHaveCount(0)
      await expectAccessible(page, `${place} without an organization`)
    }
  })
})

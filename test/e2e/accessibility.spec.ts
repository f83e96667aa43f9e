import { expectAccessible } from './expect-accessible.ts'
import { expect, signIn, test } from './fixtures.ts'
import { addClient, openNewNote, pick, quotes, sentences, transcriptFile } from './steps.ts'

test('the auth app meets the accessibility rules', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible()
  await expectAccessible(page, 'login')
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page, 'forgot password')
  await page.goto('/login?mode=signup')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('Email is required.')).toBeVisible()
  await expectAccessible(page, 'sign-up with errors')
})

test('dashboard, client list and client page meet the accessibility rules', async ({ page, product }) => {
  await signIn(page, product)
  const client = await addClient(page, product)
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Upload a session' })).toBeVisible()
  await expectAccessible(page, 'dashboard')
  await page.getByRole('banner').getByRole('button', { name: 'Upload Session' }).click()
  await expect(
    page
      .getByRole('dialog')
      .getByRole('button', { name: /Maya Stone/ })
      .first(),
  ).toBeVisible()
  await expectAccessible(page, 'client picker')
  await page.goto('/clients')
  await expect(page.getByRole('table', { name: 'Clients' })).toBeVisible()
  await expectAccessible(page, 'clients')
  await page.getByRole('button', { name: 'Add Client' }).click()
  await expect(page.getByRole('dialog', { name: 'Add Client' })).toBeVisible()
  await expectAccessible(page, 'add client')
  await page.goto(`/clients/${client.id}`)
  await expect(page.getByRole('heading', { name: 'Maya Stone' })).toBeVisible()
  await expectAccessible(page, 'client')
  await page.getByRole('button', { name: 'Archive' }).click()
  await expect(page.getByRole('dialog', { name: 'Archive Maya Stone?' })).toBeVisible()
  await expectAccessible(page, 'archive client')
})

test('the upload page meets the accessibility rules', async ({ page, product }) => {
  await signIn(page, product)
  const client = await addClient(page, product)
  await page.goto(`/upload-session/${client.id}`)
  await pick(page, transcriptFile([['Client', 'Hello']]))
  await expectAccessible(page, 'upload')
  await page.getByRole('button', { name: 'Upload & Process' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expectAccessible(page, 'failed upload')
})

test('a note and its dialogs meet the accessibility rules', async ({ page, product }) => {
  await signIn(page, product)
  await openNewNote(page, product)
  await expectAccessible(page, 'note')
  await sentences(page).first().click()
  await expect(quotes(page).first()).toBeVisible()
  await expectAccessible(page, 'evidence')
  await quotes(page).first().getByRole('button', { name: 'Show in transcript' }).click()
  await expect(page.getByRole('dialog', { name: 'Transcript' }).getByRole('listitem').first()).toBeVisible()
  await expectAccessible(page, 'transcript')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  for (const name of ['Change Note Type', 'Enhance Note']) {
    await page.getByRole('button', { name }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessible(page, name)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  await page.getByRole('button', { name: 'Edit Plan' }).click()
  await expect(page.getByRole('textbox', { name: 'Plan' })).toBeVisible()
  await expectAccessible(page, 'editing')
  await page.getByRole('button', { name: 'Note Preferences' }).click()
  await page.getByRole('menuitem', { name: 'Versions' }).click()
  await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
  await expectAccessible(page, 'versions')
})

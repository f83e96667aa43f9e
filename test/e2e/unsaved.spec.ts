import { expectAccessible } from './expect-accessible.ts'
import { expect, signIn, signInAgain, test } from './fixtures.ts'
import { openNewNote, section } from './steps.ts'
import { addMember } from './team.ts'
import type { Page } from '@playwright/test'

const written = 'Sleep first; then the phone.'

/** Edits a section of the note without saving. */
async function writeInPlan(page: Page) {
  await page.getByRole('button', { name: 'Edit Plan' }).click()
  const field = page.getByRole('textbox', { name: 'Plan' })
  await field.fill(written)
  return field
}

/** Triggers the request that the page sends every two minutes. */
async function askForNotices(page: Page) {
  await page.getByRole('button', { name: /^Notifications/ }).click()
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  await expect(panel.getByRole('heading', { name: 'Notifications' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
}

const signedOut = (page: Page) => page.getByRole('alert').filter({ hasText: 'You are signed out.' })
const question = (page: Page) => page.getByRole('dialog', { name: 'Unsaved changes' })

async function choose(page: Page, item: string) {
  await page.getByRole('button', { name: /profile menu$/ }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test.describe('a sign-in that expires during an edit', () => {
  // Before it reloads, a page may send requests with the colleague's sign-in, which the server rejects.
  test.use({ expectedErrors: [/status of (?:401|409) /] })

  test('an expired sign-in keeps unsaved text in place until the user has signed in again', async ({
    page,
    product,
  }) => {
    const person = await signIn(page, product)
    await openNewNote(page, product)
    const field = await writeInPlan(page)
    await page.context().clearCookies()
    await askForNotices(page)
    await expect(signedOut(page)).toContainText('Sign in again in another tab to save your changes')
    await expect(signedOut(page)).toBeInViewport()
    await expect(field).toHaveValue(written)
    await expectAccessible(page, 'a note whose sign-in has ended')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(section(page, 'Plan').getByRole('alert')).toBeVisible()
    await expect(field).toHaveValue(written)

    await signInAgain(page, product, person)
    await expect(signedOut(page)).toBeHidden()
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(field).toBeHidden()
    await page.reload()
    await expect(section(page, 'Plan')).toContainText(written)

    await test.step('an expired sign-in without unsaved text leads to the sign-in page', async () => {
      await writeInPlan(page)
      await page.keyboard.type(' And more.')
      await page.context().clearCookies()
      await askForNotices(page)
      await expect(signedOut(page)).toBeVisible()
      await page.getByRole('button', { name: 'Cancel' }).click()
      await page.getByRole('button', { name: 'Discard changes' }).click()
      await expect(page).toHaveURL(/\/login\?redirect=%2Fnotes%2F/)
    })
  })

  test("an expired sign-in keeps a dialog's form, which a click outside does not close", async ({ page, product }) => {
    const person = await signIn(page, product)
    await page.goto('/clients')
    await page.getByRole('button', { name: 'Add Client' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Add Client' })
    await dialog.getByLabel('First Name').fill('Maya')
    await dialog.getByLabel('Last Name').fill('Stone')
    await page.mouse.click(5, 400)
    await page.context().clearCookies()
    await dialog.getByRole('button', { name: 'Add Client' }).click()
    await expect(dialog.getByRole('alert')).toHaveText('User not authenticated')
    await expect(dialog).toContainText('Sign in again in another tab to save your changes')
    await expectAccessible(page, 'a dialog whose sign-in has ended')
    await expect(dialog.getByLabel('Last Name')).toHaveValue('Stone')

    await signInAgain(page, product, person)
    await dialog.getByRole('button', { name: 'Add Client' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('row').filter({ hasText: 'Maya Stone' })).toBeVisible()
  })

  test('an expired sign-in hides unsaved text from a colleague who signs in with the same browser', async ({
    page,
    browser,
    product,
  }) => {
    await signIn(page, product)
    const colleague = await addMember(page, browser, product, 'therapist', { firstName: 'Theo', lastName: 'Therapist' })
    await openNewNote(page, product)
    const field = await writeInPlan(page)
    await page.context().clearCookies()
    await askForNotices(page)
    await expect(signedOut(page)).toBeVisible()

    const asked = page.waitForEvent('dialog')
    await signInAgain(page, product, colleague.person)
    const leaveDialog = await asked
    expect(leaveDialog.type()).toBe('beforeunload')
    await leaveDialog.dismiss()
    await expect(field).toBeHidden()
    // The printed note contains the text, too.
    await expect(page.getByText(written).filter({ visible: true })).toHaveCount(0)
    await expect(section(page, 'Plan')).toBeHidden()
    await colleague.context.close()
  })
})

test('Escape asks each time before it discards the text of a dialog, and the focus returns to its button', async ({
  page,
  product,
}) => {
  await signIn(page, product)
  await page.goto('/snippets')
  const opener = page.getByRole('button', { name: 'Add snippet' })
  for (const time of ['first', 'second']) {
    await opener.click()
    await page.getByRole('dialog', { name: 'Add snippet' }).getByLabel('Text').fill(`The ${time} text.`)
    await page.keyboard.press('Escape')
    await question(page).getByRole('button', { name: 'Discard changes' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(opener).toBeFocused()
  }
})

test('signing out with unsaved text asks for a confirmation first', async ({ page, product }) => {
  await signIn(page, product)
  await openNewNote(page, product)
  const field = await writeInPlan(page)
  await choose(page, 'Logout')
  await expect(question(page)).toContainText('Your changes to this note are not saved yet.')
  await question(page).getByRole('button', { name: 'Keep editing' }).click()
  await expect(question(page)).toBeHidden()
  await expect(field).toHaveValue(written)
  expect((await page.request.get('/api/me')).status()).toBe(200)

  await choose(page, 'Logout')
  await question(page).getByRole('button', { name: 'Discard changes' }).click()
  await expect(page).toHaveURL(/\/login$/)
})

test('viewing as another user with unsaved text asks for a confirmation first', async ({ page, browser, product }) => {
  await signIn(page, product)
  const { context } = await addMember(page, browser, product, 'therapist', { firstName: 'Theo', lastName: 'Therapist' })
  await page.goto('/profile')
  const name = page.getByRole('form', { name: 'My Profile' }).getByLabel('First Name')
  await name.fill('Robyn')
  await choose(page, 'View as…')
  const theo = page.getByRole('dialog', { name: 'View as' }).getByRole('button', { name: 'Theo Therapist' })
  await theo.click()
  await expect(question(page)).toContainText('Your changes to your profile are not saved yet.')
  await question(page).getByRole('button', { name: 'Keep editing' }).click()
  await expect(question(page)).toBeHidden()
  await expect(name).toHaveValue('Robyn')

  await theo.click()
  await question(page).getByRole('button', { name: 'Discard changes' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Viewing data as Theo Therapist' })).toBeVisible()
  await context.close()
})

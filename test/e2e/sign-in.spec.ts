import type { Page } from '@playwright/test'
import { expect, type Person, signIn, test } from './fixtures.ts'
import { addClient, openNewNote } from './steps.ts'

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /profile menu$/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login$/)
}

async function logIn(page: Page, { email, password }: Pick<Person, 'email' | 'password'>): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

test.describe('sign-in', () => {
  test.use({ expectedErrors: [/status of 40[14] .*\/(api\/auth\/sign-in\/email|outbox)\)$/] })

  test('a forgotten password is replaced through the email, and the old one stops working', async ({
    page,
    product,
  }) => {
    await test.step('an unknown reset link is rejected', async () => {
      await page.goto('/reset-password#none-of-ours')
      await expect(page.getByRole('alert')).toContainText('Invalid or expired password reset link')
    })
    const person = await signIn(page, product)
    await page.goto('/')
    await logOut(page)

    await page.getByLabel('Email').fill(person.email)
    await page.getByRole('button', { name: 'Forgot password?' }).click()
    const dialog = page.getByRole('dialog', { name: 'Reset your password' })
    await expect(dialog.getByLabel('Email')).toHaveValue(person.email)
    await dialog.getByRole('button', { name: 'Send reset link' }).click()
    const confirmation = page.getByRole('dialog', { name: 'Check Your Email' })
    await confirmation.getByRole('link', { name: 'outbox' }).click()
    await expect(page.getByRole('heading')).toHaveText(/use the link that Attend printed/)
    await page.goto(product.outboxUrl())
    await expect(page).toHaveURL(`${product.url}/outbox`)

    const mail = page
      .getByRole('article')
      .filter({ hasText: person.email })
      .filter({ hasText: 'Reset your Attend password' })
    await expect(async () => {
      await page.reload()
      await expect(mail).toHaveCount(1)
    }).toPass()
    await mail.getByRole('link').click()

    await page.getByRole('textbox', { name: 'New Password', exact: true }).fill('amber')
    await page.getByRole('textbox', { name: 'Confirm New Password' }).fill('amber')
    await page.getByRole('button', { name: 'Update Password' }).click()
    await expect(page.getByText('Password must be at least 6 characters long')).toBeVisible()
    const password = 'amber lighthouse 93 wool'
    await page.getByRole('textbox', { name: 'New Password', exact: true }).fill(password)
    await page.getByRole('textbox', { name: 'Confirm New Password' }).fill(`${password}s`)
    await page.getByRole('button', { name: 'Update Password' }).click()
    await expect(page.getByText('Passwords do not match')).toBeVisible()
    await page.getByRole('textbox', { name: 'Confirm New Password' }).fill(password)
    await page.getByRole('button', { name: 'Update Password' }).click()
    await expect(page.getByRole('heading', { name: 'Password Updated' })).toBeVisible()
    await expect(page).toHaveURL(/\/login$/)

    await logIn(page, person)
    await expect(page.getByRole('alert')).toContainText('Login failed')
    await logIn(page, { email: person.email, password })
    await expect(page).toHaveURL(`${product.url}/`)
  })
})

test('sign-in leads to the requested page, and logging out leaves no data of that page', async ({ page, product }) => {
  const person = await signIn(page, product)
  const client = await addClient(page, product)
  await page.goto('/')
  await logOut(page)
  await page.goto(`/clients/${client.id}?tab=sessions`)
  await expect(page).toHaveURL(/\/login\?redirect=/)
  await logIn(page, person)
  await expect(page).toHaveURL(`${product.url}/clients/${client.id}?tab=sessions`)
  await expect(page.getByRole('heading', { name: 'Maya Stone' })).toBeVisible()
  await logOut(page)
  await page.goBack()
  await expect(page.getByLabel('Email')).toBeVisible()
  await expect(page.getByText('Maya Stone')).toHaveCount(0)
})

test.describe('a user of another practice', () => {
  test.use({ expectedErrors: [/status of 404 /] })

  test('a user of another practice finds neither the client nor the note', async ({ page, browser, product }) => {
    await signIn(page, product)
    const { client, sessionId } = await openNewNote(page, product)
    const elsewhere = await browser.newContext({ baseURL: product.url })
    const stranger = await elsewhere.newPage()
    await signIn(stranger, product, { firstName: 'Noor', lastName: 'Vale' })

    await stranger.goto(`/clients/${client.id}`)
    await expect(stranger.getByRole('heading', { name: 'Client not found' })).toBeVisible()
    await stranger.goto(`/upload-session/${client.id}`)
    await expect(stranger.getByRole('heading', { name: 'Client not found' })).toBeVisible()
    await stranger.goto(`/notes/${sessionId}`)
    await expect(stranger.getByRole('heading', { name: 'Session or client data not found' })).toBeVisible()
    await stranger.goto('/clients')
    await expect(stranger.getByRole('heading', { name: 'No clients yet' })).toBeVisible()
    await expect(stranger.getByText('Maya Stone')).toHaveCount(0)
    await elsewhere.close()
  })
})

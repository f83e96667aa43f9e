import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { Locator, Page } from '@playwright/test'
import { codeOf } from '#test/authenticator-app.ts'
import { expectAccessible } from './expect-accessible.ts'
import { expect, type Person, signIn, test } from './fixtures.ts'

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /profile menu$/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login$/)
}

async function logIn(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

function passwordOf(dialog: Locator): Locator {
  return dialog.getByRole('textbox', { name: 'Your password' })
}

/** Sets up an authenticator app on My Profile. Returns its URI and the recovery codes. */
async function setUp(page: Page, { password }: Person) {
  await page.goto('/profile?tab=security')
  await page.getByRole('button', { name: 'Set Up' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' })
  await passwordOf(dialog).fill(password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible()
  const key = (await dialog.locator('code').innerText()).replace(/\s/g, '')
  const uri = `otpauth://totp/Attend?secret=${key}`
  const used = codeOf(uri)
  await dialog.getByLabel('Code', { exact: true }).fill(used)
  await dialog.getByRole('button', { name: 'Switch On' }).click()
  const codes = page.getByRole('dialog', { name: 'Save your recovery codes' })
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  const recovery = await codes.getByRole('listitem').allInnerTexts()
  return { uri, used, recovery, dialog: codes }
}

test.describe('an authenticator app', () => {
  test.use({ expectedErrors: [/status of 422 .*\/api\/auth\/two-factor\//] })

  test('an authenticator app can be set up, is required at sign-in, can be replaced by a recovery code, and switched off', async ({
    page,
    product,
  }) => {
    const person = await signIn(page, product)
    await page.goto('/profile?tab=security')
    await page.getByRole('button', { name: 'Set Up' }).click()
    const asking = page.getByRole('dialog', { name: 'Set up an authenticator app' })
    await passwordOf(asking).fill('not my password')
    await asking.getByRole('button', { name: 'Continue' }).click()
    await expect(asking.getByRole('alert')).toHaveText('This is not your password. Enter the one you sign in with.')
    await expect(asking.getByRole('button', { name: 'Continue' })).toBeFocused()
    await asking.getByRole('button', { name: 'Cancel' }).click()

    const { uri, used, recovery, dialog } = await setUp(page, person)
    const downloading = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Download' }).click()
    const savedCodes = await readFile(await (await downloading).path(), 'utf8')
    for (const code of recovery) expect(savedCodes).toContain(code)
    await dialog.getByRole('button', { name: 'I have saved them' }).click()
    await expect(page.getByText('10 of 10 left.')).toBeVisible()

    await logOut(page)
    await logIn(page, person)
    await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
    await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
    await page.getByLabel('Code', { exact: true }).fill(used)
    await page.getByRole('button', { name: 'Log in' }).click()
    await expect(page.getByRole('alert')).toContainText('This code was already used.')
    await page.getByLabel('Code', { exact: true }).fill(codeOf(uri, 1))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${product.url}/`)

    await logOut(page)
    await logIn(page, person)
    await page.getByLabel('Code', { exact: true }).fill(used)
    await page.getByRole('button', { name: 'Log in' }).click()
    await expect(page.getByRole('alert')).toContainText('This code was already used.')
    await page.getByRole('button', { name: 'Use a recovery code instead' }).click()
    await expect(page.getByLabel('Recovery code')).toBeFocused()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await page.getByLabel('Recovery code').fill((recovery[0] ?? '').replace('-', ' ').toUpperCase())
    await page.getByRole('button', { name: 'Log in' }).click()
    await expect(page).toHaveURL(`${product.url}/`)
    await page.goto('/profile?tab=security')
    await expect(page.getByText('9 of 10 left.')).toBeVisible()

    await page.getByRole('button', { name: 'Create New Codes' }).click()
    const renewing = page.getByRole('dialog', { name: 'Create new recovery codes' })
    await passwordOf(renewing).fill(person.password)
    await renewing.getByRole('button', { name: 'Create New Codes' }).click()
    const renewed = page.getByRole('dialog', { name: 'Save your recovery codes' })
    await expect(renewed.getByRole('listitem')).toHaveCount(10)
    const codes = await renewed.getByRole('listitem').allInnerTexts()
    // The codes are shown only once, so no key closes the dialog.
    await page.keyboard.press('Escape')
    await page.keyboard.press('Tab')
    await expect(renewed.getByRole('button', { name: 'Copy' })).toBeFocused()
    await renewed.getByRole('button', { name: 'I have saved them' }).click()

    await page.getByRole('button', { name: 'Switch Off' }).click()
    const switchOffDialog = page.getByRole('dialog', { name: 'Switch off the authenticator app' })
    await passwordOf(switchOffDialog).fill(person.password)
    await switchOffDialog.getByRole('button', { name: 'Use a recovery code instead' }).click()
    await switchOffDialog.getByLabel('Recovery code').fill(recovery[1] ?? '')
    await switchOffDialog.getByRole('button', { name: 'Switch Off' }).click()
    await expect(switchOffDialog.getByRole('alert')).toHaveText(
      'This recovery code is not correct, or it was already used.',
    )
    await switchOffDialog.getByLabel('Recovery code').fill(codes[0] ?? '')
    await switchOffDialog.getByRole('button', { name: 'Switch Off' }).click()
    await expect(page.getByRole('button', { name: 'Set Up' })).toBeVisible()

    await logOut(page)
    await logIn(page, person)
    await expect(page).toHaveURL(`${product.url}/`)
  })

  test('an authenticator app can be set up and used with keyboard and screen reader, in light and dark mode', async ({
    page,
    product,
  }) => {
    const person = await signIn(page, product)
    await page.goto('/profile?tab=security')
    await expect(page.getByRole('heading', { name: 'Two-factor sign-in' })).toBeVisible()
    await expectAccessible(page, 'profile')
    await page.getByRole('button', { name: 'Set Up' }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' })
    await expect(passwordOf(dialog)).toBeFocused()
    await expectAccessible(page, 'the password asked again')
    await page.keyboard.type(person.password)
    await page.keyboard.press('Enter')
    const code = dialog.getByLabel('Code', { exact: true })
    await expect(code).toBeFocused()
    await expectAccessible(page, 'QR code')
    const key = (await dialog.locator('code').innerText()).replace(/\s/g, '')
    await page.keyboard.type(codeOf(`otpauth://totp/Attend?secret=${key}`))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Save your recovery codes' })).toBeVisible()
    await expectAccessible(page, 'recovery codes')
    await page.getByRole('button', { name: 'I have saved them' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Switch Off' })).toBeVisible()
    await expectAccessible(page, 'profile with an authenticator app')
    await logOut(page)
    await logIn(page, person)
    await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
    await expectAccessible(page, 'second step')
  })
})

test.describe('a passkey', () => {
  test('a passkey can be added, signs in without a password, and can be removed', async ({
    page,
    context,
    product,
  }) => {
    const cdp = await context.newCDPSession(page)
    await cdp.send('WebAuthn.enable')
    const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    const person = await signIn(page, product)
    await page.goto('/profile?tab=security')
    const adding = page.getByRole('dialog', { name: 'Add a passkey' })
    const list = page.getByRole('list', { name: 'Passkeys' })
    await test.step('a dialog that is closed while the browser asks adds no passkey', async () => {
      const isPresent = (enabled: boolean) =>
        cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
      await isPresent(false)
      await page.getByRole('button', { name: 'Add a Passkey' }).click()
      await adding.getByLabel('Name').fill('Never added')
      await passwordOf(adding).fill(person.password)
      const asked = page.waitForResponse(/generate-register-options/)
      await adding.getByRole('button', { name: 'Continue' }).click()
      await asked
      await page.keyboard.press('Escape')
      await expect(adding).toBeHidden()
      await isPresent(true)
    })
    await page.getByRole('button', { name: 'Add a Passkey' }).click()
    await expect(adding.getByRole('alert')).toHaveCount(0)
    await expectAccessible(page, 'adding a passkey')
    await adding.getByLabel('Name').fill('Work laptop')
    await passwordOf(adding).fill(person.password)
    await adding.getByRole('button', { name: 'Continue' }).click()
    await expect(list.getByRole('listitem')).toHaveCount(1)
    await expect(list.getByRole('listitem')).toContainText('Work laptop')
    await expect(list).toContainText('Not used yet')
    await expect(adding).toBeHidden()

    await page.getByRole('button', { name: 'Add a Passkey' }).click()
    await adding.getByLabel('Name').fill('Again')
    await passwordOf(adding).fill(person.password)
    await adding.getByRole('button', { name: 'Continue' }).click()
    await expect(adding.getByRole('alert')).toHaveText('This device already has a passkey for your account.')
    await adding.getByRole('button', { name: 'Cancel' }).click()

    await logOut(page)
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await expect(page).toHaveURL(`${product.url}/`)
    await page.goto('/profile?tab=security')
    await expect(list).toContainText('Last used')
    await expectAccessible(page, 'profile with a passkey')
    await page.getByRole('button', { name: 'Remove Work laptop' }).click()
    const removing = page.getByRole('dialog', { name: 'Remove Work laptop' })
    await passwordOf(removing).fill(person.password)
    await removing.getByRole('button', { name: 'Remove' }).click()
    await expect(list).toBeHidden()

    await logOut(page)
    await test.step('a removed passkey no longer signs in', async () => {
      await page.getByRole('button', { name: 'Use a passkey' }).click()
      await expect(page.getByRole('alert')).toHaveText(
        'Attend does not recognize this passkey. Sign in with your password.',
      )
    })
  })

  test.use({ expectedErrors: [/status of 404 .*\/api\/auth\/passkey\/verify-authentication/] })
})

test('a platform admin needs a second factor for the admin panel, and regains access after losing it', async ({
  page,
  product,
}) => {
  const admin = (...args: string[]) =>
    promisify(execFile)(process.execPath, ['scripts/admin.ts', ...args], {
      env: { PATH: process.env['PATH'], DATA_DIR: product.dataDir },
    })
  const person = await signIn(page, product)
  expect((await admin('grant', person.email)).stdout).toContain('administers the platform now')
  const panel = () => page.request.post('/api/admin/users/search', { headers: { origin: product.url }, data: {} })
  expect(await (await panel()).json()).toMatchObject({ code: 'second_factor_missing' })
  await page.goto('/profile?tab=security')
  await expect(page.getByText('You administer the platform.')).toBeVisible()
  const { dialog } = await setUp(page, person)
  await dialog.getByRole('button', { name: 'I have saved them' }).click()
  await expect(page.getByText('You administer the platform.')).toBeHidden()
  expect((await panel()).status()).toBe(200)
  expect((await admin('list')).stdout.split('\n')).toContain(`${person.email} · Robin Hale`)

  // An open page may request its notices with the sign-in that ends.
  await page.goto('about:blank')
  expect((await admin('reset-two-factor', person.email)).stdout).toContain('signed out everywhere')
  await page.goto('/profile?tab=security')
  await expect(page).toHaveURL(/\/login/)
  await logIn(page, person)
  await expect(page.getByRole('button', { name: 'Set Up' })).toBeVisible()
  expect((await panel()).status()).toBe(403)
  await admin('revoke', person.email)
  await expect(admin('grant', 'nobody@example.test')).rejects.toMatchObject({
    stderr: expect.stringContaining('There is no account with the address nobody@example.test.'),
  })
})

import type { Page } from '@playwright/test'
import { expectAccessible } from './expect-accessible.ts'
import { expectFitting } from './expect-fitting.ts'
import { badGateway } from './with-failure.ts'
import { expect, newPerson, type Person, signIn, signInAgain, randomIpAddress, test } from './fixtures.ts'
import { addClient } from './steps.ts'
import type { Product } from './product.ts'

const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile/15E148 Safari/604.1'
const tablet =
  'Mozilla/5.0 (iPad; CPU OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile/15E148 Safari/604.1'

const devices = (page: Page) => page.getByRole('list', { name: 'Signed-in devices' }).getByRole('listitem')

async function signInElsewhere(page: Page, product: Product, { email, password }: Person, userAgent: string) {
  const response = await page.request.post(`${product.url}/api/auth/sign-in/email`, {
    headers: { origin: product.url, 'x-forwarded-for': randomIpAddress(), 'user-agent': userAgent },
    data: { email, password },
  })
  expect(response.ok(), await response.text()).toBe(true)
}

test.describe("a user's devices", () => {
  test.use({ expectedErrors: [/status of (502|401) |Bad Gateway/] })

  test('devices are listed, signed out one by one or all together, and fit a phone', async ({
    page,
    browser,
    product,
  }) => {
    const person = await signIn(page, product)
    await test.step('devices are listed and can be signed out one by one or all together', async () => {
      const lostPhone = await browser.newPage({ userAgent: phone })
      await signInAgain(lostPhone, product, person)
      await lostPhone.goto(`${product.url}/`)
      await expect(lostPhone.getByRole('navigation').first()).toBeVisible()
      const others = await browser.newContext()
      await signInElsewhere(await others.newPage(), product, person, tablet)

      await page.goto('/profile')
      await page.getByRole('tab', { name: 'Sign-in and security' }).click()
      await expect(page).toHaveURL(/tab=security/)
      await expect(page.getByText('You are signed in on 3 devices. Sign out any you do not recognize.')).toBeVisible()
      await expect(devices(page).first()).toContainText('This device')
      await expect(devices(page).first()).toContainText('Active now')
      await expect(devices(page).first().getByRole('button')).toHaveCount(0)
      await expect(devices(page).filter({ hasText: 'Safari on iPad' })).toContainText(
        /Last active today at \d+:\d\d [AP]M\. Signed in \w{3} \d+ with password/,
      )
      await expectAccessible(page, 'sign-in and security')

      await page.route('**/api/me/sign-ins/*', badGateway)
      await page.getByRole('button', { name: 'Sign out Safari on iPad' }).click()
      await expect(page.getByRole('alert')).toHaveText('Safari on iPad could not be signed out. Try again.')
      await page.unroute('**/api/me/sign-ins/*')
      await page.getByRole('button', { name: 'Sign out Safari on iPad' }).click()
      await expect(devices(page)).toHaveCount(2)
      await expect(page.getByRole('alert')).toHaveCount(0)

      await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
      const dialog = page.getByRole('dialog', { name: 'Sign out 1 other device?' })
      await expect(dialog).toContainText(
        'A recording in progress there stays on that device until you sign in on it again.',
      )
      await dialog.getByRole('button', { name: 'Sign out everywhere else' }).click()
      await expect(page.getByText('Signed out on 1 device.')).toBeVisible()
      await expect(page.getByText('You are signed in only here.')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Sign out everywhere else' })).toHaveCount(0)

      // Opens the calendar: the list of clients is cached, so it would be shown without a request.
      await lostPhone.getByRole('link', { name: 'Calendar', exact: true }).click()
      await expect(lostPhone).toHaveURL(/\/login/)
      await lostPhone.close()
      await others.close()
    })
    await test.step('devices that fail to load show the failure in their own section only', async () => {
      await page.route('**/api/me/sign-ins', badGateway)
      await page.goto('/profile?tab=security')
      await expect(page.getByRole('alert')).toContainText('Failed to load your devices')
      await expect(page.getByText('No failed sign-ins in 90 days.')).toBeVisible()
      await page.unroute('**/api/me/sign-ins')
      await page.getByRole('button', { name: 'Try Again' }).click()
      await expect(page.getByText('You are signed in only here.')).toBeVisible()
    })
    await test.step('on a phone the security page cuts nothing off', async () => {
      await page.setViewportSize({ width: 390, height: 844 })
      await signInElsewhere(await browser.newPage(), product, person, phone)
      await page.goto('/profile?tab=security')
      await expect(devices(page)).toHaveCount(2)
      await expectFitting(page, 'sign-in and security', 390, 844)
      for (const name of ['Sign out everywhere else', 'Sign out Safari on iPhone', 'Change email', 'Change password'])
        expect((await page.getByRole('button', { name }).boundingBox())?.height, name).toBeGreaterThanOrEqual(44)
    })
  })
})

test.describe("a user's credentials", () => {
  test.use({ expectedErrors: [/status of (401|422) /] })

  test('changing the password requires the current one, and changing the email address a code sent to the new one', async ({
    page,
    product,
  }) => {
    const person = await signIn(page, product)
    const password = 'seven amber lanterns drift'
    await test.step('changing the password requires the current one', async () => {
      await page.goto('/profile?tab=security')
      await page.getByRole('button', { name: 'Change password' }).click()
      const dialog = page.getByRole('dialog', { name: 'Change password' })
      await dialog.getByRole('textbox', { name: 'Your password' }).fill('not my password')
      await dialog.getByRole('textbox', { name: 'New Password', exact: true }).fill(password)
      await dialog.getByRole('textbox', { name: 'Confirm New Password' }).fill('seven amber lanterns')
      await dialog.getByRole('button', { name: 'Change Password' }).click()
      await expect(dialog.getByText('Passwords do not match')).toBeVisible()
      await dialog.getByRole('textbox', { name: 'Confirm New Password' }).fill(password)
      await dialog.getByRole('button', { name: 'Change Password' }).click()
      await expect(dialog.getByRole('alert')).toHaveText('This is not your password. Enter the one you sign in with.')
      await dialog.getByRole('textbox', { name: 'Your password' }).fill(person.password)
      await dialog.getByRole('button', { name: 'Change Password' }).click()
      await expect(page.getByText('Your password was changed. All other devices were signed out.')).toBeVisible()
      await expect(dialog).toBeHidden()
      await signInAgain(page, product, { ...person, password })
      await page.reload()
      const failed = page.getByRole('list', { name: 'Failed sign-ins' })
      await expect(failed.getByRole('listitem')).toContainText('Wrong password, once')
    })
    await test.step('changing the email address requires a code sent to the new one', async () => {
      const { email } = newPerson()
      await page.goto('/profile?tab=security')
      await page.getByRole('button', { name: 'Change email' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('New email').fill(email)
      await dialog.getByRole('textbox', { name: 'Your password' }).fill(password)
      await dialog.getByRole('button', { name: 'Send Code' }).click()
      await expect(dialog).toContainText(`It was sent to ${email}`)
      await expect(dialog.getByLabel('Code', { exact: true })).toBeFocused()
      await dialog.getByLabel('Code', { exact: true }).fill('12345')
      await dialog.getByRole('button', { name: 'Change Email' }).click()
      await expect(dialog.getByText('Enter the six digits of the code.')).toBeVisible()

      const mail = await (await page.request.get(product.outboxUrl())).text()
      const at = mail.indexOf(email)
      const code = /\b\d{6}\b/.exec(mail.slice(mail.indexOf('The code is', at)))?.[0] ?? ''
      await dialog.getByLabel('Code', { exact: true }).fill(code)
      await dialog.getByRole('button', { name: 'Change Email' }).click()
      await expect(page.getByText(`You now sign in with ${email}.`)).toBeVisible()
      await expect(page.getByRole('list', { name: 'How you sign in' })).toContainText(email)
      await page.getByRole('tab', { name: 'About you' }).click()
      await expect(page.getByLabel('Email')).toHaveValue(email)
      await signInAgain(page, product, { ...person, email, password })
      await addClient(page, product)
    })
  })
})

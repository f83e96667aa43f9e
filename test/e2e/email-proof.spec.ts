import type { Page } from '@playwright/test'
import { expectAccessible } from './expect-accessible.ts'
import { expect, newPerson, signIn, test } from './fixtures.ts'
import type { Product } from './product.ts'
import { invite, mailTo, openOtherBrowser } from './team.ts'

test.use({ colorScheme: 'light' })

const form = (page: Page) => page.getByRole('form', { name: 'Confirm your email address' })

/** The code in the newest email to a user. The response to a sign-up does not wait for this email. */
async function codeFor(product: Product, email: string): Promise<string> {
  const code = async () => /code is (\d{4} \d{4})/.exec(await mailTo(product, email))?.[1] ?? ''
  await expect.poll(code).not.toBe('')
  return code()
}

test.describe('a new account', () => {
  test.use({ expectedErrors: [/status of (403|410|422|429) /] })

  test('a new user confirms the email address with a code where invitations and passkeys need it', async ({
    page,
    product,
  }) => {
    const { email } = await signIn(page, product, {}, { isVerified: false })
    await test.step('the invite dialog asks for the code', async () => {
      await page.goto('/settings?tab=organization')
      await page.getByRole('button', { name: 'Invite Member' }).click()
      const dialog = page.getByRole('dialog', { name: 'Add New Team Member' })
      await expect(form(page)).toContainText(`Invitations need a confirmed address. We sent a code to ${email}.`)
      await expect(dialog.getByLabel('Email address', { exact: true })).toBeHidden()
      await expectAccessible(page, 'invite dialog before the address is confirmed')
      await page.keyboard.press('Escape')
    })
    await page.goto('/profile')
    await expect(form(page)).toBeVisible()
    await expectAccessible(page, 'profile before the address is confirmed')
    const confirm = form(page).getByRole('button', { name: 'Confirm' })
    await confirm.click()
    await expect(form(page).getByText('Enter the eight digits of the code.')).toBeVisible()
    const wrongCode = (await codeFor(product, email)) === '0000 0001' ? '00000002' : '00000001'
    await form(page).getByLabel('Code').fill(wrongCode)
    await confirm.click()
    await expect(form(page).getByRole('alert')).toHaveText(
      'This code is not correct. Enter the eight digits of the newest mail.',
    )
    await test.step('a new code can be sent once a minute', async () => {
      const first = await codeFor(product, email)
      await form(page).getByRole('button', { name: 'Send again' }).click()
      await expect(form(page).getByText('A new code is on its way. Earlier ones no longer work.')).toBeVisible()
      expect(await codeFor(product, email)).not.toBe(first)
      await form(page).getByRole('button', { name: 'Send again' }).click()
      await expect(form(page).getByRole('alert')).toHaveText(
        /^A code was already sent\. You can request another one in (\d+ seconds|1 minute)\.$/,
      )
    })
    await form(page)
      .getByLabel('Code')
      .fill(await codeFor(product, email))
    await confirm.click()
    await expect(form(page)).toBeHidden()
    await page.goto('/settings?tab=organization')
    await page.getByRole('button', { name: 'Invite Member' }).click()
    await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Email address' })).toBeVisible()
  })

  test('an account created with a forwarded invitation link joins after entering the emailed code', async ({
    page,
    browser,
    product,
  }) => {
    await signIn(page, product, { firstName: 'Olive', lastName: 'Owner' })
    const person = newPerson({ firstName: 'Theo', lastName: 'Therapist' })
    await page.goto('/settings?tab=organization')
    await page.getByRole('button', { name: 'Invite Member' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add New Team Member' })
    await dialog.getByLabel('Email address').fill(person.email)
    await dialog.getByRole('button', { name: 'Send Invitation' }).click()
    const link = (await dialog.locator('code').textContent()) ?? ''
    const theirs = await openOtherBrowser(browser, product)
    await theirs.goto(link)
    await theirs.getByRole('textbox', { name: 'Create a password' }).fill(person.password)
    await theirs.getByLabel('First Name').fill(person.firstName)
    await theirs.getByLabel('Last Name').fill(person.lastName)
    await theirs.getByRole('button', { name: 'Accept Invitation' }).click()
    await expect(form(theirs)).toContainText("Confirm your address to join Olive Owner's Practice.")
    await expectAccessible(theirs, 'invitation before the address is confirmed')
    await form(theirs)
      .getByLabel('Code')
      .fill(await codeFor(product, person.email))
    await form(theirs).getByRole('button', { name: 'Confirm' }).click()
    await expect(theirs).toHaveURL(`${product.url}/`)
    await theirs.goto('/settings?tab=organization')
    await expect(theirs.getByRole('region', { name: 'Organization Details' })).toContainText("Olive Owner's Practice")
  })
})

test.describe("an account with someone else's email address", () => {
  test.use({ expectedErrors: [/status of (401|403|422) /] })

  test("an attacker loses an account with someone else's address once the owner of the address resets the password and joins a clinic", async ({
    page,
    browser,
    product,
  }) => {
    const attackers = await openOtherBrowser(browser, product)
    const victim = await signIn(attackers, product, { firstName: 'Vera', lastName: 'Victim' }, { isVerified: false })
    await attackers.goto('/profile')
    await expect(form(attackers)).toBeVisible()

    await signIn(page, product, { firstName: 'Olive', lastName: 'Owner' })
    const owners = await openOtherBrowser(browser, product)
    const asked = await owners.request.post(`${product.url}/api/auth/request-password-reset`, {
      headers: { origin: product.url },
      data: { email: victim.email },
    })
    expect(asked.ok()).toBe(true)
    await expect.poll(() => mailTo(product, victim.email)).toContain('/reset-password#')
    await owners.goto(/http\S+/.exec(await mailTo(product, victim.email))?.[0] ?? '')
    const password = 'amber lighthouse 93 wool'
    await owners.getByRole('textbox', { name: 'New Password', exact: true }).fill(password)
    await owners.getByRole('textbox', { name: 'Confirm New Password' }).fill(password)
    await owners.getByRole('button', { name: 'Update Password' }).click()
    await expect(owners.getByRole('heading', { name: 'Password Updated' })).toBeVisible()
    await owners.goto(await invite(page, product, { email: victim.email, role: 'therapist' }))
    await owners.getByRole('link', { name: 'Return to login' }).click()
    await owners.getByLabel('Email').fill(victim.email)
    await owners.getByRole('textbox', { name: 'Password' }).fill(password)
    await owners.getByRole('button', { name: 'Log in', exact: true }).click()
    await owners.getByRole('button', { name: "Join Olive Owner's Practice" }).click()
    await expect(owners).toHaveURL(`${product.url}/`)

    // A new page, because the open one goes to the login page with its next request.
    const next = await attackers.context().newPage()
    await next.goto('/clients')
    await expect(next).toHaveURL(/\/login/)
    await next.getByLabel('Email').fill(victim.email)
    await next.getByRole('textbox', { name: 'Password' }).fill(victim.password)
    await next.getByRole('button', { name: 'Log in', exact: true }).click()
    await expect(next.getByRole('alert')).toContainText('Login failed')
  })
})

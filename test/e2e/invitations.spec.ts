import type { Page } from '@playwright/test'
import { expectAccessible } from './expect-accessible.ts'
import { inDatabase } from './database.ts'
import { badGateway } from './with-failure.ts'
import { expect, newPerson, signIn, test } from './fixtures.ts'
import { addClient } from './steps.ts'
import { invite, addMember, mailedLink, openOtherBrowser } from './team.ts'

test.use({
  colorScheme: 'light',
  permissions: ['clipboard-read', 'clipboard-write'],
})

const table = (page: Page, name: string) => page.getByRole('table', { name })

async function openOrganization(page: Page): Promise<void> {
  await page.goto('/settings?tab=organization')
  await expect(table(page, 'Team Members')).toBeVisible()
}

async function accept(page: Page, { password, firstName, lastName }: ReturnType<typeof newPerson>): Promise<void> {
  await page.getByRole('textbox', { name: 'Create a password' }).fill(password)
  await page.getByLabel('First Name').fill(firstName)
  await page.getByLabel('Last Name').fill(lastName)
  await page.getByRole('button', { name: 'Accept Invitation' }).click()
}

test('an owner invites a therapist, who joins with a new account and sees only their own clients', async ({
  page,
  browser,
  product,
}) => {
  await signIn(page, product, { firstName: 'Olive', lastName: 'Owner' })
  await addClient(page, product, 'Otto', 'Owned')
  const person = newPerson({ firstName: 'Theo', lastName: 'Therapist' })
  await openOrganization(page)
  await expect(page.getByText('No pending invitations.')).toBeVisible()

  const dialog = page.getByRole('dialog', { name: 'Add New Team Member' })
  await test.step('the invite dialog validates and keeps the input', async () => {
    await page.getByRole('button', { name: 'Invite Member' }).click()
    await expect(dialog.getByLabel('Email address')).toBeFocused()
    await dialog.getByRole('button', { name: 'Send Invitation' }).click()
    await expect(dialog.getByText('Email is required.')).toBeVisible()
    await dialog.getByRole('combobox', { name: 'Role' }).click()
    await expect(page.getByRole('option')).toHaveText(['Therapist', 'Supervisor', 'Administrator'])
    await page.getByRole('option', { name: 'Supervisor' }).click()
    await expect(dialog.getByText('Assign Therapists', { exact: true })).toBeVisible()
    await expect(
      dialog.getByText('No therapists available to assign. You can assign therapists to this supervisor later.'),
    ).toBeVisible()
    await dialog.getByRole('combobox', { name: 'Role' }).click()
    await page.getByRole('option', { name: 'Therapist' }).click()
    await expect(dialog.getByText('Assign Therapists', { exact: true })).toBeHidden()
    await dialog.getByLabel('Email address').fill(person.email)
    await expectAccessible(page, 'invite dialog')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Invite Member' }).click()
    await expect(dialog.getByLabel('Email address')).toHaveValue(person.email)
  })

  await test.step('the owner sends the invitation', async () => {
    const released = Promise.withResolvers<void>()
    await page.route('**/api/invitations', async (route) => {
      await released.promise
      await route.continue()
    })
    await dialog.getByRole('button', { name: 'Send Invitation' }).click()
    await expect(dialog.getByRole('button', { name: 'Sending...' })).toBeDisabled()
    released.resolve()
    await expect(dialog.getByText('Invitation sent successfully!')).toBeVisible()
    await page.unroute('**/api/invitations')
    await expect(
      dialog.getByText(`An email invitation was sent to ${person.email} with instructions to join.`),
    ).toBeVisible()
    await expect(dialog.getByText('Invitation link:')).toBeVisible()
    await expectAccessible(page, 'invitation sent')
    await dialog.getByRole('button', { name: 'Copy Link' }).click()
    await expect(page.getByText('Invitation link copied.')).toBeVisible()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toContain(`${product.url}/invitation#`)
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await expect(dialog).toBeHidden()
    const row = table(page, 'Pending Invitations').getByRole('row').filter({ hasText: person.email })
    await expect(row).toContainText('Therapist')
    await expect(row).toContainText('Olive Owner')
    await expect(row).toContainText('Sent')
    await expectAccessible(page, 'organization settings')
  })

  const theirs = await openOtherBrowser(browser, product)
  await test.step('the therapist accepts the invitation', async () => {
    await theirs.goto(await mailedLink(page, product, person.email))
    await expect(theirs.getByRole('heading', { name: 'Welcome to Attend' })).toBeVisible()
    await expect(
      theirs.getByText("You were invited by Olive Owner to join Olive Owner's Practice as a therapist."),
    ).toBeVisible()
    await expect(theirs.getByLabel('Email')).toHaveValue(person.email)
    await expect(theirs.getByLabel('Email')).not.toBeEditable()
    await expectAccessible(theirs, 'invitation')
    await theirs.getByRole('button', { name: 'Accept Invitation' }).click()
    await expect(theirs.getByText('Password is required.')).toBeVisible()
    await expect(theirs.getByText('First name is required.')).toBeVisible()
    await accept(theirs, { ...person, password: 'amber' })
    await expect(theirs.getByText('Password must be at least 6 characters long')).toBeVisible()
    const released = Promise.withResolvers<void>()
    await theirs.route('**/accept', async (route) => {
      await released.promise
      await route.continue()
    })
    await accept(theirs, person)
    await expect(theirs.getByRole('button', { name: 'Creating Account...' })).toBeDisabled()
    released.resolve()
    await expect(theirs).toHaveURL(`${product.url}/`)
    await theirs.getByRole('dialog', { name: 'Welcome to Attend' }).getByRole('button', { name: 'Get Started' }).click()
  })

  await test.step('the therapist sees only their own clients', async () => {
    await theirs.goto('/clients')
    await expect(theirs.getByRole('heading', { name: 'Clients', exact: true })).toBeVisible()
    await expect(theirs.getByText('0 active, 0 archived')).toBeVisible()
    await openOrganization(theirs)
    await expect(theirs.getByRole('region', { name: 'Organization Details' })).toContainText('Therapist')
    await expect(table(theirs, 'Team Members').getByRole('row')).toHaveCount(3)
    await expect(theirs.getByRole('button', { name: /Invite Member|Rename|Remove|Cancel/ })).toHaveCount(0)
    await expect(theirs.getByRole('heading', { name: 'Supervisor Assignments' })).toHaveCount(0)
    await expectAccessible(theirs, 'organization settings of a therapist')
  })
})

test('an invited supervisor sees the work of the assigned therapists immediately', async ({
  page,
  browser,
  product,
}) => {
  await signIn(page, product, { firstName: 'Olive', lastName: 'Owner' })
  const therapist = await addMember(page, browser, product, 'therapist', { firstName: 'Theo', lastName: 'Therapist' })
  await addMember(page, browser, product, 'therapist', { firstName: 'Tess', lastName: 'Other' })
  await addClient(therapist.page, product, 'Ada', 'Moss')
  await addClient(page, product, 'Otto', 'Owned')
  const supervisor = newPerson({ firstName: 'Sue', lastName: 'Pervisor' })

  await openOrganization(page)
  await page.getByRole('button', { name: 'Invite Member' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add New Team Member' })
  await dialog.getByLabel('Email address').fill(supervisor.email)
  await dialog.getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name: 'Supervisor' }).click()
  const theo = dialog.getByRole('checkbox', { name: 'Theo Therapist' })
  await theo.check()
  await test.step('choosing another role clears the assigned therapists', async () => {
    await dialog.getByRole('combobox', { name: 'Role' }).click()
    await page.getByRole('option', { name: 'Administrator' }).click()
    await dialog.getByRole('combobox', { name: 'Role' }).click()
    await page.getByRole('option', { name: 'Supervisor' }).click()
    await expect(theo).not.toBeChecked()
    await theo.check()
  })
  await expectAccessible(page, 'invite a supervisor')
  await dialog.getByRole('button', { name: 'Send Invitation' }).click()
  await expect(dialog.getByText('Invitation sent successfully!')).toBeVisible()

  const theirs = await openOtherBrowser(browser, product)
  await theirs.goto(await mailedLink(page, product, supervisor.email))
  await expect(theirs.getByText(/invited by Olive Owner to join .* as a supervisor\./)).toBeVisible()
  await accept(theirs, supervisor)
  await expect(theirs).toHaveURL(`${product.url}/`)
  await theirs.goto('/clients')
  await expect(theirs.getByRole('row').filter({ hasText: 'Ada Moss' })).toContainText('Therapist: Theo Therapist')
  await expect(theirs.getByRole('row').filter({ hasText: 'Otto Owned' })).toHaveCount(0)
  await openOrganization(page)
  await expect(page.getByRole('combobox', { name: 'Supervisor of Theo Therapist' })).toHaveValue('Sue Pervisor')
  await expect(page.getByRole('combobox', { name: 'Supervisor of Tess Other' })).toHaveValue('No Supervisor')
})

test.describe('invitations that cannot be used as expected', () => {
  test.use({ expectedErrors: [/status of (403|404|409|410|422|429|502) |Bad Gateway|net::ERR_INTERNET_DISCONNECTED/] })

  test('a user with an account signs in and joins with it, and the link works once', async ({
    page,
    browser,
    product,
  }) => {
    await signIn(page, product, { firstName: 'Olive', lastName: 'Owner' })
    const theirs = await openOtherBrowser(browser, product)
    const person = await signIn(theirs, product, { firstName: 'Robin', lastName: 'Hale' })
    await theirs.context().clearCookies()
    const link = await invite(page, product, { email: person.email, role: 'admin' })

    await test.step('no second account can be created for this address', async () => {
      await theirs.goto(link)
      await accept(theirs, person)
      await expect(theirs.getByRole('alert')).toHaveText(/^Failed to accept invitation\. If you have an account/)
      await expect(theirs.getByLabel('First Name')).toHaveValue('Robin')
    })
    await test.step('signing in returns to the invitation', async () => {
      await theirs.getByRole('link', { name: 'Return to login' }).click()
      await expect(theirs.getByText('Log in to accept your invitation.')).toBeVisible()
      await theirs.getByLabel('Email').fill(person.email)
      await theirs.getByRole('textbox', { name: 'Password' }).fill(person.password)
      await theirs.getByRole('button', { name: 'Log in', exact: true }).click()
      await expect(theirs.getByText(`You are signed in as ${person.email}.`)).toBeVisible()
      await expect(theirs.getByText(/to join Olive Owner's Practice as an administrator\./)).toBeVisible()
      await expectAccessible(theirs, 'join')
    })
    const join = theirs.getByRole('button', { name: "Join Olive Owner's Practice" })
    await theirs.route('**/join', badGateway)
    await join.click()
    await expect(theirs.getByRole('alert')).toHaveText('Failed to accept invitation')
    await theirs.unroute('**/join')
    await join.click()
    await expect(theirs).toHaveURL(`${product.url}/`)
    await theirs.goto('/settings?tab=organization')
    await expect(theirs.getByRole('region', { name: 'Organization Details' })).toContainText("Olive Owner's Practice")
    await expect(theirs.getByRole('button', { name: 'Invite Member' })).toBeVisible()

    await test.step('a user switches between two organizations after a question about unsaved changes', async () => {
      const notice = theirs.getByRole('switch', { name: 'Client transferred' })
      await theirs.getByRole('tab', { name: 'Preferences' }).click()
      await notice.focus()
      await theirs.keyboard.press('Space')
      await expect(notice).not.toBeChecked()
      await theirs.getByRole('tab', { name: 'Organization' }).click()
      const other = theirs.getByRole('button', { name: "Switch to Robin Hale's Practice" })
      await other.click()
      const question = theirs.getByRole('dialog', { name: 'Unsaved changes' })
      await question.getByRole('button', { name: 'Keep editing' }).click()
      await expect(question).toBeHidden()
      await expect(theirs.getByRole('region', { name: 'Organization Details' })).toContainText("Olive Owner's Practice")
      await theirs.getByRole('tab', { name: 'Preferences' }).click()
      await expect(notice).not.toBeChecked()
      await theirs.getByRole('tab', { name: 'Organization' }).click()
      await other.click()
      await question.getByRole('button', { name: 'Discard changes' }).click()
      await expect(theirs).toHaveURL(`${product.url}/`)
      await theirs.goto('/settings?tab=organization')
      await expect(theirs.getByRole('region', { name: 'Organization Details' })).toContainText("Robin Hale's Practice")
    })
    await theirs.goto(link)
    await expect(theirs.getByRole('alert')).toContainText('This invitation is no longer valid (status: accepted)')
    await expectAccessible(theirs, 'used invitation')
  })

  test('links without an invitation, after seven days and for another address show the reason', async ({
    page,
    product,
  }) => {
    await test.step('links without an invitation show the reason', async () => {
      await page.goto('/invitation')
      const alert = page.getByRole('alert')
      await expect(alert).toContainText('No invitation found. Please check your invitation link.')
      await page.goto('/invitation?invitation=abc')
      await expect(alert).toContainText('Invalid invitation format. Please check your invitation link.')
      await page.goto(`/invitation?invitation=${crypto.randomUUID()}`)
      await expect(alert).toContainText('No invitation found. Please check your invitation link.')
      await page.goto('/invitation#abc')
      await expect(alert).toContainText('Invalid invitation format. Please check your invitation link.')
      // In the same tab, the address of another link differs only in its fragment.
      await page.goto(`/invitation#${crypto.randomUUID()}`)
      await expect(alert).toContainText('No invitation found. Please check your invitation link.')
      await expectAccessible(page, 'unknown invitation')
      await page.getByRole('link', { name: 'Return to login' }).click()
      await expect(page).toHaveURL(`${product.url}/login`)
      await test.step('the sign-in page works as usual with an unknown link', async () => {
        await page.goto(`/login?invitation=${crypto.randomUUID()}`)
        await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible()
      })
    })
    await test.step('an invitation expires after seven days', async () => {
      await signIn(page, product)
      const person = newPerson()
      const link = await invite(page, product, { email: person.email, role: 'therapist' })
      await inDatabase(product, `update invitations set expires_at = now() - interval '1 minute' where email = $1`, [
        person.email,
      ])
      await page.goto(link)
      await expect(page.getByRole('alert')).toContainText('This invitation is no longer valid (status: expired)')
      await expect(page.getByText('Ask the person who invited you for a new one.')).toBeVisible()
      await openOrganization(page)
      await expect(page.getByText('No pending invitations.')).toBeVisible()
    })
    await test.step('a user signed in with another address sees both addresses and can log out', async () => {
      const owner = await signIn(page, product)
      const person = newPerson()
      const link = await invite(page, product, { email: person.email, role: 'therapist' })
      await page.goto(link)
      await expect(
        page.getByText(`This invitation is for ${person.email}, and you are signed in as ${owner.email}.`),
      ).toBeVisible()
      await expectAccessible(page, 'invitation for another address')
      await page.getByRole('button', { name: 'Log out' }).click()
      await expect(page.getByRole('button', { name: 'Accept Invitation' })).toBeVisible()
    })
  })

  test('duplicate and canceled invitations are rejected, and a pending one can be sent again', async ({
    page,
    browser,
    product,
  }) => {
    await signIn(page, product)
    const person = newPerson()
    const link = await invite(page, product, { email: person.email, role: 'therapist' })
    await openOrganization(page)
    const dialog = page.getByRole('dialog', { name: 'Add New Team Member' })
    await test.step('a duplicate invitation is rejected', async () => {
      await page.getByRole('button', { name: 'Invite Member' }).click()
      await dialog.getByLabel('Email address').fill(person.email)
      await dialog.getByRole('button', { name: 'Send Invitation' }).click()
      await expect(dialog.getByRole('alert')).toHaveText('An invitation has already been sent to this email')
      await expect(dialog.getByLabel('Email address')).toHaveValue(person.email)
      await page.route('**/api/invitations', badGateway)
      await dialog.getByRole('button', { name: 'Send Invitation' }).click()
      await expect(dialog.getByRole('alert')).toHaveText('Failed to send invitation')
      await page.unroute('**/api/invitations')
      await dialog.getByRole('button', { name: 'Cancel' }).click()
    })
    await test.step('an invitation is sent again', async () => {
      await inDatabase(product, 'update invitations set tried_at = now() where email = $1', [person.email])
      const sendAgainButton = page.getByRole('button', { name: `Send Again: the invitation for ${person.email}` })
      await sendAgainButton.click()
      await expect(
        page.getByRole('alert').filter({ hasText: 'This invitation was sent less than a minute ago.' }),
      ).toBeVisible()
      const aMinuteAgo = `update invitations set tried_at = tried_at - interval '1 minute' where email = $1`
      await inDatabase(product, aMinuteAgo, [person.email])
      await sendAgainButton.click()
      await expect(page.getByText(`The invitation was sent to ${person.email} again.`)).toBeVisible()
    })
    await test.step('the sign-in page leads to a valid invitation', async () => {
      const theirs = await openOtherBrowser(browser, product)
      // Makes the id of the invitation a valid secret, as in old links.
      await inDatabase(
        product,
        `insert into invitation_secrets (hash, invitation_id, is_mailed)
          select sha256(convert_to(id::text, 'UTF8')), id, false from invitations where email = $1`,
        [person.email],
      )
      const { rows } = await inDatabase(product, 'select id from invitations where email = $1', [person.email])
      await theirs.goto(`/login?invitation=${rows[0].id}`)
      await expect(theirs.getByRole('button', { name: 'Accept Invitation' })).toBeVisible()
      await theirs.route('**/accept', badGateway)
      await accept(theirs, person)
      await expect(theirs.getByRole('alert')).toHaveText('Failed to create account')
    })
    await test.step('a canceled invitation is rejected', async () => {
      const cancel = page.getByRole('button', { name: `Cancel the invitation for ${person.email}` })
      await page.route('**/cancel', badGateway)
      await cancel.click()
      await expect(page.getByRole('alert').filter({ hasText: 'Failed to cancel invitation' })).toBeVisible()
      await page.unroute('**/cancel')
      await cancel.click()
      await expect(page.getByText('No pending invitations.')).toBeVisible()
      const theirs = await openOtherBrowser(browser, product)
      await theirs.goto(link)
      await expect(theirs.getByRole('alert')).toContainText('This invitation is no longer valid (status: expired)')
    })
  })
})

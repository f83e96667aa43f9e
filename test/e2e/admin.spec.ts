import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { codeOf } from '#test/authenticator-app.ts'
import { expectAccessible } from './expect-accessible.ts'
import { createClinic, choose, nameOf } from './admin-clinic.ts'
import { inDatabase } from './database.ts'
import { expect, type Person, signIn, test } from './fixtures.ts'
import { grant, signInAsAdmin } from './platform-admin.ts'
import { openOtherBrowser, userIdOf } from './team.ts'

async function enterReason(page: Page): Promise<void> {
  await page.getByLabel('Access justification').fill('Asked by the clinic, ticket 12')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { name: 'System information' })).toBeVisible()
}

/** Enables an authenticator app on My Profile. */
async function setUpAuthenticator(page: Page, person: Person): Promise<void> {
  await page.getByRole('button', { name: 'Set Up' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' })
  await dialog.getByRole('textbox', { name: 'Your password' }).fill(person.password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  const key = (await dialog.locator('code').innerText()).replace(/\s/g, '')
  await dialog.getByLabel('Code', { exact: true }).fill(codeOf(`otpauth://totp/Attend?secret=${key}`))
  await dialog.getByRole('button', { name: 'Switch On' }).click()
  await page.getByRole('button', { name: 'I have saved them' }).click()
}

test.describe('access to the admin panel', () => {
  test.use({ expectedErrors: [/status of 403 .*\/api\/admin\//] })

  test('the admin panel rejects other users, and opens for platform admins who signed in with a second factor', async ({
    page,
    product,
  }) => {
    const person = await signIn(page, product)
    await test.step('a user who is not a platform admin', async () => {
      await page.goto('/admin/clients')
      await expect(page.getByRole('heading', { name: 'Not allowed' })).toBeVisible()
      await expect(page.getByText('Error 403')).toBeVisible()
      await expect(page.getByRole('main')).toContainText(person.email)
      await expectAccessible(page, 'the admin panel for others')
      await page.getByRole('link', { name: 'Back to App' }).click()
      await expect(page).toHaveURL(`${product.url}/`)
    })
    await grant(product, person)
    await test.step('a platform admin without a second factor is led to the set-up and then into the panel', async () => {
      await page.goto('/admin')
      await expect(page).toHaveURL(/\/admin\/users$/)
      await expect(page.getByRole('heading', { name: 'Set up two-factor sign-in first' })).toBeVisible()
      await expectAccessible(page, 'the admin panel without a second factor')
      await page.getByRole('link', { name: 'Open My Profile' }).click()
      await setUpAuthenticator(page, person)
      await page.goto('/admin')
      await expect(page.getByText(/^Showing \d+ of \d+/)).toBeVisible()
    })
    await test.step('a platform admin who signed in without the second factor has to sign in again', async () => {
      const clear = `update auth_sessions set second_factor_at = null from users
        where users.id = auth_sessions.user_id and users.email = $1`
      await inDatabase(product, clear, [person.email])
      await page.goto('/admin/sessions')
      await expect(page.getByRole('heading', { name: 'Sign in with your second factor' })).toBeVisible()
      await page.getByRole('button', { name: 'Sign Out' }).first().click()
      await expect(page).toHaveURL(/\/login$/)
    })
  })
})

test('a long email or name does not narrow the other columns of the users and organizations', async ({
  page,
  browser,
  product,
}) => {
  const email = `${randomUUID()}${'e'.repeat(100)}@example.test`
  const theirs = await openOtherBrowser(browser, product)
  await signIn(theirs, product, { email })
  await signInAsAdmin(page, product)
  const rename = 'update users set clinic_name = $2 where email = $1'
  expect((await inDatabase(product, rename, [email, 'c'.repeat(100)])).rowCount).toBe(1)
  await page.goto('/admin/users')
  await page.getByRole('searchbox').fill(email)
  await expect(page.getByText('Showing 1 of 1')).toBeVisible()
  const created = page
    .getByRole('row')
    .nth(1)
    .getByText(/^\d\d\/\d\d\/\d{4}$/)
  const lines = () =>
    created.evaluate((date) => {
      const range = document.createRange()
      range.selectNodeContents(date)
      return range.getClientRects().length
    })
  await expect.poll(lines).toBe(1)
  const widthOf = (part: Locator) => part.evaluate((element) => element.scrollWidth)
  const excess = async () =>
    (await widthOf(page.getByRole('table'))) - (await widthOf(page.getByRole('region', { name: 'Users' })))
  await expect.poll(excess).toBeLessThanOrEqual(0)
  const renamed = await theirs.request.patch(`${product.url}/api/organization`, {
    headers: { origin: product.url },
    data: { name: 'c'.repeat(200) },
  })
  expect(renamed.ok(), await renamed.text()).toBe(true)
  await page.goto('/admin/organizations')
  await page.getByRole('searchbox').fill('c'.repeat(200))
  await expect(page.getByText('Showing 1 of 1')).toBeVisible()
  await expect.poll(lines).toBe(1)
})

test('a platform admin finds users, opens them and saves only the changed fields', async ({
  page,
  browser,
  product,
}) => {
  test.slow()
  const { therapist, name } = await createClinic(browser, product)
  const admin = await signInAsAdmin(page, product)
  await page.goto('/admin/users')
  const nav = page.getByRole('navigation', { name: 'Admin' })
  await expect(nav.getByRole('link')).toHaveText([
    'Users',
    'Organizations',
    'Clients',
    'Sessions',
    'Status',
    'Access Reasons',
    'Refused Access',
    'Models',
  ])
  await expect(nav.getByRole('link', { name: 'Users' })).toHaveAttribute('data-status', 'active')
  await expect(page.getByRole('banner')).toContainText(admin.email)
  await expect(page.getByRole('columnheader')).toHaveText(['User', 'Email', 'License', 'Clinic', 'Role & Created'])
  await expectAccessible(page, 'users')

  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type(therapist.lastName.toLowerCase())
  await expect(page.getByText('Showing 1 of 1')).toBeVisible()
  expect(page.url()).not.toContain('search')
  const row = page.getByRole('row').nth(1)
  await expect(row).toContainText(therapist.email)
  await expect(row).toContainText((await userIdOf(product, therapist)).slice(-8))
  await expect(row).not.toContainText(await userIdOf(product, therapist))
  await expect(row).toContainText(/Therapist\s*\d\d\/\d\d\/\d{4}/)
  await choose(page, page.getByRole('combobox', { name: 'Role' }), 'Owner')
  await expect(page.getByRole('heading', { name: 'No matching users' })).toBeVisible()
  await expect(page.getByText('Try adjusting your search or filter criteria.')).toBeVisible()
  await choose(page, page.getByRole('combobox', { name: 'Role' }), 'All Roles')
  // The URL contains no names or email addresses, so a reload clears the search.
  await page.reload()
  await expect(page.getByRole('searchbox')).toHaveValue('')
  await page.getByRole('searchbox').fill(therapist.email)
  await expect(page.getByText('Showing 1 of 1')).toBeVisible()

  await page.getByRole('button', { name: nameOf(therapist) }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'User Details' })
  await expect(dialog.getByRole('heading')).toHaveText([
    'User Details',
    'Basic information',
    'Organization membership',
    'System information',
  ])
  await expect(dialog).toContainText(name)
  await expectAccessible(page, "a user's details")
  await dialog.getByRole('button', { name: 'Edit User' }).click()
  await dialog.getByLabel('First Name').fill('Thea')
  await expectAccessible(page, 'a user in edit mode')

  await page.keyboard.press('Escape')
  const asking = page.getByRole('dialog', { name: 'Unsaved changes' })
  await expect(asking).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(asking).toBeHidden()
  await expect(dialog.getByLabel('First Name')).toHaveValue('Thea')

  const sentRequest = page.waitForRequest((request) => request.method() === 'PATCH')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  expect((await sentRequest).postDataJSON()).toEqual({ firstName: 'Thea' })
  await expect(dialog.getByRole('button', { name: 'Edit User' })).toBeVisible()
  await expect(dialog).toContainText(`Thea ${therapist.lastName}`)
  await dialog.getByRole('button', { name: 'Edit User' }).click()
  await dialog.getByLabel('First Name').fill('Nobody')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await asking.getByRole('button', { name: 'Discard changes' }).click()
  await expect(dialog).toContainText(`Thea ${therapist.lastName}`)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('button', { name: `Thea ${therapist.lastName}` })).toBeFocused()

  await page.getByRole('link', { name: 'Back to App' }).click()
  await expect(page).toHaveURL(`${product.url}/`)
  await page.goto('/admin/users')
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL(/\/login$/)
})

test('a platform admin finds and changes organizations, and invites, assigns and removes their members', async ({
  page,
  browser,
  product,
}) => {
  test.slow()
  const { name, owner, supervisor, therapist } = await createClinic(browser, product)
  await signInAsAdmin(page, product)
  await page.goto('/admin/organizations')
  await expect(page.getByRole('columnheader')).toHaveText([
    'Organization',
    'Members/Clients/Invitations',
    'Plan',
    'Status',
    'Created',
  ])
  await expectAccessible(page, 'organizations')
  await page.getByRole('searchbox').fill(owner.lastName)
  await expect(page.getByRole('row').nth(1)).toContainText('3 / 1 / 0 pending')
  await page.getByRole('button', { name }).click()
  const dialog = page.getByRole('dialog', { name: 'Organization Details' })
  const members = dialog.getByRole('list', { name: 'Members' })
  await expect(members.getByRole('listitem')).toHaveCount(3)
  await expect(members.getByRole('listitem').first().getByRole('button')).toHaveCount(0)
  await expectAccessible(page, "an organization's details")

  await choose(page, dialog.getByRole('combobox', { name: /^Assigned Supervisor of/ }), nameOf(supervisor))
  await expect(page.getByText(`${nameOf(supervisor)} now supervises ${nameOf(therapist)}.`)).toBeVisible()
  await choose(page, dialog.getByRole('combobox', { name: `Role of ${nameOf(supervisor)}` }), 'Therapist')
  await page.getByRole('button', { name: 'Change Role' }).click()
  await expect(
    dialog.getByText('No supervisors available for assignment. Promote members to supervisor role first.'),
  ).toBeVisible()

  await dialog.getByRole('button', { name: 'Invite Member' }).click()
  const invite = page.getByRole('dialog', { name: 'Add New Team Member' })
  await invite.getByLabel('Email address').fill(`${randomUUID()}@example.test`)
  await invite.getByRole('button', { name: 'Send Invitation' }).click()
  await expect(invite.getByText('Invitation sent successfully!')).toBeVisible()
  await invite.getByText('Close', { exact: true }).click()
  await expect(invite).toBeHidden()
  await expect(dialog.getByText('Pending invitations').locator('..')).toContainText('1')

  await dialog.getByRole('button', { name: `Remove ${nameOf(therapist)}` }).click()
  const asking = page.getByRole('dialog', { name: 'Remove member' })
  await expect(asking).toContainText('Are you sure you want to remove this member from the organization?')
  await page.keyboard.press('Escape')
  await expect(asking).toBeHidden()
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: `Remove ${nameOf(therapist)}` }).click()
  await asking.getByRole('button', { name: 'Remove' }).click()
  await expect(members.getByRole('listitem')).toHaveCount(2)

  await dialog.getByRole('button', { name: 'Edit Organization' }).click()
  await expect(dialog.getByText('Plan and status come from the organization’s billing account.')).toBeVisible()
  await expect(dialog.getByRole('combobox', { name: 'Plan' })).toHaveCount(0)
  await dialog.getByRole('textbox', { name: 'Name' }).fill(`${name} West`)
  const sentRequest = page.waitForRequest((request) => request.method() === 'PATCH')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  expect((await sentRequest).postDataJSON()).toEqual({ name: `${name} West` })
  await expect(dialog.getByRole('button', { name: 'Edit Organization' })).toBeVisible()

  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Users', exact: true }).click()
  await expect(page.getByRole('columnheader', { name: 'License' })).toBeVisible()
  await page.getByRole('searchbox').fill(owner.lastName)
  // A search also finds members by the name of their organization, which contains its owner's name.
  const found = page
    .getByRole('row')
    .filter({ hasText: nameOf(supervisor) })
    .filter({ hasText: `${name} West` })
  await expect(found).toContainText((await userIdOf(product, supervisor)).slice(-8))
})

test('a platform admin opens clients with a reason, which is valid for 15 minutes, and changes them', async ({
  page,
  browser,
  product,
}) => {
  test.slow()
  const { client, therapist, owner } = await createClinic(browser, product)
  await page.clock.install()
  await signInAsAdmin(page, product)
  await page.goto('/admin/clients')
  await expect(page.getByRole('columnheader')).toHaveText(['Client', 'Therapist', 'Status', 'Organization', 'Created'])
  await expect(page.getByRole('note')).toContainText('HIPAA privacy notice')
  await expectAccessible(page, 'clients in the admin panel')
  await page.getByRole('searchbox').fill(client.lastName)
  await page.clock.runFor(500)
  await expect(page.getByText('Showing 1 of 1')).toBeVisible()
  expect(page.url()).not.toContain(client.lastName)
  await page.getByRole('button', { name: nameOf(client) }).click()
  const dialog = page.getByRole('dialog', { name: 'Client Administrative Details' })
  const reason = dialog.getByLabel('Access justification')
  await expect(reason).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Confirm' })).toBeDisabled()
  await expectAccessible(page, 'the question for a reason')
  await reason.fill('   ')
  await expect(dialog.getByRole('button', { name: 'Confirm' })).toBeDisabled()
  await reason.press('Control+Enter')
  await expect(dialog.getByRole('alert')).toHaveText('Access justification is required for HIPAA compliance.')
  await enterReason(page)
  await expect(dialog).toContainText('Access to this record lasts for 15 more minutes.')
  await expect(dialog).toContainText(nameOf(therapist))
  await expectAccessible(page, "a client's administrative details")

  await dialog.getByRole('button', { name: 'Edit' }).click()
  await dialog.getByLabel('Email').fill('no address')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog.getByText('Enter a valid email address.')).toBeVisible()
  await dialog.getByLabel('Email').fill('ada@example.test')
  await page.clock.runFor(15 * 60_000 + 1000)
  await expect(dialog.getByText(/The 15 minutes are over.*Your changes are still here/)).toBeVisible()
  await expect(dialog.getByLabel('Email')).toBeHidden()
  await reason.fill('Ticket 12, once more')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog.getByLabel('Email')).toHaveValue('ada@example.test')
  await choose(page, dialog.getByRole('combobox', { name: 'Therapist' }), nameOf(owner))
  const sentRequest = page.waitForRequest((request) => request.method() === 'PATCH')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  expect((await sentRequest).postDataJSON()).toEqual({
    email: 'ada@example.test',
    therapistId: await userIdOf(product, owner),
  })
  await expect(dialog.getByRole('button', { name: 'Edit' })).toBeVisible()
  await expect(dialog).toContainText(nameOf(owner))
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.clock.runFor(500)
  await page.getByRole('button', { name: nameOf(client) }).click()
  await expect(dialog.getByRole('heading', { name: 'System information' })).toBeVisible()
})

test('a platform admin finds sessions by date, type and words, and opens them with a reason', async ({
  page,
  browser,
  product,
}) => {
  test.slow()
  const { name, client, sessionId } = await createClinic(browser, product)
  await signInAsAdmin(page, product)
  await page.goto('/admin/sessions')
  await expect(page.getByRole('columnheader')).toHaveText([
    'Session',
    'Client',
    'Therapist',
    'Type & Setting',
    'Date & Time',
  ])
  await expect(page.getByRole('note')).toContainText('Privacy notice')
  await expectAccessible(page, 'sessions in the admin panel')
  await page.getByRole('searchbox').fill(sessionId)
  await expect(page.getByText('Showing 1 of 1')).toBeVisible()
  const row = page.getByRole('row').nth(1)
  await expect(row).toContainText(nameOf(client))
  await expect(row).toContainText('03/05/2040')
  await expect(row).toContainText('Upcoming')
  await choose(page, page.getByRole('combobox', { name: 'Date' }), 'Past')
  await expect(page.getByRole('heading', { name: 'No matching sessions' })).toBeVisible()
  await choose(page, page.getByRole('combobox', { name: 'Date' }), 'All Sessions')
  await choose(page, page.getByRole('combobox', { name: 'Type' }), 'Therapy')
  await page.getByRole('button', { name: sessionId.slice(-8) }).click()
  await enterReason(page)
  const dialog = page.getByRole('dialog', { name: 'Session Administrative Details' })
  await expect(dialog).toContainText('50 minutes')
  await expect(dialog.getByRole('button')).toHaveCount(1)
  await expectAccessible(page, "a session's administrative details")

  await test.step('platform admins can read and search the access reasons', async () => {
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Access Reasons' }).click()
    // The previous page also has a search field.
    await expect(page.getByRole('heading', { name: 'Access Reasons', level: 1 })).toBeVisible()
    await page.getByRole('searchbox').fill(client.lastName)
    await expect(page.getByText('Showing 1 of 1')).toBeVisible()
    expect(page.url()).not.toContain(client.lastName)
    const reason = page.getByRole('row').nth(1)
    for (const text of [
      'Paula Platform',
      'Asked by the clinic, ticket 12',
      nameOf(client),
      sessionId.slice(-8),
      name,
    ]) {
      await expect(reason).toContainText(text)
    }
    await choose(page, page.getByRole('combobox', { name: 'Record' }), 'Client')
    await expect(page.getByRole('heading', { name: 'No matching access reasons' })).toBeVisible()
    await expectAccessible(page, 'reasons for access')
  })
})

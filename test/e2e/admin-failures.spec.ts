import { randomUUID } from 'node:crypto'
import { createClinic, choose, nameOf } from './admin-clinic.ts'
import { inDatabase } from './database.ts'
import { expect, test } from './fixtures.ts'
import { signInAsAdmin } from './platform-admin.ts'
import { userIdOf } from './team.ts'

test.describe('missing records in the admin panel', () => {
  test.use({ expectedErrors: [/status of 404 .*\/api\/admin\//] })

  test('the admin dialog reports a missing record', async ({ page, product }) => {
    await signInAsAdmin(page, product)
    await page.goto(`/admin/users?open=${randomUUID()}`)
    await expect(page.getByRole('alert')).toHaveText('User not found')
    await page.goto(`/admin/organizations?open=${randomUUID()}`)
    await expect(page.getByRole('alert')).toHaveText('Organization not found')
    for (const [place, text] of [
      ['clients', 'Client not found'],
      ['sessions', 'Session not found'],
    ]) {
      await page.goto(`/admin/${place}?open=${randomUUID()}`)
      await page.getByLabel('Access justification').fill('Ticket 12')
      await page.getByRole('button', { name: 'Confirm' }).click()
      await expect(page.getByRole('alert')).toHaveText(text ?? '')
    }
  })

  test('the admin panel shows different texts for an empty list and for no matches', async ({ page, product }) => {
    await signInAsAdmin(page, product)
    await page.route(/\/api\/admin\/\w+\/search$/, (route) =>
      route.fulfill({ json: { items: [], total: 0, isTotalExact: true } }),
    )
    const empty = [
      ['users', 'No users', 'No matching users'],
      ['organizations', 'No organizations', 'No matching organizations'],
      ['clients', 'No clients', 'No matching clients'],
      ['sessions', 'No sessions', 'No matching sessions'],
    ] as const
    for (const [place, none, noMatch] of empty) {
      await page.goto(`/admin/${place}`)
      await expect(page.getByRole('heading', { name: none })).toBeVisible()
      await expect(page.getByText('Showing 0 of 0')).toBeVisible()
      await page.getByRole('searchbox').fill('zzz')
      await expect(page.getByRole('heading', { name: noMatch })).toBeVisible()
    }
  })
})

test.describe('failures in the admin panel', () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|status of (403|404|409|422) .*\/api\/admin\//] })

  const unreachable = 'Attend cannot be reached right now. Check your connection and try again.'

  test('admin lists report a failure to load and can be reloaded', async ({ page, product }) => {
    await signInAsAdmin(page, product)
    const lists = [
      ['users', 'Error loading users: '],
      ['organizations', 'Error loading organizations: '],
      ['clients', 'Error loading clients: '],
      ['sessions', 'Error loading sessions: '],
    ] as const
    for (const [place, text] of lists) {
      await page.goto(`/admin/${place}`)
      await expect(page.getByText(/^Showing/)).toBeVisible()
      await page.context().setOffline(true)
      await page.getByRole('button', { name: 'Refresh' }).click()
      await expect(page.getByRole('alert')).toContainText(`${text}${unreachable}`)
      await page.context().setOffline(false)
      await page.getByRole('button', { name: 'Try Again' }).click()
      await expect(page.getByRole('alert')).toHaveCount(0)
    }
  })

  test('admin forms report what was not saved, and why', async ({ page, browser, product }) => {
    test.slow()
    const { owner, supervisor, therapist, client, sessionId } = await createClinic(browser, product)
    const admin = await signInAsAdmin(page, product)
    await page.goto(`/admin/users?open=${await userIdOf(product, admin)}`)
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Edit User' }).click()
    await choose(page, dialog.getByRole('combobox', { name: 'Account' }), 'Inactive')
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Error saving user details: You cannot deactivate yourself')
    await expect(dialog.getByRole('combobox', { name: 'Account' })).toHaveValue('Inactive')
    await dialog.getByRole('button', { name: 'Cancel' }).click()

    await page.goto('/admin/organizations')
    await page.getByRole('searchbox').fill(owner.lastName)
    await page.getByRole('button', { name: `${owner.lastName}'s Practice` }).click()
    await choose(page, dialog.getByRole('combobox', { name: `Role of ${nameOf(owner)}` }), 'Admin')
    await expect(dialog.getByRole('alert')).toContainText('Error updating member role: An organization needs an owner.')
    const byEmail = 'where user_id = (select id from users where email = $1)'
    await inDatabase(product, `update organization_members set role = 'admin' ${byEmail}`, [supervisor.email])
    await choose(page, dialog.getByRole('combobox', { name: /^Assigned Supervisor of/ }), nameOf(supervisor))
    await expect(dialog.getByText(/^Error updating supervisor assignment: Only a member with/)).toBeVisible()
    await inDatabase(product, `delete from organization_members ${byEmail}`, [supervisor.email])
    await dialog.getByRole('button', { name: `Remove ${nameOf(supervisor)}` }).click()
    await page.getByRole('dialog', { name: 'Remove member' }).getByRole('button', { name: 'Remove' }).click()
    await expect(dialog.getByText(/^Error removing member: This person is no longer a member/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Edit Organization' }).click()
    await dialog.getByLabel('Name').fill('Elsewhere')
    await page.context().setOffline(true)
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await expect(dialog.getByRole('alert')).toHaveText(`Error saving organization details: ${unreachable}`)
    await page.context().setOffline(false)
    await dialog.getByRole('button', { name: 'Cancel' }).click()

    await page.goto(`/admin/clients?open=${client.id}`)
    await page.route('**/api/admin/clients/*', (route) => route.abort('internetdisconnected'))
    await page.getByLabel('Access justification').fill('Ticket 12')
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(dialog.getByRole('alert')).toContainText(`Error loading client details: ${unreachable}`)
    await page.unroute('**/api/admin/clients/*')
    await dialog.getByRole('button', { name: 'Try Again' }).click()
    await dialog.getByRole('button', { name: 'Edit' }).click()
    await choose(page, dialog.getByRole('combobox', { name: 'Therapist' }), nameOf(owner))
    await inDatabase(product, 'update users set is_active = false where email = $1', [owner.email])
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Error saving client details: Choose an active member')
    await inDatabase(product, 'delete from admin_grants where resource_id = $1', [client.id])
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await expect(dialog.getByLabel('Access justification')).toBeVisible()

    await page.goto('/admin/users')
    await page.goto(`/admin/sessions?open=${sessionId}`)
    await page.route('**/api/admin/sessions/*-*', (route) => route.abort('internetdisconnected'))
    await page.getByLabel('Access justification').fill('Ticket 12')
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(dialog.getByRole('alert')).toContainText(`Error loading session details: ${unreachable}`)
    expect(therapist.email).not.toBe('')
  })
})

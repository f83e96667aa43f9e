import { expect, test } from './fixtures.ts'
import { signInAsAdmin } from './platform-admin.ts'

test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })

test('on a phone, the options of a field in a dialog of the admin panel stay below it', async ({ page, product }) => {
  const admin = await signInAsAdmin(page, product)
  await page.goto('/admin/users')
  await page.getByRole('searchbox').fill(admin.email)
  // Until the search has finished, the admins of earlier tests are listed too.
  const row = page.getByRole('button', { name: 'Paula Platform' })
  await expect(row).toHaveCount(1)
  await row.click()
  const dialog = page.getByRole('dialog', { name: 'User Details' })
  await dialog.getByRole('button', { name: 'Edit User' }).click()
  await dialog.getByRole('combobox', { name: 'License' }).click()
  await page.getByRole('option', { name: 'Masters' }).click()
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog.getByText('Masters')).toBeVisible()
})

import { expectAccessible } from './expect-accessible.ts'
import { expect, signIn, test } from './fixtures.ts'
import { saveChanges } from './saving.ts'

test('the owner opens the organization from the profile menu and renames it', async ({ page, product }) => {
  await signIn(page, product, { firstName: 'Olive', lastName: 'Owner' })
  await test.step('Organization Settings in the profile menu opens the Organization tab', async () => {
    await page.goto('/settings')
    await page.getByRole('button', { name: /profile menu/ }).click()
    await page.getByRole('menuitem', { name: 'Organization Settings' }).click()
    await expect(page.getByRole('tab', { name: 'Organization', selected: true })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Organization Details' })).toBeVisible()
  })
  await test.step('the owner renames the organization', async () => {
    const details = page.getByRole('region', { name: 'Organization Details' })
    await expect(details).toContainText("NameOlive Owner's Practice")
    await expect(details).toContainText('Your RoleOwner')
    await details.getByRole('button', { name: 'Rename organization' }).click()
    const dialog = page.getByRole('dialog', { name: 'Rename organization' })
    await expect(dialog.getByLabel('Name')).toBeFocused()
    await dialog.getByLabel('Name').fill('Elm Street Practice')
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(details).toContainText('Elm Street Practice')
    await expect(details.getByRole('button', { name: 'Rename organization' })).toBeFocused()
    await expect(page.getByText('No therapists found in the organization.')).toBeVisible()
    await expectAccessible(page, 'organization settings of a practice of one')
  })
})

test('a user changes preferences, and they are there after a reload', async ({ page, product }) => {
  await page.clock.install()
  await signIn(page, product)
  await page.goto('/settings')
  const application = page.getByRole('region', { name: 'Application Settings' })
  await expect(application.getByRole('combobox', { name: 'Default Note Type' })).toHaveValue('SOAP')
  await application.getByRole('combobox', { name: 'Default Note Type' }).click()
  await page.getByRole('option', { name: 'DAP' }).click()
  await page.getByRole('switch', { name: 'Client transferred' }).focus()
  await page.keyboard.press('Space')

  await saveChanges(page, 'Changes saved successfully')

  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Default Note Type' })).toHaveValue('DAP')
  await expect(page.getByRole('switch', { name: 'Client transferred' })).not.toBeChecked()
  await expect(page.getByRole('switch', { name: 'Low sessions remaining' })).toBeChecked()
  await expectAccessible(page, 'preferences')
  await test.step('dark mode takes effect at once', async () => {
    await application.getByRole('button', { name: 'Dark Mode' }).click()
    await expect(page.locator('html')).toHaveClass(/dark/)
    await application.getByRole('button', { name: 'Light Mode' }).click()
    await expect(page.locator('html')).not.toHaveClass(/dark/)
  })
})

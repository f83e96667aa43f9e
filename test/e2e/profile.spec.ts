import { expectAccessible } from './expect-accessible.ts'
import { expect, signIn, test } from './fixtures.ts'
import { saveChanges } from './saving.ts'

test('a user changes the profile, and the changes are there after a reload', async ({ page, product }) => {
  await page.clock.install()
  const person = await signIn(page, product)
  await page.goto('/profile')
  const form = page.getByRole('form', { name: 'My Profile' })
  await expect(form.getByLabel('Email')).toHaveValue(person.email)
  await expect(form.getByLabel('Email')).not.toBeEditable()
  await expect(form.getByLabel('First Name')).toHaveValue('Robin')
  await form.getByLabel('First Name').fill('')
  await form.getByRole('button', { name: 'Save Changes' }).click()
  await expect(form.getByText('First name is required.')).toBeVisible()
  await expect(form.getByLabel('First Name')).toBeFocused()
  await form.getByLabel('First Name').fill('Robyn')
  await form.getByLabel('Clinic Name').fill('Elm Street Practice')
  await form.getByLabel('Phone Number').fill('555 0100')
  await form.getByRole('combobox', { name: 'License Type' }).click()
  await expect(page.getByRole('option')).toHaveText([
    'Other',
    'Support Staff / Technician',
    'Non-licensed Intern',
    'Masters',
    'Doctoral',
    'Registered Nurse',
    'Nurse Practitioner',
    'Physician',
  ])
  await page.getByRole('option', { name: 'Doctoral' }).click()
  await form.getByRole('combobox', { name: 'Time zone' }).fill('los_ang')
  await page.getByRole('option', { name: 'America/Los_Angeles' }).click()

  await page.getByRole('link', { name: 'Clients', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Unsaved changes' })
  await expect(question).toContainText('Your changes to your profile are not saved yet.')
  await question.getByRole('button', { name: 'Keep editing' }).click()

  await saveChanges(page, 'Profile updated successfully')

  await page.reload()
  await expect(form.getByLabel('First Name')).toHaveValue('Robyn')
  await expect(form.getByLabel('Phone Number')).toHaveValue('555 0100')
  await expect(form.getByRole('combobox', { name: 'License Type' })).toHaveValue('Doctoral')
  await expect(form.getByRole('combobox', { name: 'Time zone' })).toHaveValue('America/Los_Angeles')
  await expectAccessible(page, 'my profile')
  await page.goto('/settings?tab=organization')
  await expect(page.getByRole('region', { name: 'Organization Details' })).toContainText('Elm Street Practice')
})

import { freePort } from '#server/free-port.ts'
import { expectAccessible } from './expect-accessible.ts'
import { expect, newPerson, signIn, test } from './fixtures.ts'
import { otherBrowser } from './team.ts'

// A port without a mail server.
test.use({
  settings: { SMTP_URL: `smtp://127.0.0.1:${await freePort()}` },
  colorScheme: 'light',
})

test('an invitation whose email fails stays pending, and its link works', async ({ page, browser, product }) => {
  await signIn(page, product)
  const person = newPerson()
  await page.goto('/settings?tab=organization')
  await page.getByRole('button', { name: 'Invite Member' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add New Team Member' })
  await dialog.getByLabel('Email address').fill(person.email)
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toContainText(
    'Failed to send invitation: the mail server could not be reached',
  )
  await expect(dialog.getByText('Invitation sent successfully!')).toBeHidden()
  await expectAccessible(page, 'invitation that was not sent')
  const link = (await dialog.locator('code').textContent()) ?? ''
  await page.keyboard.press('Escape')
  const row = page
    .getByRole('table', { name: 'Pending Invitations' })
    .getByRole('row')
    .filter({ hasText: person.email })
  await expect(row.getByText('Pending', { exact: true })).toBeVisible()
  const theirs = await otherBrowser(browser, product)
  await theirs.goto(link)
  await expect(theirs.getByLabel('Email')).toHaveValue(person.email)
})

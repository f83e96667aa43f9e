import { expectAccessible } from './expect-accessible.ts'
import { expect, signIn, test } from './fixtures.ts'
import { openNewNote } from './steps.ts'

// jsdom has no undo history, so component tests cannot test undo.
test('a snippet is added, inserted into a note by keyboard, undone with Ctrl Z and saved', async ({
  page,
  product,
}) => {
  await signIn(page, product)
  await page.goto('/settings')
  await page.getByRole('link', { name: 'Manage snippets' }).click()
  await page.getByRole('button', { name: 'Add snippet' }).click()
  await page.getByLabel('Trigger').fill('mse-wnl')
  await page.getByRole('textbox', { name: 'Text' }).fill('{client} was alert. Mood: {cursor}. {pronoun} left on time.')
  await page.getByRole('button', { name: 'Save snippet' }).click()
  await expect(page.getByRole('region', { name: 'Your snippets' })).toContainText(';mse-wnl')

  await openNewNote(page, product)
  const field = page.getByRole('textbox', { name: 'Objective', exact: true })
  await field.focus()
  await page.keyboard.type('Seen at nine. ;ms')
  await expect(page.getByRole('option', { name: ';mse-wnl' })).toHaveAttribute('aria-selected', 'true')
  await expectAccessible(page, 'snippets offered')
  await page.keyboard.press('Tab')
  const inserted = 'Seen at nine. Maya was alert. Mood: . The client left on time.'
  await expect(field).toHaveValue(inserted)
  await page.keyboard.press('ControlOrMeta+z')
  await expect(field).toHaveValue('Seen at nine. ;ms')
  await page.keyboard.press('ControlOrMeta+Shift+z')
  await expect(field).toHaveValue(inserted)
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page.getByRole('region', { name: 'Progress of the note' })).toContainText(/Saved \d+:\d\d [AP]M/)
  await page.reload()
  await expect(page.getByText('Mood: .', { exact: false }).first()).toBeVisible()
})

import { keepUndoToasts } from './clock.ts'
import { expectAccessible } from './expect-accessible.ts'
import { expect, signIn, test } from './fixtures.ts'
import { addClient, openNewNote, section } from './steps.ts'

test('a therapist moves a session with its note and transcript to another client, and back', async ({
  page,
  product,
}) => {
  await keepUndoToasts(page)
  await signIn(page, product)
  const { sessionId } = await openNewNote(page, product)
  const ana = await addClient(page, product, 'Ana', 'Ruiz')
  await expect(page.getByRole('region', { name: 'Session insights' })).toBeVisible()

  await page.getByRole('button', { name: 'Note Preferences' }).click()
  await page.getByRole('menuitem', { name: 'Correct session' }).click()
  const dialog = page.getByRole('dialog', { name: 'Correct session' })
  await dialog.getByRole('button', { name: 'Move to another client' }).click()
  await dialog.getByRole('combobox', { name: 'Client' }).fill('Ana')
  await page.getByRole('option', { name: 'Ana Ruiz' }).click()
  await expectAccessible(page, 'correct session')
  await dialog.getByRole('button', { name: 'Correct session' }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'Ana Ruiz' })).toBeVisible()
  await page.goto(`/clients/${ana.id}?tab=sessions`)
  await page.getByRole('tabpanel', { name: 'Sessions' }).getByRole('link').click()
  await expect(page).toHaveURL(`/notes/${sessionId}`)
  await expect(section(page, 'Plan')).toContainText('Excerpts from the session')

  await page.getByRole('button', { name: 'Note Preferences' }).click()
  await page.getByRole('menuitem', { name: 'Correct session' }).click()
  await dialog.getByRole('button', { name: 'Move to another client' }).click()
  await dialog.getByRole('combobox', { name: 'Client' }).fill('Maya')
  await page.getByRole('option', { name: 'Maya Stone' }).click()
  await dialog.getByRole('button', { name: 'Correct session' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Maya Stone' })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Ana Ruiz' })).toBeVisible()
})

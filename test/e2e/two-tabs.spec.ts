import { expect, signIn, test } from './fixtures.ts'
import { addClient, handIn, openNewNote, section } from './steps.ts'

test.describe('the same note in two tabs', () => {
  test.use({ expectedErrors: [/status of 409 /] })

  for (const { choice, stands, goes } of [
    { choice: 'Keep mine', stands: 'Written in the second tab.', goes: 'Written in the first tab.' },
    { choice: 'Use the newer one', stands: 'Written in the first tab.', goes: 'Written in the second tab.' },
  ]) {
    test(`saving over a newer version asks: ${choice}`, async ({ page, context, product }) => {
      await signIn(page, product)
      const { sessionId } = await openNewNote(page, product)
      const other = await context.newPage()
      await other.goto(`/notes/${sessionId}`)

      await other.getByRole('button', { name: 'Edit Plan' }).click()
      await other.getByRole('textbox', { name: 'Plan' }).fill('Written in the second tab.')
      await page.getByRole('button', { name: 'Edit Plan' }).click()
      await page.getByRole('textbox', { name: 'Plan' }).fill('Written in the first tab.')
      await page.getByRole('button', { name: 'Save Changes' }).click()
      await expect(section(page, 'Plan')).toContainText('Written in the first tab.')
      await expect(page.getByRole('textbox', { name: 'Plan' })).toBeHidden()

      await other.getByRole('button', { name: 'Save Changes' }).click()
      const conflict = other.getByRole('dialog', { name: 'This note was saved somewhere else' })
      await expect(conflict).toContainText('Written in the first tab.')
      await expect(conflict).toContainText('Written in the second tab.')
      await conflict.getByRole('button', { name: choice }).click()
      await expect(conflict).toBeHidden()
      await expect(section(other, 'Plan')).toContainText(stands)

      await page.reload()
      await expect(section(page, 'Plan')).toContainText(stands)
      await expect(section(page, 'Plan')).not.toContainText(goes)
    })
  }

  test('the last note type change is used up once, and the other tab is told', async ({ page, context, product }) => {
    await signIn(page, product)
    const { sessionId } = await openNewNote(page, product)
    const other = await context.newPage()
    await other.goto(`/notes/${sessionId}`)
    await other.getByRole('button', { name: 'Change Note Type' }).click()

    for (const noteType of ['DAP', 'GIRP']) {
      await page.getByRole('button', { name: 'Change Note Type' }).click()
      await page.getByRole('dialog').getByRole('button', { name: noteType }).click()
      await expect(page.getByText(`The note is written as ${noteType} now.`)).toBeVisible()
      await expect(page.getByRole('dialog')).toBeHidden()
    }
    await other.getByRole('dialog').getByRole('button', { name: 'EMDR' }).click()
    await expect(other.getByRole('alert')).toHaveText(
      'You have reached the maximum number of note type changes for this session.',
    )
    await page.reload()
    await expect(page.getByRole('region', { name: 'About this session' })).toContainText('GIRP')
  })
})

test('two tabs that wait for the same transcript start its note once', async ({
  page,
  context,
  product,
  spoken,
  speech,
}) => {
  await signIn(page, product)
  const client = await addClient(page, product)
  await page.goto(`/upload-session/${client.id}`)
  const release = speech.hold()
  await handIn(page, { name: 'session.wav', mimeType: 'audio/wav', buffer: spoken.wav })
  await expect(page).toHaveURL(/session=/)
  const sessionId = new URL(page.url()).searchParams.get('session')
  const other = await context.newPage()
  for (const tab of [page, other]) {
    await tab.goto(`/notes/${sessionId}`)
    await expect(tab.getByRole('progressbar', { name: 'Progress of the note' })).toBeVisible()
  }
  release()
  for (const tab of [page, other]) await expect(section(tab, 'Plan')).toBeVisible({ timeout: 40_000 })
  await page.getByRole('button', { name: 'Note Preferences' }).click()
  await page.getByRole('menuitem', { name: 'Versions' }).click()
  await expect(page.getByRole('dialog', { name: 'Versions' }).getByRole('listitem')).toHaveCount(1)
})

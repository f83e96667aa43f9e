import type { Page } from '@playwright/test'
import { expect, signIn, test } from './fixtures.ts'
import { openNewNote, openUpload, processed, section, uploadSpoken } from './steps.ts'

const about = (page: Page) => page.getByRole('region', { name: 'About this session' })

/** Changes the note type and waits for the new note. */
async function changeTo(page: Page, noteType: string): Promise<void> {
  await page.getByRole('button', { name: 'Change Note Type' }).click()
  await page.getByRole('dialog').getByRole('button', { name: noteType }).click()
  await expect(page.getByText(`Note changed to ${noteType}.`)).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
}

test.describe('one note in two tabs', () => {
  test.use({ expectedErrors: [/status of 409 /] })

  test('saving over a newer version asks the user which version to keep', async ({ page, context, product }) => {
    await signIn(page, product)
    const { sessionId } = await openNewNote(page, product)
    const other = await context.newPage()
    await other.goto(`/notes/${sessionId}`)

    for (const choice of ['Keep mine', 'Use newer version'] as const) {
      await test.step(choice, async () => {
        const [first, second] = [`First tab: ${choice}.`, `Second tab: ${choice}.`]
        const [saved, discarded] = choice === 'Keep mine' ? [second, first] : [first, second]
        await other.getByRole('button', { name: 'Edit Plan' }).click()
        await other.getByRole('textbox', { name: 'Plan' }).fill(second)
        await page.getByRole('button', { name: 'Edit Plan' }).click()
        await page.getByRole('textbox', { name: 'Plan' }).fill(first)
        await page.getByRole('button', { name: 'Save Changes' }).click()
        await expect(section(page, 'Plan')).toContainText(first)
        await expect(page.getByRole('textbox', { name: 'Plan' })).toBeHidden()

        await other.getByRole('button', { name: 'Save Changes' }).click()
        const conflict = other.getByRole('dialog', { name: 'This note was saved elsewhere' })
        await expect(conflict).toContainText(first)
        await expect(conflict).toContainText(second)
        await conflict.getByRole('button', { name: choice }).click()
        await expect(conflict).toBeHidden()
        await expect(section(other, 'Plan')).toContainText(saved)

        await page.reload()
        await expect(section(page, 'Plan')).toContainText(saved)
        await expect(section(page, 'Plan')).not.toContainText(discarded)
      })
    }

    await test.step('text that was written before a note type change keeps its note type', async () => {
      await other.getByRole('button', { name: 'Edit Subjective' }).click()
      await other.getByRole('textbox', { name: 'Subjective' }).fill('Written before.')
      await changeTo(page, 'DAP')
      await expect(section(page, 'Data')).toBeVisible()

      await other.getByRole('button', { name: 'Save Changes' }).click()
      await expect(other.getByRole('dialog')).toContainText('yours is SOAP, the newer one is DAP.')
      await other.getByRole('dialog').getByRole('button', { name: 'Keep mine' }).click()
      await expect(other.getByRole('dialog')).toBeHidden()
      await expect(section(other, 'Subjective')).toContainText('Written before.')
      await expect(about(other)).toContainText('SOAP')
      await page.reload()
      await expect(section(page, 'Subjective')).toContainText('Written before.')
      await expect(about(page)).toContainText('SOAP')
    })
  })

  test.describe('the note type in two tabs', () => {
    test.use({ expectedErrors: [/status of 409 /] })

    test('an editor without changes shows the new note type, and only one tab can use the last note type change', async ({
      page,
      product,
      context,
    }) => {
      await signIn(page, product)
      await test.step('an editor without changes shows the new note type', async () => {
        await openNewNote(page, product)
        for (const name of ['Edit Subjective', 'Edit Plan']) await page.getByRole('button', { name }).click()
        await changeTo(page, 'DAP')
        await expect(section(page, 'Data')).toBeVisible()
        await expect(section(page, 'Subjective')).toHaveCount(0)
        await page.getByRole('textbox', { name: 'Plan' }).fill('Typed into the newer note.')
        await page.getByRole('button', { name: 'Save Changes' }).click()
        await expect(page.getByRole('textbox', { name: 'Plan' })).toBeHidden()
        await expect(section(page, 'Plan')).toContainText('Typed into the newer note.')
        await expect(about(page)).toContainText('DAP')
      })
      await test.step('only one tab can use the last note type change', async () => {
        const { sessionId } = await openNewNote(page, product)
        const other = await context.newPage()
        await other.goto(`/notes/${sessionId}`)
        await other.getByRole('button', { name: 'Change Note Type' }).click()

        for (const noteType of ['DAP', 'GIRP']) {
          await changeTo(page, noteType)
        }
        await other.getByRole('dialog').getByRole('button', { name: 'EMDR' }).click()
        await expect(other.getByRole('alert')).toHaveText(
          'You have reached the maximum number of note type changes for this session.',
        )
        await page.reload()
        await expect(about(page)).toContainText('GIRP')
      })
    })
  })
})

test('two tabs that wait for the same transcript create its note once', async ({
  page,
  context,
  product,
  spoken,
  speech,
}) => {
  await signIn(page, product)
  await openUpload(page, product)
  const release = speech.delayRequests()
  await uploadSpoken(page, spoken)
  await expect(page).toHaveURL(/session=/)
  const sessionId = new URL(page.url()).searchParams.get('session')
  const other = await context.newPage()
  for (const tab of [page, other]) {
    await tab.goto(`/notes/${sessionId}`)
    await expect(tab.getByRole('progressbar', { name: 'Progress of the note' })).toBeVisible()
  }
  release()
  for (const tab of [page, other]) await expect(section(tab, 'Plan')).toBeVisible(processed)
  await page.getByRole('button', { name: 'Note Preferences' }).click()
  await page.getByRole('menuitem', { name: 'Versions' }).click()
  await expect(page.getByRole('dialog', { name: 'Versions' }).getByRole('listitem')).toHaveCount(1)
})

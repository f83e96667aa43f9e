import { expectAccessible } from './expect-accessible.ts'
import { expect, signIn, test } from './fixtures.ts'
import { plantNote } from './planted-note.ts'
import { addSession } from './steps.ts'

const planted = {
  Subjective: [{ text: 'Maya sleeps about four hours a night.', check: 'clinician' }],
  Objective: [{ text: 'Looks tired.', check: 'clinician' }],
  Assessment: [{ text: 'Sleep is the main concern.', check: 'clinician' }],
  Plan: [{ text: 'Bed at eleven.', check: 'clinician' }],
} as const

test('a note is copied field by field with one key, and shows whether it has changed since', async ({
  page,
  context,
  product,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: product.url })
  await signIn(page, product)
  const { sessionId } = await addSession(page, product)
  await plantNote(page, product, sessionId, planted)
  await page.goto(`/notes/${sessionId}`)
  const read = () => page.evaluate(() => navigator.clipboard.readText())

  await test.step('each press of N copies the next field and announces its name', async () => {
    await page.getByRole('button', { name: 'Copy field by field' }).click()
    const dialog = page.getByRole('dialog', { name: 'Copy field by field' })
    await expect(dialog.getByRole('listitem')).toHaveCount(5)
    await expect(dialog.getByRole('button', { name: 'Copy next: Header' })).toBeFocused()
    await expect(dialog).toContainText('This note is not signed yet.')
    await expectAccessible(page, 'copy field by field')
    const texts = [['Header', 'DRAFT'], ...Object.entries(planted).map(([name, [{ text }]]) => [name, text])]
    for (const [at, [name = '', text]] of texts.entries()) {
      await page.keyboard.press('n')
      const next = texts[at + 1]?.[0]
      await expect(dialog.getByRole('status')).toHaveText(
        `Copied ${name}. ${next === undefined ? 'This was the last field.' : `Next: ${next}.`}`,
      )
      expect((await read()).toUpperCase()).toContain(text?.toUpperCase())
    }
    await expect(dialog.getByText('Copied', { exact: true })).toHaveCount(5)
    await dialog.getByRole('button', { name: 'Copy all' }).click()
    await expect(dialog.getByRole('status')).toHaveText('Copied the whole note.')
    const wholeNote = await read()
    for (const [{ text }] of Object.values(planted)) expect(wholeNote.split(text)).toHaveLength(2)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })

  await test.step('after a change the page says that the copy is old, and shows the difference', async () => {
    await expect(page.getByText(/^Changed since copied on/)).toBeHidden()
    await page.getByRole('button', { name: 'Edit Plan' }).click()
    await page.getByRole('textbox', { name: 'Plan' }).fill('Bed at ten.')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    const notice = page.getByRole('note').filter({ hasText: 'Changed since copied on' })
    await expect(notice).toContainText(/You copied version \d to SimplePractice\./)
    await notice.getByRole('button', { name: 'Show differences' }).click()
    const dialog = page.getByRole('dialog', { name: 'Changed since copied' })
    await expect(dialog.getByRole('insertion')).toContainText('Bed at ten.')
    await expect(dialog.getByRole('deletion')).toContainText('Bed at eleven.')
    await expectAccessible(page, 'changed since copied')
  })
})

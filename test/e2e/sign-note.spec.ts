import { expectAccessible } from './expect-accessible.ts'
import { expect, signIn, test } from './fixtures.ts'
import { plantNote } from './planted-note.ts'
import { addSession, section } from './steps.ts'

const planted = {
  Subjective: [{ text: 'Maya sleeps about four hours a night.', check: 'clinician' }],
  Objective: [{ text: 'Looks tired.', check: 'clinician' }],
  Assessment: [{ text: 'Sleep is the main concern.', check: 'clinician' }],
  Plan: [{ text: 'Bed at eleven.', check: 'clinician' }],
} as const

test.use({ expectedErrors: [/status of 422 .*check-password/] })

test('a note is signed, amended and printed with the keyboard alone', async ({ page, product }) => {
  const person = await signIn(page, product)
  const signer = { credentials: 'LCSW', licenseNumber: 'LC-20417', licenseState: 'Oregon' }
  const changed = await page.request.patch(`${product.url}/api/me`, { headers: { origin: product.url }, data: signer })
  expect(changed.ok(), await changed.text()).toBe(true)
  const { sessionId } = await addSession(page, product)
  await plantNote(page, product, sessionId, planted)
  await page.goto(`/notes/${sessionId}`)
  await expect(page.getByRole('button', { name: 'Sign note' })).toBeEnabled()

  await test.step('a wrong password is shown at the field', async () => {
    await page.keyboard.press('s')
    const dialog = page.getByRole('dialog', { name: 'Sign note' })
    const password = dialog.getByRole('textbox', { name: 'Password' })
    await expect(password).toBeFocused()
    await expect(dialog).toContainText(/LCSW/)
    await expectAccessible(page, 'sign dialog')
    await page.setViewportSize({ width: 390, height: 600 })
    for (const name of ['Cancel', 'Sign and lock'])
      await expect(dialog.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
    await expect(password).toBeFocused()
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.keyboard.type('not the password')
    await page.keyboard.press('Enter')
    await expect(dialog).toContainText('Wrong password. Try again.')
    await password.fill(person.password)
    await page.keyboard.press('Enter')
    await expect(page.getByText('Note signed and locked.')).toBeVisible()
  })

  await test.step('the note is locked, also after a reload', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'Maya Stone' })).toBeFocused()
    await page.reload()
    await expect(page.getByText('Signed', { exact: true })).toBeVisible()
    await expect(section(page, 'Plan')).toContainText('Bed at eleven.')
    await expect(page.getByRole('button', { name: 'Edit Plan' })).toBeHidden()
    await expect(page.getByRole('region', { name: 'Record' })).toContainText('Valid')
    const work = page.getByRole('region', { name: 'Your work on this note' })
    await expect(work).toContainText(/Time to sign\d+ \w+.*Items decided0/)
    await expectAccessible(page, 'signed note')
  })

  await test.step('an addendum needs no second password within five minutes', async () => {
    await expect(page.getByRole('button', { name: 'Add addendum' })).toBeVisible()
    await page.keyboard.press('n')
    const dialog = page.getByRole('dialog', { name: 'Add addendum' })
    await expect(dialog.getByRole('textbox', { name: 'Text' })).toBeFocused()
    await page.keyboard.type('Maya called at 9:15 AM.')
    await page.keyboard.press('Tab')
    await page.keyboard.type('A call after the session')
    await expect(dialog).toContainText(/Confirmed at /)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('region', { name: 'Addenda' })).toContainText('Maya called at 9:15 AM.')
  })

  await test.step('the printed note has author, practice, signature and addendum, and no controls', async () => {
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByText('Session held by', { exact: true })).toBeVisible()
    await expect(page.getByText('Practice', { exact: true })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Signatures' })).toContainText(
      /Signed .* · Version \d+ · License LC-20417, Oregon/,
    )
    await expect(page.getByRole('region', { name: 'Addenda' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Record' })).toBeHidden()
    await expect(page.getByRole('button', { name: 'Add addendum' })).toBeHidden()
  })
})

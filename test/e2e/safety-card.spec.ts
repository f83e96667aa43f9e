import { keepUndoToasts } from './clock.ts'
import { expectAccessible } from './expect-accessible.ts'
import { expect, signIn, test } from './fixtures.ts'
import { addClient, processed, quotes, section, transcriptFile, turns, uploadFile } from './steps.ts'

const risk = [
  ['Therapist', 'Any thoughts of ending your life?'],
  ['Client', 'No. Well, sometimes I think it would be easier not to wake up.'],
  ['Therapist', 'How often does that happen?'],
  ['Client', 'Maybe twice a week.'],
  ['Therapist', 'Are you hurting yourself in any way?'],
  ['Client', 'No.'],
  ['Therapist', 'Do you drink?'],
  ['Client', 'Two glasses of wine on Sundays.'],
] as const

test('the safety card shows whole exchanges by topic, and a passage can be inserted and removed', async ({
  page,
  product,
}) => {
  await signIn(page, product)
  await keepUndoToasts(page)
  const client = await addClient(page, product)
  await page.goto(`/upload-session/${client.id}`)
  await uploadFile(page, transcriptFile([...turns, ...risk]))
  await expect(page).toHaveURL(/\/notes\//, processed)
  const card = page.getByRole('region', { name: 'Safety passages' })
  await expect(card).toContainText('Selected by keyword; some may be missed. Not a diagnosis.')
  await expect(card.getByRole('heading', { name: /Suicide/ })).toContainText('Stated')
  await expect(card.getByRole('heading', { name: /Self-harm/ })).toContainText('Denied')
  await expect(card.getByRole('heading', { name: /Substance use/ })).toContainText('Use mentioned')
  await expect(card).toContainText('Not asked or mentioned in this session')
  await expect(card).toContainText('No. Well, sometimes I think it would be easier not to wake up.')

  const buttons = card.getByRole('button', { name: /^Insert into note: / })
  await expect(buttons).not.toHaveCount(0)
  const missing = await buttons.count()
  await test.step('an inserted passage becomes a quote with its speaker, and can be removed', async () => {
    await card.getByRole('button', { name: 'Insert into note: Well, sometimes I think' }).click()
    await expect(page.getByRole('menuitem', { name: 'Assessment: Risk' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByText('Inserted into Risk.')).toBeVisible()
    const inserted = section(page, 'Assessment').getByRole('button', { name: /Written by the clinician, 1 quote/ })
    await expect(inserted).toContainText('Client: “No. Well, sometimes I think it would be easier not to wake up.”')
    await expect(buttons).toHaveCount(missing - 1)
    await inserted.click()
    await expect(quotes(page)).toContainText('Client')
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(buttons).toHaveCount(missing)
  })

  await test.step('a passage can be dismissed with a reason and restored by keyboard', async () => {
    await card.getByRole('heading', { name: 'Safety passages' }).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('x')
    await page.getByRole('menuitem', { name: 'Figure of speech' }).press('Enter')
    await expect(card).toContainText('Dismissed: figure of speech')
    await expect(card).toContainText(`${missing - 1} not in the note`)
    await page.reload()
    await expect(card).toContainText('Dismissed: figure of speech')
    await expectAccessible(page, 'safety card')
    await card.getByRole('button', { name: /^Undo the dismissal: / }).click()
    await expect(card).toContainText(`${missing} not in the note`)
    await page.keyboard.press('i')
    await expect(page.getByRole('menuitem', { name: 'Assessment: Risk' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByText('Inserted into Risk.')).toBeVisible()
  })
})

import { foreignSessions } from '#server/clinical-text/language/foreign-sessions.fixture.ts'
import { expect, signIn, test } from './fixtures.ts'
import { openUpload, processed, section, transcriptFile, turns, uploadFile } from './steps.ts'

const linesOf = (code: string) =>
  (foreignSessions[code] ?? []).map((said, at) => [at % 2 === 0 ? 'Therapist' : 'Client', said] as const)

test('a German session is marked as unchecked immediately, and its note is written by hand', async ({
  page,
  product,
}) => {
  await signIn(page, product)
  await openUpload(page, product)
  await uploadFile(page, transcriptFile(linesOf('de')))
  const notice = page.getByText('This session is in German. Excerpts and checks read English only.')
  await expect(notice).toBeVisible(processed)
  await expect(page).toHaveURL(/\/notes\//, processed)
  await expect(notice).toBeVisible()
  await expect(page.getByText('0% of the session read')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Safety passages' })).toContainText(
    'Not checked. This session is in German.',
  )
  const insights = page.getByRole('region', { name: 'Session insights' })
  // The insights load once they are near the visible part of the page.
  await insights.scrollIntoViewIfNeeded()
  await expect(insights).toContainText('Not checked. This session is in German.')
  await expect(page.getByText('Not discussed in this session.')).toHaveCount(0)
  await expect(page.getByText('Failed to generate notes')).toHaveCount(0)

  await section(page, 'Subjective').getByRole('button', { name: 'Edit Subjective' }).click()
  await page.getByRole('textbox', { name: 'Subjective' }).fill('Akute Suizidalität, hat Tabletten gesammelt.')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('textbox', { name: 'Subjective' })).toBeHidden()
  await expect(section(page, 'Subjective')).toContainText('Akute Suizidalität')

  await page.getByRole('button', { name: 'Note Preferences' }).click()
  await page.getByRole('menuitem', { name: 'Transcript', exact: true }).click()
  await expect(
    page.getByRole('dialog').getByText('Ich habe in den letzten Wochen Tabletten gesammelt'),
  ).toHaveAttribute('lang', 'de')
  await expect(page.getByText('Not read for the note')).toHaveCount(0)

  await page.goto('/progress')
  await expect(page.getByText('Not checked: 1 session is not all in English.')).toBeVisible()
})

test('a partly Spanish session names the turns that were not read', async ({ page, product }) => {
  await signIn(page, product)
  await openUpload(page, product)
  await uploadFile(page, transcriptFile([...turns, ...linesOf('es').slice(0, 4)]))
  await expect(page).toHaveURL(/\/notes\//, processed)
  await expect(
    page.getByText('This session is partly in Spanish. Excerpts and checks read English only.'),
  ).toBeVisible()
  await expect(page.getByRole('region', { name: 'Safety passages' })).toContainText(
    'This session is partly in Spanish.',
  )
  await page.getByRole('button', { name: '4 turns were not read' }).click()
  await expect(page.getByRole('dialog').getByText('Not read for the note')).toHaveCount(4)
})

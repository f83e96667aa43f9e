import { expect, signIn, test } from './fixtures.ts'
import { openNewNote, quotes, section, sentences } from './steps.ts'

test('a corrected turn updates its evidence, and the original can be restored', async ({ page, product }) => {
  await signIn(page, product)
  await openNewNote(page, product)
  const panel = page.getByRole('dialog', { name: 'Transcript' })
  const plan = 'I will go to bed at eleven and leave my phone in the kitchen.'
  const turn = panel.getByRole('listitem').filter({ hasText: 'my phone in the kitchen' })
  const open = async () => {
    await page.getByRole('button', { name: 'Note Preferences' }).click()
    await page.getByRole('menuitem', { name: 'Transcript', exact: true }).click()
  }
  const cited = sentences(section(page, 'Plan')).filter({ hasText: 'go to bed at eleven' })
  await expect(cited).toHaveCount(1)

  await open()
  await turn.getByRole('button', { name: /^Turn / }).click()
  await page.getByRole('menuitem', { name: 'Correct words' }).click()
  const words = panel.getByRole('textbox', { name: 'Words of this turn' })
  await expect(words).toBeFocused()
  await expect(words).toHaveValue(plan)
  await words.fill('I may read for a while.')

  // Closing the panel retains the typed text, and leaving the page asks for confirmation.
  await panel.getByRole('button', { name: 'Close' }).click()
  await expect(panel).toBeHidden()
  await page.getByRole('link', { name: 'Clients', exact: true }).click()
  await expect(page.getByText('Your changes to the transcript are not saved yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await open()
  await expect(words).toHaveValue('I may read for a while.')

  await panel.getByRole('button', { name: 'Save', exact: true }).click()
  const corrected = panel.getByRole('listitem').filter({ hasText: 'read for a while' })
  await expect(corrected).toContainText('Original: “')
  await expect(corrected).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(cited).toHaveCount(0)

  await open()
  await corrected.getByRole('button', { name: 'Restore' }).click()
  await expect(turn).not.toContainText('Original')
  await page.keyboard.press('Escape')
  await expect(cited).toHaveCount(1)
  await cited.click()
  await expect(quotes(page).first()).toContainText('go to bed at eleven')
})

test.describe('corrections from two tabs', () => {
  test.use({ expectedErrors: [/status of 409 .*\/transcript\/u3/] })

  test('a correction based on older words does not overwrite newer ones, and the typed text stays', async ({
    page,
    product,
  }) => {
    await signIn(page, product)
    const { sessionId } = await openNewNote(page, product)
    const other = await page.context().newPage()
    await other.goto(page.url())
    const correct = async (tab: typeof page, text: string) => {
      const panel = tab.getByRole('dialog', { name: 'Transcript' })
      await tab.getByRole('button', { name: 'Note Preferences' }).click()
      await tab.getByRole('menuitem', { name: 'Transcript', exact: true }).click()
      const turn = panel.getByRole('listitem').filter({ hasText: 'What goes through' })
      await turn.getByRole('button', { name: /^Turn / }).click()
      await tab.getByRole('menuitem', { name: 'Correct words' }).click()
      await panel.getByRole('textbox', { name: 'Words of this turn' }).fill(text)
      return panel
    }
    const mine = await correct(page, 'What goes through your head then?')
    const theirs = await correct(other, 'What do you think of when you wake up?')
    await theirs.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(theirs.getByText(/^Original: /)).toBeVisible()

    await mine.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(mine.getByRole('alert')).toContainText('This turn was corrected elsewhere in the meantime.')
    await expect(mine).toContainText('It now says (Therapist): “What do you think of when you wake up?”')
    await expect(mine.getByRole('textbox', { name: 'Words of this turn' })).toHaveValue(
      'What goes through your head then?',
    )
    await mine.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(mine.getByRole('textbox')).toHaveCount(0)
    await expect(mine.getByText('What goes through your head then?')).toBeVisible()

    const read = await page.request.get(`${product.url}/api/sessions/${sessionId}/transcript`)
    const { utterances } = await read.json()
    expect(utterances[2]).toMatchObject({
      text: 'What goes through your head then?',
      original: { text: 'What goes through your mind when you wake up?', speaker: 'therapist' },
    })
  })
})

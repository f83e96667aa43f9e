import { expect, signIn, test } from './fixtures.ts'
import { expectAccessible } from './expect-accessible.ts'
import { openNewNote, quotes, section, sentences } from './steps.ts'

test('speakers and turns are changed beside the note, and every change is undone', async ({ page, product }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, product)
  await openNewNote(page, product)
  const panel = page.getByRole('dialog', { name: 'Transcript' })
  const turns = panel.getByRole('list', { name: 'Turns' }).getByRole('listitem')
  const speakers = panel.getByRole('list', { name: 'Speakers' }).getByRole('listitem')
  const undo = panel.getByRole('button', { name: /^Undo/ })
  const cited = sentences(section(page, 'Plan')).filter({ hasText: 'go to bed at eleven' })

  await test.step('the evidence opens the panel at its turn, and closing returns to the sentence', async () => {
    await cited.click()
    await quotes(page).first().getByRole('button', { name: 'Show in transcript' }).click()
    await expect(turns.filter({ hasText: 'go to bed at eleven' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
    await expect(cited).toBeFocused()
    await page.getByRole('button', { name: 'Note Preferences' }).click()
    await page.getByRole('menuitem', { name: 'Transcript', exact: true }).click()
    await expect(turns).toHaveCount(10)
    await expectAccessible(page, 'transcript')
  })

  await test.step('a speaker is renamed', async () => {
    await speakers
      .nth(1)
      .getByRole('button', { name: /^Rename / })
      .click()
    await panel.getByRole('textbox', { name: /^Name of / }).fill('Ada Moss')
    await page.keyboard.press('Escape')
    await expect(speakers.nth(1)).toContainText('Maya Stone')
    await speakers
      .nth(1)
      .getByRole('button', { name: /^Rename / })
      .click()
    await panel.getByRole('textbox', { name: /^Name of / }).fill('Ada Moss')
    await page.keyboard.press('Enter')
    await expect(speakers.nth(1)).toContainText('Ada Moss')
    await expect(turns.nth(1)).toContainText('Ada Moss')
    await expect(undo).toHaveText('Undo rename')
  })

  await test.step('two speakers are swapped', async () => {
    await panel.getByRole('button', { name: 'Swap with Ada' }).click()
    await expect(undo).toHaveText('Undo swap')
    await expect(turns.first()).toContainText('Ada Moss')
  })

  await test.step('turns are split, merged and corrected by keyboard', async () => {
    await turns.first().focus()
    await page.keyboard.press('ArrowDown')
    await expect(turns.nth(1)).toBeFocused()
    await page.keyboard.press('s')
    const places = panel.getByRole('group', { name: 'Where the new turn begins' })
    await expect(places.getByRole('button', { pressed: true })).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect(undo).toHaveText('Undo split')
    await expect(turns).toHaveCount(11)
    await expect(turns.nth(2)).toBeFocused()
    await page.keyboard.press('m')
    await expect(undo).toHaveText('Undo merge')
    await expect(turns).toHaveCount(10)
    await expect(turns.nth(1)).toBeFocused()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Correct words' }).press('Enter')
    const words = panel.getByRole('textbox', { name: 'Words of this turn' })
    await words.fill((await words.inputValue()).replace('four', 'five'))
    await page.keyboard.press('Control+s')
    await expect(turns.nth(1)).toContainText('Original: “four”')
    await expect(undo).toHaveText('Undo correction')
  })

  await test.step('merging turns of two speakers asks for a confirmation', async () => {
    await turns.nth(1).focus()
    await page.keyboard.press('m')
    await page.getByRole('button', { name: 'Merge turns' }).click()
    await expect(turns).toHaveCount(9)
  })

  await test.step('one turn gets a new speaker, who is merged into another one', async () => {
    await turns
      .nth(3)
      .getByRole('button', { name: /^Turn / })
      .click()
    await page.getByRole('menuitem', { name: 'Change speaker' }).click()
    await panel.getByRole('button', { name: 'New speaker' }).click()
    await expect(speakers).toHaveCount(3)
    await speakers
      .nth(2)
      .getByRole('button', { name: /^Merge / })
      .click()
    await page.getByRole('menuitem', { name: 'Ada Moss' }).click()
    await expect(speakers).toHaveCount(2)
  })

  await test.step('undoing every change restores transcript and evidence', async () => {
    for (const change of ['merge', 'speaker change', 'merge', 'correction', 'merge', 'split', 'swap', 'rename']) {
      await expect(undo).toHaveText(`Undo ${change}`)
      await undo.click()
    }
    await expect(undo).toBeDisabled()
    await expect(speakers.nth(1)).toContainText('Maya Stone')
    await expect(turns).toHaveCount(10)
    await expect(panel.getByText(/^Original: /)).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(cited).toHaveCount(1)
  })
})

test('on a phone the transcript fills the screen', async ({ page, product }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await signIn(page, product)
  await openNewNote(page, product)
  await page.getByRole('button', { name: 'Note Preferences' }).click()
  await page.getByRole('menuitem', { name: 'Transcript', exact: true }).click()
  const panel = page.getByRole('dialog', { name: 'Transcript' })
  await panel.getByRole('button', { name: /^Swap / }).click()
  await expect(panel.getByRole('button', { name: 'Undo' })).toBeEnabled()
  await panel.getByRole('button', { name: /^Maya ?, Client/ }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await panel.getByRole('textbox', { name: /^Name of / }).press('Escape')
  await expect(panel.getByRole('button', { name: /^Maya ?, Client/ })).toBeVisible()
  await expectAccessible(page, 'transcript on a phone')
})

import type { Locator, Page } from '@playwright/test'
import { expect, signIn, test } from './fixtures.ts'
import { openNewNote, quotes, section, sentences } from './steps.ts'

/** Tabs until this has the focus. */
async function tabTo(page: Page, target: Locator, most = 40): Promise<void> {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < most; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(target).toBeFocused()
}

test('a client is added without a mouse', async ({ page, product }) => {
  await signIn(page, product)
  await page.goto('/')
  await tabTo(page, page.getByRole('link', { name: 'Clients', exact: true }))
  await page.keyboard.press('Enter')
  const add = page.getByRole('button', { name: 'Add Client' }).first()
  await tabTo(page, add)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add Client' })
  await expect(dialog.getByLabel('First Name')).toBeFocused()
  await page.keyboard.type('Maya')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Stone')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('table', { name: 'Clients' })).toContainText('Maya Stone')
  await tabTo(page, page.getByRole('table').getByRole('link', { name: /View/ }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Maya Stone' })).toBeVisible()
})

test('evidence is read without a mouse', async ({ page, product }) => {
  await signIn(page, product)
  await openNewNote(page, product)
  const sentence = sentences(section(page, 'Plan')).first()
  await tabTo(page, sentence)
  const quote = quotes(page).first().getByRole('blockquote')
  await expect(quote).toContainText('go to bed at eleven')
  await tabTo(page, quotes(page).first().getByRole('button', { name: 'Show in transcript' }), 3)
  await page.keyboard.press('Enter')
  const transcript = page.getByRole('dialog', { name: 'Transcript' })
  await expect(transcript.getByRole('listitem').filter({ hasText: 'go to bed at eleven' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(transcript).toBeHidden()
  await expect(sentence).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(quote).toBeHidden()
  await expect(sentence).toBeFocused()
})

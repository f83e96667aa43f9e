import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, signIn, test } from './fixtures.ts'
import { addClient, openNewNote, pick, quotes, sentences, transcriptFile } from './steps.ts'

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

async function expectAccessible(page: Page, colorScheme: 'light' | 'dark', place: string): Promise<void> {
  // What is still fading in has not its own colours yet.
  await expect
    .poll(() => page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length))
    .toBe(0)
  const axe = new AxeBuilder({ page })
  // In dark mode only the colours are others.
  const { violations } = await (
    colorScheme === 'light' ? axe.withTags(standards) : axe.withRules('color-contrast')
  ).analyze()
  const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`))
  expect(found, place).toEqual([])
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme} mode`, () => {
    test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } })

    test('the way in keeps to the accessibility rules', async ({ page }) => {
      await page.goto('/login')
      await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
      await expectAccessible(page, colorScheme, 'login')
      await page.getByRole('button', { name: 'Forgot password?' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectAccessible(page, colorScheme, 'forgot password')
      await page.goto('/login?mode=signup')
      await page.getByRole('button', { name: 'Create account' }).click()
      await expect(page.getByText('Email is required.')).toBeVisible()
      await expectAccessible(page, colorScheme, 'sign-up with errors')
    })

    test('clients and uploads keep to the accessibility rules', async ({ page, product }) => {
      await signIn(page, product)
      const client = await addClient(page, product)
      await page.goto('/')
      await expect(page.getByRole('heading', { name: 'Upload a session' })).toBeVisible()
      await expectAccessible(page, colorScheme, 'dashboard')
      await page.getByRole('banner').getByRole('button', { name: 'Upload Session' }).click()
      await expect(
        page
          .getByRole('dialog')
          .getByRole('button', { name: /Maya Stone/ })
          .first(),
      ).toBeVisible()
      await expectAccessible(page, colorScheme, 'client picker')
      await page.goto('/clients')
      await expect(page.getByRole('table', { name: 'Clients' })).toBeVisible()
      await expectAccessible(page, colorScheme, 'clients')
      await page.getByRole('button', { name: 'Add Client' }).click()
      await expect(page.getByRole('dialog', { name: 'Add Client' })).toBeVisible()
      await expectAccessible(page, colorScheme, 'add client')
      await page.goto(`/clients/${client.id}`)
      await expect(page.getByRole('heading', { name: 'Maya Stone' })).toBeVisible()
      await expectAccessible(page, colorScheme, 'client')
      await page.getByRole('button', { name: 'Archive' }).click()
      await expect(page.getByRole('dialog', { name: 'Archive Maya Stone?' })).toBeVisible()
      await expectAccessible(page, colorScheme, 'archive client')
      await page.goto(`/upload-session/${client.id}`)
      await pick(page, transcriptFile([['Client', 'Hello']]))
      await expectAccessible(page, colorScheme, 'upload')
      await page.getByRole('button', { name: 'Upload & Process' }).click()
      await expect(page.getByRole('alert')).toBeVisible()
      await expectAccessible(page, colorScheme, 'failed upload')
    })

    test('a note and its dialogs keep to the accessibility rules', async ({ page, product }) => {
      await signIn(page, product)
      await openNewNote(page, product)
      await expectAccessible(page, colorScheme, 'note')
      await sentences(page).first().click()
      await expect(quotes(page).first()).toBeVisible()
      await expectAccessible(page, colorScheme, 'evidence')
      await quotes(page).first().getByRole('button', { name: 'Show in transcript' }).click()
      await expect(page.getByRole('dialog', { name: 'Transcript' }).getByRole('listitem').first()).toBeVisible()
      await expectAccessible(page, colorScheme, 'transcript')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toBeHidden()
      for (const name of ['Change Note Type', 'Enhance Note']) {
        await page.getByRole('button', { name }).click()
        await expect(page.getByRole('dialog')).toBeVisible()
        await expectAccessible(page, colorScheme, name)
        await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog')).toBeHidden()
      }
      await page.getByRole('button', { name: 'Edit Plan' }).click()
      await expect(page.getByRole('textbox', { name: 'Plan' })).toBeVisible()
      await expectAccessible(page, colorScheme, 'editing')
      await page.getByRole('button', { name: 'Note Preferences' }).click()
      await page.getByRole('menuitem', { name: 'Versions' }).click()
      await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
      await expectAccessible(page, colorScheme, 'versions')
    })
  })
}

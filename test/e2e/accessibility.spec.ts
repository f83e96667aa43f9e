import { expectAccessible } from './expect-accessible.ts'
import { expectFitting } from './expect-fitting.ts'
import { expect, signIn, test } from './fixtures.ts'
import { openNewNote, quotes, sentences } from './steps.ts'

test('the auth app meets the accessibility rules', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible()
  await expectAccessible(page, 'login')
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page, 'forgot password')
  await page.goto('/login?mode=signup')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('Email is required.')).toBeVisible()
  await expectAccessible(page, 'sign-up with errors')
})

test('evidence, transcript, editor and versions of a note meet the accessibility rules', async ({ page, product }) => {
  await signIn(page, product)
  await openNewNote(page, product)
  await sentences(page).first().click()
  await expect(quotes(page).first()).toBeVisible()
  await expectAccessible(page, 'evidence')
  await quotes(page).first().getByRole('button', { name: 'Show in transcript' }).click()
  await expect(page.getByRole('dialog', { name: 'Transcript' }).getByRole('listitem').first()).toBeVisible()
  await expectAccessible(page, 'transcript')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByRole('button', { name: 'Edit Plan' }).click()
  await expect(page.getByRole('textbox', { name: 'Plan' })).toBeVisible()
  await expectAccessible(page, 'editing')
  await page.getByRole('button', { name: 'Note Preferences' }).click()
  await page.getByRole('menuitem', { name: 'Versions' }).click()
  await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
  await expectAccessible(page, 'versions')
})

test('the API reference meets the accessibility rules and fits a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/api/reference')
  await page.getByText('/api/billing/cards/{paymentMethodId}/default').click()
  await expect(page.getByRole('heading', { name: 'Response' })).toBeVisible()
  await expectAccessible(page, 'API reference')
  await expectFitting(page, 'API reference', 390, 844)
})

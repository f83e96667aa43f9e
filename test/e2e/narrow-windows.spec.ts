import type { Locator, Page } from '@playwright/test'
import { expect, signIn, test } from './fixtures.ts'
import { signInAsAdmin } from './platform-admin.ts'
import type { Product } from './product.ts'
import { addClient, openNewNote } from './steps.ts'

/** A page's URL, and text that shows that it has loaded. */
type Place = readonly [address: string, shown: string | RegExp]

/** Expects that no part of a page lies sideways outside of the window (WCAG 1.4.10). */
async function expectFitting(page: Page, [address, shown]: Place): Promise<void> {
  await page.goto(address)
  await expect(page.getByRole('main').getByText(shown).filter({ visible: true }).first()).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), address).toBeLessThanOrEqual(0)
}

async function change(page: Page, product: Product, address: string, data: object): Promise<void> {
  const answer = await page.request.patch(address, { headers: { origin: product.url }, data })
  expect(answer.ok(), await answer.text()).toBe(true)
}

test('every page fits names of the greatest length', async ({ page, product }) => {
  test.slow()
  const lastName = 'W'.repeat(90)
  const practice = 'P'.repeat(190)
  await signIn(page, product, { firstName: '🦊Robin', lastName: 'H'.repeat(90) })
  await change(page, product, '/api/organization', { name: practice })
  const { client, sessionId } = await openNewNote(page, product)
  const { pronouns, email, phone } = client
  await change(page, product, `/api/clients/${client.id}`, { firstName: '🦊Maya', lastName, pronouns, email, phone })
  const places: readonly Place[] = [
    ['/', /Review the note/],
    ['/clients', /W{90}/],
    [`/clients/${client.id}`, /W{90}/],
    [`/clients/${client.id}?tab=sessions`, 'To write'],
    [`/notes/${sessionId}`, /W{90}/],
    ['/session-notes', /P{190}/],
    ['/calendar', /W{90}/],
    [`/progress?client=${client.id}`, /W{90}/],
    ['/resources', /P{190}/],
    ['/settings?tab=organization', /P{190}/],
    [`/upload-session/${client.id}`, /W{90}/],
    [`/session/${client.id}`, /W{90}/],
  ]
  for (const width of [1440, 320]) {
    await page.setViewportSize({ width, height: 800 })
    for (const place of places) await expectFitting(page, place)
  }

  await page.setViewportSize({ width: 1024, height: 800 })
  await page.goto('/clients')
  const row = page.getByRole('row').filter({ hasText: lastName })
  const [seen, whole] = await row
    .getByText('Active', { exact: true })
    .evaluate((badge) => [badge.clientWidth, badge.scrollWidth])
  expect(seen).toBe(whole)
  await expect(row.getByText('🦊W', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: '🦊H, profile menu' })).toBeVisible()
})

/** A day without sessions, at whatever time the test runs. */
const someDay = '2030-01-15'

test('the overlap warning fits the narrowest phones with the longest name', async ({ page, product }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await signIn(page, product)
  const client = await addClient(page, product, 'M'.repeat(90), 'W'.repeat(90))
  const scheduled = await page.request.post(`${product.url}/api/clients/${client.id}/sessions`, {
    headers: { origin: product.url },
    data: { date: someDay, startTime: '09:00', durationMinutes: 50 },
  })
  expect(scheduled.ok(), await scheduled.text()).toBe(true)
  await page.goto(`/calendar?day=${someDay}`)
  await page.getByRole('button', { name: 'Schedule Session', exact: true }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Schedule Session' })
  await expect(dialog.getByRole('status').filter({ hasText: /overlap/i })).toBeVisible()
  expect(await beyond(dialog)).toEqual([])
})

test('dialogs fit the narrowest phones with the longest names', async ({ page, product }) => {
  test.slow()
  await page.setViewportSize({ width: 320, height: 640 })
  await signIn(page, product)
  const { client, sessionId } = await openNewNote(page, product)
  const { pronouns, email, phone } = client
  await change(page, product, '/api/organization', { name: 'P'.repeat(190) })
  const long = { firstName: 'M'.repeat(90), lastName: 'W'.repeat(90) }
  await change(page, product, `/api/clients/${client.id}`, { ...long, pronouns, email, phone })
  const places: readonly (readonly [address: string, ...openers: string[]])[] = [
    ['/clients', 'Upload Session', 'Start Session', 'Search or go to', 'Add Client'],
    [`/clients/${client.id}`, 'Quick Review', 'Edit Client', 'Archive', 'View Intake Questionnaire'],
    [`/calendar?day=${someDay}`, 'Schedule Session'],
    [`/notes/${sessionId}`, 'Change Note Type', 'Enhance Note'],
    ['/settings?tab=organization', 'Rename organization', 'Invite Member'],
    ['/profile?tab=security', 'Set Up', 'Change email', 'Change password'],
    ['/billing', 'Add Payment Method', 'Change to Basic'],
  ]
  for (const [address, ...openers] of places) {
    await page.goto(address)
    for (const opener of openers) {
      await page.getByRole('button', { name: opener, exact: true }).first().click()
      const dialog = page.getByRole('dialog')
      await expect(dialog).toBeVisible()
      await expect(dialog.getByRole('status', { name: /^Loading/ })).toHaveCount(0)
      expect(await beyond(dialog), `${address}: ${opener}`).toEqual([])
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
    }
  }
})

/** Parts of a dialog that lie sideways outside of the window, or in a box that scrolls sideways. */
function beyond(dialog: Locator): Promise<string[]> {
  return dialog.evaluate((element) =>
    [element, ...element.querySelectorAll<HTMLElement>('*')]
      .filter((part) => {
        const { left, right, width } = part.getBoundingClientRect()
        const isClipped = getComputedStyle(part).overflowX !== 'visible'
        const isScrolled = getComputedStyle(part).overflowX.match(/auto|scroll/) && part.scrollWidth > part.clientWidth
        return (width > 1 && !isClipped && (left < 0 || right > innerWidth)) || isScrolled
      })
      .map((part) => part.outerHTML.slice(0, 160)),
  )
}

test('the top bar of every page fits the narrowest phones with all its buttons', async ({ page, product }) => {
  await signIn(page, product)
  for (const width of [375, 360, 320]) {
    await page.setViewportSize({ width, height: 640 })
    for (const place of [
      ['/', 'Add a client'],
      ['/clients', 'No clients yet'],
      ['/calendar', 'No appointments'],
      ['/profile', 'Time zone'],
      ['/billing', /Current plan/i],
      ['/help', /speakers/],
    ] as const) {
      await expectFitting(page, place)
    }
    const banner = page.getByRole('banner')
    for (const name of [
      'Open navigation',
      'Search or go to',
      'Upload Session',
      'Dark Mode',
      /Notifications/,
      /profile menu/,
    ]) {
      await expect(banner.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
    }
    await banner.getByRole('button', { name: 'Start Session' }).click()
    await expect(page.getByRole('dialog', { name: 'Select Client', exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  }
})

test('the admin panel fits the narrowest phones', async ({ page, product }) => {
  await signInAsAdmin(page, product)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectFitting(page, ['/admin/users', /Paula Platform/])
  await expectFitting(page, ['/admin/organizations', /Paula/])
})

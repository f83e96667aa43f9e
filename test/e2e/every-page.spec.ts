import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './expect-accessible.ts'
import { expectFitting, partsOutside, resize } from './expect-fitting.ts'
import { expect, signIn, test } from './fixtures.ts'
import { expectFocusTrapped, expectReachable } from './keyboard-checks.ts'
import { signInAsAdmin } from './platform-admin.ts'
import type { Product } from './product.ts'
import { addClient, openNewNote, schedule } from './steps.ts'

/** A page's URL, and text that shows that it has loaded. */
type Place = readonly [address: string, shown: string | RegExp]

/** A Thursday, 9:36 in Berlin. */
const moment = new Date('2026-11-19T08:36:00Z')
const longName = { firstName: '🦊Maya', lastName: 'W'.repeat(90) }

/** Opens a page once and expects that it meets the accessibility rules, can be used by keyboard and fits every window. */
async function expectUsable(page: Page, [address, shown]: Place): Promise<void> {
  await test.step(address, async () => {
    await resize(page, 1280, 800)
    await page.goto(address)
    await expect(page.getByRole('main')).toBeVisible()
    const content = page.getByRole('main').getByText(shown).filter({ visible: true }).first()
    // The end of a page may load only when the user scrolls there, which is farther down each time content arrives.
    await expect(async () => {
      await page.keyboard.press('End')
      await expect(content).toBeVisible({ timeout: 500 })
    }).toPass()
    // Waits for all content, because content that arrives later would move the focused control.
    await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0)
    await expectAccessible(page, address)
    await expectReachable(page, address)
    await expectFitting(page, address, 1440, 800)
    for (const width of [375, 360, 320]) await expectFitting(page, address, width, 640)
  })
}

/** Signs in a therapist whose practice and client have names of the greatest length. Returns the paths of their records. */
async function withLongNames(page: Page, product: Product): Promise<{ client: string; note: string }> {
  const change = async (address: string, data: object) => {
    const response = await page.request.patch(address, { headers: { origin: product.url }, data })
    expect(response.ok(), await response.text()).toBe(true)
  }
  await signIn(page, product, { firstName: '🦊Robin', lastName: 'H'.repeat(90) })
  await change('/api/organization', { name: 'P'.repeat(190) })
  const { client, sessionId } = await openNewNote(page, product)
  await schedule(page, product, client, { date: '2026-11-19', startTime: '23:00' })
  const { pronouns, email, phone } = client
  await change(`/api/clients/${client.id}`, { ...longName, pronouns, email, phone })
  return { client: client.id, note: `/notes/${sessionId}` }
}

test('every page meets the accessibility rules, can be used by keyboard, and fits every window', async ({
  page,
  product,
}) => {
  test.slow()
  await page.clock.install({ time: moment })
  const { client, note } = await withLongNames(page, product)
  for (const place of [
    ['/', /Review the note/],
    ['/clients', /W{90}/],
    [`/clients/${client}`, /W{90}/],
    [`/clients/${client}?tab=sessions`, 'To write'],
    [note, 'For orientation only, not a diagnosis.'],
    ['/session-notes', /P{190}/],
    ['/calendar', /W{90}/],
    [`/progress?client=${client}`, /W{90}/],
    ['/resources', /P{190}/],
    [`/psychotherapy-notes/${client}`, /W{90}/],
    ['/psychotherapy-notes', 'No psychotherapy notes yet'],
    ['/snippets', 'No snippets yet'],
    ['/settings?tab=organization', /P{190}/],
    [`/upload-session/${client}`, /W{90}/],
    [`/session/${client}`, /W{90}/],
    [`/write-note?client=${client}`, /W{90}/],
  ] as const) {
    await expectUsable(page, place)
  }
  await test.step('the calendar can be used by keyboard on a phone', async () => {
    await resize(page, 390, 800)
    await page.goto('/calendar')
    await expect(page.getByRole('grid')).toBeVisible()
    await expectReachable(page, '/calendar on a phone')
  })
  await test.step('the client list does not cut off badges and initials', async () => {
    await resize(page, 1024, 800)
    await page.goto('/clients')
    const row = page.getByRole('row').filter({ hasText: longName.lastName })
    const badge = row.getByText('Active', { exact: true })
    const cutOff = () => badge.evaluate((element) => element.scrollWidth - element.clientWidth)
    await expect.poll(cutOff).toBe(0)
    await expect(row.getByText('🦊W', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: '🦊H, profile menu' })).toBeVisible()
  })
})

test('every page of a new account meets the accessibility rules, can be used by keyboard, and fits every window', async ({
  page,
  product,
}) => {
  test.slow()
  await signIn(page, product)
  for (const place of [
    ['/', 'Add a client'],
    ['/clients', 'No clients yet'],
    ['/calendar', 'No appointments'],
    ['/profile', 'Time zone'],
    ['/billing', /Current plan/i],
    ['/help', /speakers/],
  ] as const) {
    await expectUsable(page, place)
  }
  const banner = page.getByRole('banner')
  for (const width of [375, 360, 320]) {
    await resize(page, width, 640)
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

test('the admin panel meets the accessibility rules, can be used by keyboard, and fits every window', async ({
  page,
  product,
}) => {
  await signInAsAdmin(page, product)
  await expectUsable(page, ['/admin/users', /Paula Platform/])
  await expectUsable(page, ['/admin/organizations', /Paula/])
})

test('every dialog meets the accessibility rules, traps and returns the focus, and fits the narrowest phones', async ({
  page,
  product,
}) => {
  test.slow()
  // The window is so high that no content scrolls behind the top bar, where dimmed text has too little contrast.
  await resize(page, 1280, 1600)
  const { client, note } = await withLongNames(page, product)
  for (const [address, ...openers] of [
    ['/', 'Start Session', 'Upload Session', /^Suggest a feature/],
    ['/clients', 'Search or go to', 'Add Client'],
    [`/clients/${client}`, 'Quick Review', 'Edit Client', 'Archive', 'View Intake Questionnaire'],
    ['/calendar?day=2030-01-15', 'Schedule Session'],
    [note, 'Change Note Type', 'Enhance Note'],
    ['/settings?tab=organization', 'Rename organization', 'Invite Member'],
    ['/profile?tab=security', 'Set Up', 'Change email', 'Change password'],
    ['/billing', 'Change to Basic', 'Add Payment Method'],
  ] as const) {
    await page.goto(address)
    await expect(page.getByRole('button', { name: openers[0], exact: true }).first()).toBeVisible()
    await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0)
    for (const name of openers) {
      await test.step(`${address}: ${name}`, async () => {
        const opener = page.getByRole('button', { name, exact: true }).first()
        await opener.focus()
        await page.keyboard.press('Enter')
        const dialog = page.getByRole('dialog')
        await expect(dialog).toBeVisible()
        await expect(dialog.getByRole('status', { name: /^Loading/ })).toHaveCount(0)
        await expectFocusTrapped(page, dialog)
        await expectAccessible(page, `${address}: ${name}`)
        await resize(page, 320, 640)
        await expect.poll(() => partsOutside(dialog)).toEqual([])
        await resize(page, 1280, 1600)
        await page.keyboard.press('Escape')
        await expect(dialog).toBeHidden()
        await expect(opener).toBeFocused()
      })
    }
  }
})

/** Expects that no content of an element is cut off sideways, and that it ends within the window. */
async function expectInside(element: Locator): Promise<void> {
  await expect(element).toBeVisible()
  const isInside = () =>
    element.evaluate(
      (shown) => shown.scrollWidth <= shown.clientWidth && shown.getBoundingClientRect().right <= innerWidth,
    )
  await expect.poll(isInside).toBe(true)
}

test('pages with the longest name, the overlap warning and the card form fit the narrowest phones', async ({
  page,
  product,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await signIn(page, product)
  const client = await addClient(page, product, 'M'.repeat(90), 'W'.repeat(90))
  await schedule(page, product, client, { date: '2030-01-15' })
  await page.goto('/calendar?day=2030-01-15')
  await page.getByRole('button', { name: 'Schedule Session', exact: true }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Schedule Session' })
  await expect(dialog.getByRole('status').filter({ hasText: /overlap/i })).toBeVisible()
  await expect.poll(() => partsOutside(dialog)).toEqual([])

  await page.goto(`/upload-session/${client.id}`)
  await expectInside(page.getByRole('button', { name: 'Upload & Process' }))
  await page.goto(`/session/${client.id}`)
  await expectInside(page.getByText('This is your first session with'))

  await page.goto(`/clients/${client.id}?tab=progress`)
  await expectInside(page.getByText('Progress tracking will be implemented'))

  await page.goto('/billing')
  await page.getByRole('button', { name: 'Add Payment Method' }).click()
  const cards = page.getByRole('dialog', { name: 'Payment Methods' })
  await expect(cards.getByLabel('Card number')).toBeVisible()
  await expect.poll(() => partsOutside(cards)).toEqual([])
})

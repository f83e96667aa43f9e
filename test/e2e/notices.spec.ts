import type { Page } from '@playwright/test'
import { expectAccessible } from './expect-accessible.ts'
import { inDatabase } from './database.ts'
import { expect, signIn, test } from './fixtures.ts'
import { signInAsAdmin } from './platform-admin.ts'
import type { Product } from './product.ts'
import { addClient } from './steps.ts'
import { addMember, openOtherBrowser, userIdOf } from './team.ts'

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ })
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })

async function transferClient(page: Page, product: Product, clientId: string, therapistId: string): Promise<void> {
  const response = await page.request.post(`${product.url}/api/clients/${clientId}/transfer`, {
    headers: { origin: product.url },
    data: { therapistId },
  })
  expect(response.ok(), await response.text()).toBe(true)
}

test('a therapist who receives a client is notified, opens the client from the bell, and marks the notice as read', async ({
  page,
  product,
  browser,
}) => {
  await signIn(page, product, { firstName: 'Olive', lastName: 'Owner' })
  const ada = await addClient(page, product, 'Ada', 'Moss')
  const ben = await addClient(page, product, 'Ben', 'Ito')
  const theo = await addMember(page, browser, product, 'therapist', { firstName: 'Theo', lastName: 'Therapist' })
  const { page: theirs, context } = theo
  const theoId = await userIdOf(product, theo.person)

  await theirs.goto('/')
  await expect(bell(theirs)).toHaveAccessibleName('Notifications')
  await bell(theirs).click()
  await expect(panel(theirs)).toContainText('No notifications.')
  await expectAccessible(theirs, 'no notifications')
  await theirs.keyboard.press('Escape')
  await expect(panel(theirs)).toBeHidden()
  await expect(bell(theirs)).toBeFocused()

  await transferClient(page, product, ada.id, theoId)
  await transferClient(page, product, ben.id, theoId)
  // Opening the bell fetches notices.
  await bell(theirs).press('Enter')
  await expect(panel(theirs).getByRole('listitem')).toHaveCount(2)
  await expect(bell(theirs)).toHaveAccessibleName('Notifications, 2 unread')
  await expect(panel(theirs).getByRole('listitem').first()).toContainText('Olive Owner transferred client B.I. to you.')
  await expectAccessible(theirs, 'notifications')
  await theirs.setViewportSize({ width: 390, height: 800 })
  await expect(panel(theirs)).toBeInViewport({ ratio: 1 })
  const isTooWide = () => theirs.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
  await expect.poll(isTooWide).toBe(false)
  await theirs.setViewportSize({ width: 1440, height: 900 })

  await panel(theirs).getByRole('link', { name: 'Open client B.I.' }).click()
  await expect(theirs.getByRole('heading', { name: 'Ben Ito' })).toBeVisible()
  await expect(panel(theirs)).toBeHidden()
  await expect(bell(theirs)).toHaveAccessibleName('Notifications, 1 unread')
  await bell(theirs).click()
  await panel(theirs)
    .getByRole('button', { name: /^Mark all/ })
    .click()
  await expect(bell(theirs)).toHaveAccessibleName('Notifications')
  await theirs.reload()
  // The bell counts no unread notices until it has loaded them.
  await bell(theirs).click()
  await expect(panel(theirs).getByRole('listitem')).toHaveCount(2)
  await expect(bell(theirs)).toHaveAccessibleName('Notifications')
  await context.close()

  // The user who made the transfer gets no notice, and a user viewing as the receiver sees no bell.
  await page.goto('/')
  await bell(page).click()
  await expect(panel(page)).toContainText('No notifications.')
  await page.getByRole('button', { name: /profile menu/ }).click()
  await page.getByRole('menuitem', { name: 'View as…' }).click()
  await page.getByRole('dialog', { name: 'View as' }).getByRole('button', { name: 'Theo' }).click()
  await expect(page.getByText('Viewing data as Theo')).toBeVisible()
  await expect(bell(page)).toHaveCount(0)
})

test('a transfer by a platform admin notifies both therapists', async ({ page, product, browser }) => {
  await signIn(page, product, { firstName: 'Olive', lastName: 'Owner' })
  const { id: clientId } = await addClient(page, product, 'Ada', 'Moss')
  const theo = await addMember(page, browser, product, 'therapist', { firstName: 'Theo', lastName: 'Therapist' })
  const staff = await openOtherBrowser(browser, product)
  await signInAsAdmin(staff, product)
  const headers = { origin: product.url }
  const reason = { kind: 'client', id: clientId, justification: 'Asked by the clinic, ticket 12' }
  const justified = await staff.request.post(`${product.url}/api/admin/justify`, { headers, data: reason })
  expect(justified.ok(), await justified.text()).toBe(true)
  const therapistId = await userIdOf(product, theo.person)
  const given = await staff.request.patch(`${product.url}/api/admin/clients/${clientId}`, {
    headers,
    data: { therapistId },
  })
  expect(given.ok(), await given.text()).toBe(true)

  for (const [theirs, words] of [
    [theo.page, 'Attend staff transferred client A.M. to you.'],
    [page, 'Attend staff transferred your client A.M. to another therapist.'],
  ] as const) {
    await theirs.goto('/')
    await expect(bell(theirs)).toHaveAccessibleName('Notifications, 1 unread')
    await bell(theirs).click()
    await expect(panel(theirs).getByRole('listitem')).toContainText(words)
  }
  for (const context of [theo.context, staff.context()]) await context.close()
})

test('a notice shows the owner that few sessions remain, and links to the plans', async ({ page, product }) => {
  const person = await signIn(page, product)
  await inDatabase(
    product,
    `insert into notices (user_id, organization_id, kind, sessions_left)
      select u.id, m.organization_id, 'low_sessions_remaining', left_over
      from users u join organization_members m on m.user_id = u.id cross join unnest(array[8, 1, 0]) left_over
      where u.email = $1`,
    [person.email],
  )
  await page.goto('/')
  await bell(page).click()
  for (const words of [
    '8 sessions of your plan remain in this period. You can still record.',
    '1 session of your plan remains in this period.',
    'No sessions of your plan remain in this period.',
  ]) {
    await expect(panel(page)).toContainText(words)
  }
  await expectAccessible(page, 'few sessions remain')
  await panel(page).getByRole('link', { name: 'Plans & Billing' }).first().click()
  await expect(page).toHaveURL(/\/billing$/)
  await expect(bell(page)).toHaveAccessibleName('Notifications, 2 unread')
})

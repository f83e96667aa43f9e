import { randomUUID } from 'node:crypto'
import { type Browser, type Page } from '@playwright/test'
import { expectAccessible } from './expect-accessible.ts'
import { expectFitting } from './expect-fitting.ts'
import { inDatabase } from './database.ts'
import { expect, type Person, signIn, test } from './fixtures.ts'
import type { Product } from './product.ts'
import { addClient, transcriptFile } from './steps.ts'
import { addMember } from './team.ts'

/** Makes a user a therapist of the owner's clinic. Until then the user has a practice of their own. */
const join = `
  update organization_members m set role = 'therapist', organization_id = (select id from organizations where owner_id = o.id)
  from users u, users o where u.email = $1 and o.email = $2 and m.user_id = u.id`

/** Signs the page in as an owner whose clinic has a therapist with a client and a note. */
async function createClinic(
  browser: Browser,
  page: Page,
  product: Product,
): Promise<{ owner: Person; sessionId: string }> {
  const owner = await signIn(page, product, { firstName: 'Olive', lastName: 'Owner' })
  await addClient(page, product, 'Otto', 'Owned')
  const context = await browser.newContext({ baseURL: product.url })
  const other = await context.newPage()
  const therapist = await signIn(other, product, { firstName: 'Theo', lastName: 'Therapist' })
  await inDatabase(product, join, [therapist.email, owner.email])
  const ada = await addClient(other, product, 'Ada', 'Moss')
  const { name: fileName, buffer } = transcriptFile()
  const imported = await other.request.post(`${product.url}/api/clients/${ada.id}/transcripts`, {
    headers: { origin: product.url },
    data: { requestId: randomUUID(), fileName, content: buffer.toString('base64'), settingType: 'telehealth' },
  })
  const { sessionId }: { sessionId: string } = await imported.json()
  await expect
    .poll(async () => (await other.request.get(`${product.url}/api/notes/${sessionId}`)).text())
    .toContain('"state":"ready"')
  await context.close()
  return { owner, sessionId }
}

const banner = (page: Page) => page.getByRole('status').filter({ hasText: 'Viewing data as' })

async function viewAs(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /profile menu/ }).click()
  await page.getByRole('menuitem', { name: 'View as…' }).click()
  await page.getByRole('dialog', { name: 'View as' }).getByRole('button', { name }).click()
  await expect(banner(page)).toHaveText(`Viewing data as ${name}`)
}

const stop = (page: Page) => page.getByRole('button', { name: 'Stop Viewing' })

test('while an owner views data as a therapist, every page shows that data and offers no changes, until viewing is stopped', async ({
  page,
  browser,
  product,
}) => {
  test.slow()
  const { sessionId } = await createClinic(browser, page, product)
  await page.goto('/clients')
  await expect(page.getByRole('row')).toHaveCount(3)

  await page.getByRole('button', { name: /profile menu/ }).click()
  await page.getByRole('menuitem', { name: 'View as…' }).click()
  const dialog = page.getByRole('dialog', { name: 'View as' })
  await expect(dialog.getByRole('searchbox', { name: 'Search people' })).toBeFocused()
  await expect(dialog.getByRole('button', { name: 'Theo Therapist' })).toContainText('Therapist')
  await expectAccessible(page, 'choosing as whom')
  await dialog.getByRole('searchbox').fill('nobody of this name')
  await expect(dialog.getByText('No matches')).toBeVisible()
  await dialog.getByRole('searchbox').fill('')
  await expect(dialog.getByRole('button', { name: 'Theo Therapist' })).toBeVisible()

  await test.step('only a user with the typed name can be chosen, even before the search has finished', async () => {
    const caughtUp = Promise.withResolvers<void>()
    const people = '**/api/viewing/people**'
    await page.route(people, async (route) => {
      await caughtUp.promise
      await route.continue()
    })
    await dialog.getByRole('searchbox').fill('sue')
    await expect(dialog.getByRole('button', { name: 'Theo Therapist' })).toHaveCount(0)
    // Until the search for 'theo' has finished, the results for 'sue' may replace the list, and a click on it is lost.
    const found = page.waitForResponse((response) => /theo/.test(response.url() + response.request().postData()))
    await dialog.getByRole('searchbox').fill('theo')
    await expect(dialog.getByRole('button', { name: 'Theo Therapist' })).toBeVisible()
    caughtUp.resolve()
    await found
  })
  await dialog.getByRole('button', { name: 'Theo Therapist' }).click()

  await expect(banner(page)).toHaveText('Viewing data as Theo Therapist')
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Theo')
  await expect(page.getByText(/^Read-only, \d+ minutes left$/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Start Session' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Upload Session' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Suggest a feature' })).toHaveCount(0)
  await expectAccessible(page, 'dashboard')

  await page.getByRole('button', { name: 'Search or go to' }).click()
  const palette = page.getByRole('dialog', { name: 'Search or go to' })
  await expect(palette.getByRole('option').first()).toHaveText('Keyboard shortcuts')
  await palette.getByRole('combobox').fill('moss')
  await expect(palette.getByRole('option')).toHaveText([/^Ada Moss/])
  await page.keyboard.press('Escape')
  await expect(palette).toBeHidden()

  await page.getByRole('link', { name: 'Clients', exact: true }).click()
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('row').filter({ hasText: 'Moss' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add Client' })).toHaveCount(0)
  await page
    .getByRole('link', { name: /View|Moss/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Ada Moss' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Quick Review' })).toBeVisible()
  for (const name of ['Edit Client', 'Archive']) await expect(page.getByRole('button', { name })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Start a session' })).toHaveCount(0)
  await expect(banner(page)).toBeInViewport()
  await expectAccessible(page, 'client')

  await page.goto(`/notes/${sessionId}`)
  await expect(page.getByRole('region', { name: 'Plan', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Edit/ })).toHaveCount(0)
  await page.keyboard.press('End')
  await expect(banner(page)).toBeInViewport()
  await expectAccessible(page, 'note')
  const { pathname } = new URL(page.url())
  expect(pathname).toBe(`/notes/${sessionId}`)

  await page.goto('/calendar')
  await expect(page.getByRole('button', { name: 'Export Month' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Schedule Session' })).toHaveCount(0)
  await expect(banner(page)).toBeVisible()
  for (const path of ['/session-notes', '/progress', '/help']) {
    await page.goto(path)
    await expect(banner(page)).toBeVisible()
    await expectAccessible(page, path)
  }

  await stop(page).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Olive')
  await expect(banner(page)).toHaveCount(0)
  await page.getByRole('link', { name: 'Clients', exact: true }).click()
  await expect(page.getByRole('row')).toHaveCount(3)
})

test.describe('restrictions of viewing as', () => {
  test.use({ expectedErrors: [/status of 409 .*\/api\/viewing\)$/] })

  test('viewing as closes pages that change data, changes other tabs too, and cannot start during a recording', async ({
    page,
    browser,
    product,
  }) => {
    await createClinic(browser, page, product)
    await test.step('URLs of pages that change data say why they are not available', async () => {
      await page.goto('/')
      await viewAs(page, 'Theo Therapist')
      const { items }: { items: { id: string }[] } = await (
        await page.request.post(`${product.url}/api/clients/pick`, { headers: { origin: product.url }, data: {} })
      ).json()
      for (const path of ['session', 'upload-session']) {
        await page.goto(`/${path}/${items[0]?.id ?? ''}`)
        await expect(page.getByText('You are viewing data as another user.')).toBeVisible()
        await expect(banner(page)).toBeVisible()
      }
      await stop(page).click()
      await expect(banner(page)).toHaveCount(0)
    })
    await test.step('another tab follows with its next request, and shows no data under the wrong name', async () => {
      await page.goto('/')
      const other = await page.context().newPage()
      // Waits for the last request of the tab, because a later response would already show the viewed user.
      const notices = other.waitForResponse(/\/api\/notices/)
      await other.goto('/clients')
      await expect(other.getByRole('row')).toHaveCount(3)
      await notices
      await viewAs(page, 'Theo Therapist')
      // A late response would already show the owner again.
      await page.waitForLoadState('networkidle')
      await other.getByRole('link', { name: 'Calendar', exact: true }).click()
      await expect(banner(other)).toHaveText('Viewing data as Theo Therapist')
      await expect(other).toHaveURL('/')
      await stop(other).click()
      await expect(other.getByRole('heading', { level: 1 })).toContainText('Olive')
      await page.getByRole('link', { name: 'Calendar', exact: true }).click()
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Olive')
      await expect(banner(page)).toHaveCount(0)
    })
    await test.step('viewing as during a recording asks to end the recording first', async () => {
      const { id } = await addClient(page, product, 'Rhea', 'Corder')
      const begun = await page.request.post(`${product.url}/api/clients/${id}/recordings`, {
        headers: { origin: product.url },
        data: { requestId: randomUUID() },
      })
      expect(begun.ok()).toBe(true)
      await page.goto('/')
      await page.getByRole('button', { name: /profile menu/ }).click()
      await page.getByRole('menuitem', { name: 'View as…' }).click()
      const dialog = page.getByRole('dialog', { name: 'View as' })
      await dialog.getByRole('button', { name: 'Theo Therapist' }).click()
      await expect(dialog.getByRole('alert')).toHaveText(
        'One of your sessions is still being recorded. End the session first.',
      )
      await expectAccessible(page, 'refused')
    })
  })
})

test('viewing as ends when its time is over, is not offered to therapists, and waits for the end of a recording', async ({
  page,
  browser,
  product,
}) => {
  const { owner } = await createClinic(browser, page, product)
  await test.step('viewing as ends on an open page when its time is over', async () => {
    const setTimeLeft = (interval: string) =>
      inDatabase(
        product,
        `update viewings set expires_at = now() + $2::interval where viewer_id = (select id from users where email = $1)`,
        [owner.email, interval],
      )
    await page.clock.install()
    await page.goto('/')
    await viewAs(page, 'Theo Therapist')
    await setTimeLeft('50 seconds')
    await page.reload()
    await expect(page.getByText('Read-only, 1 minute left')).toBeVisible()
    await setTimeLeft('0 seconds')
    await page.clock.fastForward(60_000)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Olive')
    await expect(banner(page)).toHaveCount(0)
  })
  await test.step('a user who may not view other users gets no menu for it, and sees their own welcome', async () => {
    await inDatabase(
      product,
      `update users set welcome_video_seen = false where first_name = 'Theo' and id in (select user_id from organization_members
        where organization_id = (select o.id from organizations o join users u on u.id = o.owner_id where u.email = $1))`,
      [owner.email],
    )
    await page.goto('/')
    await viewAs(page, 'Theo Therapist')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Theo')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.getByRole('button', { name: /profile menu/ }).click()
    await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: 'View as…' })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await stop(page).click()
    await expect(banner(page)).toHaveCount(0)
    await inDatabase(
      product,
      `update organization_members set role = 'therapist' where user_id = (select id from users where email = $1)`,
      [owner.email],
    )
    await page.reload()
    await page.getByRole('button', { name: /profile menu/ }).click()
    await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: 'View as…' })).toHaveCount(0)
  })
})

test('an empty client list does not offer to add a client while viewing as', async ({ page, browser, product }) => {
  await signIn(page, product)
  const { context } = await addMember(page, browser, product, 'therapist', { firstName: 'Theo', lastName: 'Therapist' })
  await page.goto('/clients')
  await expect(page.getByText('Add the first one to begin.')).toBeVisible()
  await viewAs(page, 'Theo Therapist')
  await page.goto('/clients')
  await expect(page.getByText('Your clients will appear here')).toBeVisible()
  await expect(page.getByText('Add the first one to begin.')).toHaveCount(0)
  await context.close()
})

test('the viewing banner stays above scrolled content on wide and narrow screens', async ({
  page,
  browser,
  product,
}) => {
  const { sessionId } = await createClinic(browser, page, product)
  await page.goto('/')
  await viewAs(page, 'Theo Therapist')
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto(`/notes/${sessionId}`)
    await expect(page.getByRole('region', { name: 'Plan', exact: true })).toBeVisible()
    await page.getByRole('region', { name: 'Plan', exact: true }).scrollIntoViewIfNeeded()
    await expect(banner(page)).toBeInViewport()
    await expect(stop(page)).toBeInViewport()
    await expectAccessible(page, `note, ${width} wide`)
    await expectFitting(page, 'note', width, 844)
  }
})

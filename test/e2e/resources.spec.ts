import type { Page } from '@playwright/test'
import { keepUndoToasts } from './clock.ts'
import { expectAccessible } from './expect-accessible.ts'
import { inDatabase } from './database.ts'
import { expect, signIn, test } from './fixtures.ts'
import type { Product } from './product.ts'

const cards = (page: Page) => page.getByRole('region', { name: 'Shared links' }).getByRole('listitem')
const nothing = 'No resources added yet. Add a link above to get started!'

/** Shares links with these titles by API calls, in the order of the titles. */
async function share(page: Page, product: Product, ...titles: string[]): Promise<void> {
  for (const title of titles) {
    const data = { title, url: `https://example.org/${encodeURIComponent(title)}`, description: null }
    const added = await page.request.post('/api/resources', { headers: { origin: product.url }, data })
    expect(added.ok(), await added.text()).toBe(true)
  }
}

test('a link can be added, opened, changed, deleted and restored', async ({ page, product, context }) => {
  await keepUndoToasts(page)
  await signIn(page, product)
  const asked: string[] = []
  await context.route('https://example.org/**', (route) => {
    asked.push(route.request().url())
    return route.fulfill({ contentType: 'text/html', body: '<title>Diary</title><h1>A sleep diary</h1>' })
  })
  await page.goto('/')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Resources' }).click()
  await expect(page.getByRole('heading', { name: nothing })).toBeVisible()
  await expectAccessible(page, 'no resources')

  const title = page.getByRole('textbox', { name: 'Title' })
  const url = page.getByRole('textbox', { name: 'URL' })
  const description = page.getByRole('textbox', { name: 'Description' })
  await expect(url).toHaveAttribute('type', 'url')
  await page.getByRole('button', { name: 'Add Resource' }).click()
  await expect(page.getByText('Title is required.')).toBeVisible()
  await expect(page.getByText('URL is required.')).toBeVisible()
  await expect(title).toBeFocused()
  await title.fill('Sleep diary')
  await url.fill('javascript:alert(1)')
  await url.press('Enter')
  await expect(page.getByText('Enter a full web address that begins with https:// or http://.')).toBeVisible()
  await expectAccessible(page, 'refused link')
  await url.fill('https://me:secret@example.org')
  await url.press('Enter')
  await expect(page.getByText('Leave user name and password out of the address.')).toBeVisible()
  await url.fill('https://example.org/sleep-diary')
  await description.fill('Two pages, for the first weeks.')
  await url.press('Enter')

  await expect(cards(page)).toHaveCount(1)
  for (const field of [title, url, description]) await expect(field).toHaveValue('')
  await expect(title).toBeFocused()
  const card = cards(page).first()
  await expect(card.getByRole('heading', { name: 'Sleep diary' })).toBeVisible()
  await expect(card).toContainText('Two pages, for the first weeks.')
  await expect(card).toContainText(/Added \d\d\/\d\d\/\d{4} by Robin Hale/)
  // Neither the page nor the server contacted the linked site.
  expect(asked).toEqual([])

  const link = card.getByRole('link', { name: 'example.org/sleep-diary (opens in a new tab)' })
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
  const opened = context.waitForEvent('page')
  await link.click()
  const tab = await opened
  await expect(tab.getByRole('heading', { name: 'A sleep diary' })).toBeVisible()
  expect(await tab.evaluate(() => [window.opener, document.referrer])).toEqual([null, ''])
  await tab.close()

  await card.getByRole('button', { name: 'Edit Sleep diary' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Resource' })
  await expect(dialog.getByRole('textbox', { name: 'URL' })).toHaveValue('https://example.org/sleep-diary')
  await expectAccessible(page, 'edit resource')
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Sleep diary, two weeks')
  await dialog.getByRole('textbox', { name: 'Description' }).fill('')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog).toBeHidden()
  await expect(card.getByRole('heading', { name: 'Sleep diary, two weeks' })).toBeVisible()
  await expect(card).not.toContainText('Two pages')
  await expect(card.getByRole('button', { name: /^Edit / })).toBeFocused()

  await card.getByRole('button', { name: /^Delete / }).click()
  await expect(page.getByRole('heading', { name: nothing })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(cards(page)).toHaveCount(1)
  await expect(page.getByText('“Sleep diary, two weeks” was restored.')).toBeVisible()
})

test('a deleted link can be restored later, and the focus moves to the next card', async ({ page, product }) => {
  await signIn(page, product)
  await share(page, product, 'Breathing', 'Grounding', 'Helpline')
  await page.goto('/resources')
  await expect(cards(page).getByRole('heading')).toHaveText(['Helpline', 'Grounding', 'Breathing'])
  let deleted = 0
  page.on('response', (response) => void (response.request().method() === 'DELETE' && deleted++))
  await page.getByRole('button', { name: 'Delete Grounding' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Delete Breathing' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Delete Helpline' })).toBeFocused()
  // The cards disappear before the server has deleted their links.
  await expect.poll(() => deleted).toBe(2)
  await page.reload()
  await expect(cards(page)).toHaveCount(1)

  await page.getByRole('button', { name: 'Recently deleted' }).click()
  const dialog = page.getByRole('dialog', { name: 'Recently deleted' })
  await expect(dialog.getByRole('listitem')).toHaveCount(2)
  await expectAccessible(page, 'recently deleted')
  await dialog.getByRole('button', { name: 'Restore Grounding' }).click()
  await expect(dialog.getByRole('listitem')).toHaveCount(1)
  await dialog.getByRole('button', { name: 'Restore Breathing' }).click()
  await expect(dialog).toContainText('Nothing was deleted in the last 30 days.')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Recently deleted' })).toBeFocused()
  await expect(cards(page).getByRole('heading')).toHaveText(['Helpline', 'Grounding', 'Breathing'])
})

test('many links can be searched, load further on demand, and are shown in one to four columns', async ({
  page,
  product,
}) => {
  await signIn(page, product)
  await share(page, product, ...Array.from({ length: 50 }, (_, n) => `Worksheet ${n + 1}`))
  await page.goto('/resources')
  await expect(cards(page)).toHaveCount(48)
  await expect(page.getByText('More than 48 resources')).toBeVisible()
  await expectAccessible(page, 'resources')
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect(cards(page)).toHaveCount(50)
  await expect(page.getByText('50 resources')).toBeVisible()

  for (const [width, columns] of [
    [390, 1],
    [900, 2],
    [1280, 3],
    [1440, 4],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    const grid = page.getByRole('region', { name: 'Shared links' }).getByRole('list')
    const tracks = () => grid.evaluate((list) => getComputedStyle(list).gridTemplateColumns.split(' ').length)
    await expect.poll(tracks, { message: `${width} pixels` }).toBe(columns)
    const isWider = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
    expect(isWider, `${width} pixels`).toBe(false)
  }

  await page.keyboard.press('/')
  const search = page.getByRole('searchbox', { name: 'Search resources' })
  await expect(search).toBeFocused()
  await search.fill('sheet 42')
  await expect(page.getByText('1 resource found')).toBeVisible()
  await expect(cards(page)).toHaveCount(1)
  await search.fill('quetzal')
  await expect(page.getByRole('heading', { name: 'No resources found' })).toBeVisible()
})

test('a user who views as a colleague cannot change links', async ({ page, product }) => {
  const owner = await signIn(page, product)
  await share(page, product, 'Breathing')
  const colleague = await page.context().browser()?.newPage({ baseURL: product.url })
  if (!colleague) throw new Error('the page has no browser')
  const { email } = await signIn(colleague, product, { firstName: 'Theo' })
  await inDatabase(
    product,
    `update organization_members m set role = 'therapist', organization_id = (select id from organizations where owner_id = o.id)
     from users u, users o where u.email = $1 and o.email = $2 and m.user_id = u.id`,
    [email, owner.email],
  )
  await colleague.goto('/resources')
  await expect(cards(colleague)).toHaveCount(1)
  await expect(colleague.getByRole('button', { name: 'Delete Breathing' })).toBeVisible()
  await colleague.close()

  await page.goto('/resources')
  await page.getByRole('button', { name: /profile menu/ }).click()
  await page.getByRole('menuitem', { name: 'View as…' }).click()
  await page.getByRole('dialog', { name: 'View as' }).getByRole('button', { name: 'Theo' }).click()
  await expect(page.getByText('Viewing data as Theo')).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Resources' }).click()
  await expect(cards(page)).toHaveCount(1)
  for (const name of ['Add Resource', 'Edit Breathing', 'Delete Breathing', 'Recently deleted']) {
    await expect(page.getByRole('button', { name })).toHaveCount(0)
  }
})

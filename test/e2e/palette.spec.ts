import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './expect-accessible.ts'
import { expect, signIn, test } from './fixtures.ts'
import { addClient } from './steps.ts'

const palette = (page: Page): Locator => page.getByRole('dialog', { name: 'Search or go to' })
const box = (page: Page): Locator => palette(page).getByRole('combobox', { name: 'Search or go to' })
const selected = (page: Page): Locator => palette(page).getByRole('option', { selected: true })

async function open(page: Page): Promise<void> {
  // The shortcuts work once the frame of the page has loaded.
  await expect(page.getByRole('button', { name: 'Search or go to' })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await expect(box(page)).toBeFocused()
}

test('the command palette finds pages, actions and help topics, opens the client picker, and fits a phone', async ({
  page,
  product,
}) => {
  await signIn(page, product)
  await test.step('the palette finds a page, an action and a help topic by a few letters', async () => {
    await page.goto('/')
    const button = page.getByRole('button', { name: 'Search or go to' })
    await button.click()
    await expect(box(page)).toBeFocused()
    await expect(selected(page)).toHaveText('Start Session')
    await expect(palette(page).getByRole('group')).toHaveText([/^Actions/, /^Pages/])
    await expectAccessible(page, 'command palette')
    await page.keyboard.press('Escape')
    await expect(palette(page)).toBeHidden()
    await expect(button).toBeFocused()

    await open(page)
    await page.keyboard.type('session no')
    await expect(selected(page)).toHaveText('Session Notes')
    await expect(box(page)).toHaveAttribute('aria-activedescendant', (await selected(page).getAttribute('id')) ?? '')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/session-notes$/)
    await expect(page.getByRole('main')).toBeFocused()

    await open(page)
    await page.keyboard.type('schedule')
    await page.keyboard.press('Enter')
    const schedule = page.getByRole('dialog', { name: 'Schedule Session' })
    await expect(schedule).toBeVisible()
    await expect(page).toHaveURL(/\/calendar$/)
    await page.keyboard.press('Escape')
    await expect(schedule).toBeHidden()

    await open(page)
    await page.keyboard.type('speakers')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/help#speakers$/)
    await expect(page.getByRole('heading', { name: 'When speakers are mixed up' })).toBeInViewport()

    await open(page)
    await page.keyboard.type('quetzal')
    await expect(palette(page)).toContainText('Nothing here is called “quetzal”.')
    await expect(palette(page).getByRole('status')).toHaveText('Nothing found')
    await page.keyboard.press('Enter')
    await page.keyboard.type('s')
    await expect(palette(page)).toContainText('Nothing here is called “quetzals”.')
  })
  await test.step('the palette opens the client picker, and the focus returns', async () => {
    await page.goto('/clients')
    const button = page.getByRole('button', { name: 'Search or go to' })
    await button.focus()
    await page.keyboard.press('Enter')
    await expect(box(page)).toBeFocused()
    await page.keyboard.type('upload session')
    await page.keyboard.press('Enter')
    const picker = page.getByRole('dialog', { name: 'Select Client for Upload' })
    await expect(picker.getByRole('searchbox')).toBeFocused()
    // The palette does not open above another dialog.
    await page.keyboard.press('ControlOrMeta+k')
    await expect(palette(page)).toBeHidden()
    await page.keyboard.press('Escape')
    await expect(picker).toBeHidden()
    await expect(button).toBeFocused()
  })
  await test.step('a key shows the shortcuts, but not during typing', async () => {
    await page.goto('/clients')
    const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect(page.getByRole('button', { name: 'Search or go to' })).toBeVisible()
    await page.keyboard.press('Shift+?')
    await expect(shortcuts).toContainText('Search or go to')
    await expectAccessible(page, 'shortcuts')
    await page.keyboard.press('Escape')
    await expect(shortcuts).toBeHidden()
    await page.keyboard.press('/')
    await expect(page.getByRole('searchbox', { name: 'Search clients' })).toBeFocused()
    await page.keyboard.press('Shift+?')
    await expect(page.getByRole('searchbox', { name: 'Search clients' })).toHaveValue('?')
    await expect(shortcuts).toBeHidden()
    await open(page)
  })
  await test.step('the palette fits a phone', async () => {
    await addClient(page, product)
    await page.setViewportSize({ width: 390, height: 780 })
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Robin')
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    await expect.poll(overflow).toBeLessThanOrEqual(0)
    await page.getByRole('button', { name: 'Search or go to' }).click()
    await box(page).fill('maya')
    await expect(palette(page).getByRole('option')).toHaveCount(3)
    await expect.poll(overflow).toBeLessThanOrEqual(0)
    await expectAccessible(page, 'command palette on a phone')
    await palette(page).getByRole('button', { name: 'Close' }).click()
    await expect(palette(page)).toBeHidden()
  })
})

test('the command palette and other searches find clients by the typed text, without storing or sending the name', async ({
  page,
  product,
}) => {
  await signIn(page, product)
  await addClient(page, product, 'Noor', 'Hollowell')
  const dmitri = await addClient(page, product, 'Dmitri', 'Honeyfield')
  await test.step('the palette opens a client, its recording and its upload, without storing or sending the name', async () => {
    const maya = await addClient(page, product)
    await addClient(page, product, 'Peter', 'Novak')
    await page.goto('/')
    const searches: string[] = []
    page.on('request', (request) => searches.push(/"search":"[^"]*"/.exec(request.postData() ?? '')?.[0] ?? ''))
    await open(page)
    await page.keyboard.type('m')
    // Longer than the search waits for more letters.
    await page.waitForTimeout(500)
    await expect(palette(page).getByRole('option', { name: /Maya/ })).toHaveCount(0)
    await page.keyboard.type('AYA st')
    await expect(palette(page).getByRole('option')).toHaveText([
      /^Maya Stone\s*No sessions yet$/,
      'Start Session with Maya Stone',
      'Upload Session for Maya Stone',
    ])
    await expect.poll(() => searches).toContain('"search":"mAYA st"')
    expect(searches).not.toContain('"search":"m"')
    await expectAccessible(page, 'command palette with a client')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${product.url}/clients/${maya.id}`)

    await open(page)
    await page.keyboard.type('upload maya')
    await expect(selected(page)).toHaveText('Upload Session for Maya Stone')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${product.url}/upload-session/${maya.id}`)

    await open(page)
    await page.keyboard.type('maya')
    await expect(selected(page)).toContainText('Maya Stone')
    await page.keyboard.press('ArrowDown')
    await expect(selected(page)).toHaveText('Start Session with Maya Stone')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await expect(selected(page)).toHaveText('Upload Session for Maya Stone')
    await palette(page).getByRole('option', { name: 'Start Session with Maya Stone' }).click()
    await expect(page).toHaveURL(`${product.url}/session/${maya.id}`)

    const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))
    expect(stored).not.toMatch(/maya/i)
  })
  await test.step('Enter in the palette opens the match of the typed text, even before the search has finished', async () => {
    const caughtUp = Promise.withResolvers<void>()
    await page.route('**/api/clients/list', async (route) => {
      if (/neyfield|llowell/.test(route.request().postData() ?? '')) await caughtUp.promise
      await route.continue()
    })
    await page.goto('/')
    await open(page)
    await page.keyboard.type('ho')
    await expect(selected(page)).toContainText('Noor Hollowell')
    await page.keyboard.type('neyfield')
    await expect(selected(page)).toContainText('Dmitri Honeyfield')
    await expect(palette(page).getByRole('option', { name: /Noor/ })).toHaveCount(0)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${product.url}/clients/${dmitri.id}`)

    await page.goto('/')
    const search = page.getByRole('main').getByRole('combobox', { name: 'Search clients' })
    await search.click()
    await page.keyboard.type('ho')
    const found = page.getByRole('main').getByRole('option')
    await expect(found).toHaveCount(2)
    await page.keyboard.type('neyfield')
    await expect(found).toHaveText([/Dmitri Honeyfield/])
    await page.keyboard.type(' zz')
    await expect(found).toHaveCount(0)
    await expect(page.getByRole('listbox')).toContainText('Searching…')
    await page.keyboard.press('Enter')
    await expect(search).toBeFocused()
    await search.fill('ho')
    await expect(found).toHaveCount(2)
    await search.fill('honeyfield')
    await expect(found).toHaveText([/Dmitri Honeyfield/])
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${product.url}/clients/${dmitri.id}`)

    await page.getByRole('banner').getByRole('button', { name: 'Upload Session' }).click()
    const picker = page.getByRole('dialog', { name: 'Select Client for Upload' })
    const pick = '**/api/clients/pick**'
    await expect(picker.getByRole('button', { name: /Noor/ }).first()).toBeVisible()
    await expect(picker.getByRole('searchbox')).toBeFocused()
    await page.route(pick, async (route) => {
      await caughtUp.promise
      await route.continue()
    })
    await page.keyboard.type('honeyfield')
    await expect(picker.getByRole('button', { name: /Noor/ })).toHaveCount(0)
    await expect(picker.getByRole('button', { name: /Dmitri/ }).first()).toBeVisible()
    caughtUp.resolve()
  })
  await test.step('scheduling and progress also use the typed text before the search has finished', async () => {
    const caughtUp = Promise.withResolvers<void>()
    await page.route(/\/api\/clients\/(list|pick)/, async (route) => {
      const { url, postData } = { url: route.request().url(), postData: route.request().postData() ?? '' }
      if (/neyfield/.test(url + postData)) await caughtUp.promise
      await route.continue()
    })
    const noor = page.getByRole('option', { name: 'Noor Hollowell' })
    const found = page.getByRole('option', { name: 'Dmitri Honeyfield' })

    await page.goto('/calendar')
    await page.getByRole('button', { name: 'Schedule Session' }).click()
    const client = page.getByRole('dialog', { name: 'Schedule Session' }).getByRole('combobox', { name: 'Client' })
    await client.fill('ho')
    await expect(noor).toBeVisible()
    await client.fill('honeyfield')
    await expect(noor).toHaveCount(0)
    await found.click()
    await expect(client).toHaveValue('Dmitri Honeyfield')
    await page.keyboard.press('Escape')

    await page.goto('/progress')
    const whose = page.getByRole('combobox', { name: 'Whose progress' })
    await whose.click()
    await whose.fill('ho')
    await expect(noor).toBeVisible()
    await whose.fill('honeyfield')
    await expect(noor).toHaveCount(0)
    await found.click()
    await expect(page).toHaveURL(`${product.url}/progress?client=${dmitri.id}`)
    caughtUp.resolve()
  })
})

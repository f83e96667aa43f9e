import { expect, signIn, test } from './fixtures.ts'
import { openNewNote, quotes, section, sentences } from './steps.ts'
import { tabTo } from './keyboard-checks.ts'

test('skip link, menus, clients and help topics can be used by keyboard', async ({ page, product }) => {
  test.slow()
  await signIn(page, product)
  await test.step('a client can be added by keyboard', async () => {
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
  await test.step('the skip link leads to the content, and a page change moves the focus there', async () => {
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: 'Skip to content' })
    await expect(skip).toBeFocused()
    await expect(skip).toBeInViewport()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('combobox', { name: 'Search clients' })).toBeFocused()

    for (const name of ['Clients', 'Calendar', 'Session Notes', 'Progress']) {
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).focus()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('main')).toBeFocused()
    }
  })
  await test.step('menus can be opened, used and closed by keyboard', async () => {
    await page.goto('/')
    const opener = page.getByRole('button', { name: /profile menu$/ })
    await tabTo(page, opener)
    await page.keyboard.press('Enter')
    const items = page.getByRole('menuitem')
    const specified = ['My Profile', 'Organization Settings', 'Plans & Billing', 'Help Center', 'Logout']
    await expect(items.first()).toHaveText('My Profile')
    expect((await items.allTextContents()).filter((name) => specified.includes(name))).toEqual(specified)
    await expect(items.first()).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(items.nth(1)).toBeFocused()
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowUp')
    await expect(items.last()).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(items).toHaveCount(0)
    await expect(opener).toBeFocused()
    for (const [name, path] of [
      ['My Profile', '/profile'],
      ['Organization Settings', '/settings?tab=organization'],
      ['Plans & Billing', '/billing'],
      ['Help Center', '/help'],
    ] as const) {
      await opener.focus()
      await page.keyboard.press('Enter')
      // Opening moves the focus into the menu.
      await expect(page.getByRole('menu').locator(':focus')).toBeAttached()
      await page.getByRole('menuitem', { name, exact: true }).focus()
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(`${product.url}${path}`)
    }
  })
  await test.step('a help topic can be opened by its link with the keyboard', async () => {
    await page.goto('/help')
    const topic = page
      .getByRole('navigation', { name: 'Topics' })
      .getByRole('link', { name: 'Note types', exact: true })
    await tabTo(page, topic, 120)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Note types', exact: true })).toBeInViewport()
  })
})

test('evidence, sections of a note and progress can be used by keyboard', async ({ page, product }) => {
  test.slow()
  await signIn(page, product)
  const { client } = await openNewNote(page, product)
  await test.step('evidence can be read by keyboard', async () => {
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
  await test.step('a section of a note can be edited by keyboard, and the focus returns to its button', async () => {
    const pencil = page.getByRole('button', { name: 'Edit Plan' })
    const field = page.getByRole('textbox', { name: 'Plan' })
    const cancel = section(page, 'Plan').getByRole('button', { name: 'Cancel' })
    await tabTo(page, pencil)

    await test.step('the focus returns after Cancel', async () => {
      await page.keyboard.press('Enter')
      await expect(field).toBeFocused()
      await tabTo(page, cancel)
      await page.keyboard.press('Enter')
      await expect(cancel).toBeHidden()
      await expect(pencil).toBeFocused()
    })
    await test.step('the focus returns after Discard changes', async () => {
      await page.keyboard.press('Enter')
      await expect(field).toBeFocused()
      await page.keyboard.type('Not this.')
      await tabTo(page, cancel)
      await page.keyboard.press('Enter')
      await tabTo(page, section(page, 'Plan').getByRole('button', { name: 'Discard changes' }), 2)
      await page.keyboard.press('Enter')
      await expect(cancel).toBeHidden()
      await expect(pencil).toBeFocused()
    })
    await test.step('the focus returns after Save Changes', async () => {
      await page.keyboard.press('Enter')
      await expect(field).toBeFocused()
      await page.keyboard.type('One thing for the week.')
      await tabTo(page, section(page, 'Plan').getByRole('button', { name: 'Save Changes' }))
      await page.keyboard.press('Enter')
      await expect(field).toBeHidden()
      await expect(section(page, 'Plan')).toContainText('One thing for the week.')
      await expect(pencil).toBeFocused()
    })
  })
  await test.step('a progress section and another client can be opened by keyboard', async () => {
    await page.goto('/progress')
    const fold = page.getByRole('button', { name: /^Core Negative Beliefs/ })
    await tabTo(page, fold)
    await page.keyboard.press('Enter')
    await expect(fold).toHaveAttribute('aria-expanded', 'true')
    const whose = page.getByRole('combobox', { name: 'Whose progress' })
    await whose.focus()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('maya')
    const maya = page.getByRole('option', { name: 'Maya Stone' })
    await expect(maya).toBeVisible()
    for (let presses = 0; presses < 4; presses++) {
      if ((await maya.getAttribute('data-combobox-selected')) !== null) break
      await page.keyboard.press('ArrowDown')
    }
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(client.id))
    await expect(whose).toBeFocused()
  })
})

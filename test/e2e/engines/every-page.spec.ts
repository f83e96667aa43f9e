import { makeAdmin } from '../platform-admin.ts'
import type { Browser } from './browser.ts'
import { expect, test } from './fixtures.ts'
import { click, fill, expectVisible } from './screen.ts'

// The therapist's fixture fails a test whose pages log an error.

const add = { role: 'button', name: 'Add Client' }
const form = { role: 'dialog', name: 'Add Client' }

/** Opens other pages of the app like its links do, without loading the document again. */
async function openEachPage(browser: Browser, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const before = await browser.evaluate(() => document.title)
    await browser.run(`history.pushState(null, '', ${JSON.stringify(path)})`)
    await expect.poll(() => browser.evaluate(() => document.title), { intervals: [50], message: path }).not.toBe(before)
    await expectVisible(browser, { role: 'heading' })
  }
}

test('a user signs in, adds a client and opens every page without an error', async ({ therapist }) => {
  const { browser, client, person, product } = therapist
  for (const path of ['/reset-password', '/invitation', '/login']) {
    await browser.goto(product.url + path)
    await expectVisible(browser, { role: 'heading' })
  }
  await fill(browser, { role: 'textbox', name: 'Email' }, person.email)
  await fill(browser, { role: 'textbox', name: 'Password' }, person.password)
  await click(browser, { role: 'button', name: 'Log in' })
  await click(browser, { role: 'link', name: 'Clients' })

  await test.step('a form reports missing fields and then accepts the input', async () => {
    await click(browser, add)
    await click(browser, { ...add, inside: form })
    const firstName = { role: 'textbox', name: 'First Name', inside: form }
    await expectVisible(browser, firstName)
    await expect.poll(() => browser.evaluate(() => document.body.innerText)).toContain('First name is required.')
    await fill(browser, firstName, 'Ada')
    await fill(browser, { role: 'textbox', name: 'Last Name', inside: form }, 'Byron')
    await click(browser, { ...add, inside: form })
    await expectVisible(browser, { role: 'link', name: /^View Ada Byron/ })
  })

  await openEachPage(browser, [
    `/clients/${client.id}`,
    '/calendar',
    '/session-notes',
    '/progress',
    '/resources',
    '/settings',
    '/profile',
    '/billing',
    '/help',
    '/audit',
    `/session/${client.id}`,
    `/upload-session/${client.id}`,
    '/',
    '/changelog',
  ])
})

test('a platform admin opens every page of the panel without an error', async ({ therapist }) => {
  await makeAdmin(therapist.product, therapist.person)
  await therapist.openPage()
  await openEachPage(therapist.browser, ['/admin', '/admin/organizations', '/admin/clients', '/admin/sessions'])
})

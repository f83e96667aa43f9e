import type { Page } from '@playwright/test'
import { freePort } from '#server/free-port.ts'
import { keepUndoToasts } from './clock.ts'
import { expect, newPerson, test } from './fixtures.ts'

const host = 'attend.test'

// A clinic's own network: plain http, with a host name that browsers do not treat as local. Such pages are not a secure
// context.
test.use({
  settings: [
    // oxlint-disable-next-line eslint/no-empty-pattern -- Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      const port = String(await freePort())
      await use({ PORT: port, PUBLIC_URL: `http://${host}:${port}` })
    },
    { scope: 'worker' },
  ],
  launchOptions: [
    async ({ launchOptions }, use) => {
      const args = [...(launchOptions.args ?? []), `--host-resolver-rules=MAP ${host} 127.0.0.1`]
      await use({ ...launchOptions, args })
    },
    { scope: 'worker' },
  ],
})

/** Sends a request from the page, because only the browser resolves the host name. */
async function send(page: Page, method: 'POST' | 'PATCH', path: string, data: object): Promise<void> {
  const status = await page.evaluate(
    async (request) => {
      const { method: verb, path: address, data: body } = request
      const headers = { 'content-type': 'application/json' }
      return (await fetch(address, { method: verb, headers, body: JSON.stringify(body) })).status
    },
    { method, path, data },
  )
  expect(status, path).toBeLessThan(300)
}

test('over plain http, Undo restores a canceled or moved appointment', async ({ page, settings }) => {
  await page.goto(`${settings['PUBLIC_URL']}/login`)
  expect(await page.evaluate(() => window.isSecureContext)).toBe(false)
  const { email, password, firstName, lastName } = newPerson()
  await send(page, 'POST', '/api/auth/sign-up/email', { email, password, name: '' })
  await send(page, 'PATCH', '/api/me', { firstName, lastName, welcomeVideoSeen: true })
  await send(page, 'POST', '/api/clients', {
    firstName: 'Maya',
    lastName: 'Stone',
    pronouns: 'N/A',
    email: null,
    phone: null,
  })

  await keepUndoToasts(page)
  await page.goto(`${settings['PUBLIC_URL']}/calendar`)
  const list = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Maya Stone' })
  await page.getByRole('main').getByRole('button', { name: 'Schedule Session' }).click()
  const dialog = page.getByRole('dialog', { name: 'Schedule Session' })
  await dialog.getByRole('combobox', { name: 'Client' }).fill('maya')
  await page.getByRole('option', { name: 'Maya Stone' }).click()
  await dialog.getByRole('button', { name: 'Schedule Session' }).click()
  await expect(list).toContainText('9:00 AM')

  const choose = async (item: string) => {
    await list.getByRole('button', { name: 'Options for Maya Stone' }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await choose('Cancel Session')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel Session' }).click()
  await expect(list).toHaveCount(0)
  await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click()
  await expect(list).toContainText('9:00 AM')

  await choose('Reschedule')
  await page.getByRole('dialog').getByLabel('Hour').selectOption('10')
  await page.getByRole('dialog').getByRole('button', { name: 'Reschedule' }).click()
  await expect(list).toContainText('10:00 AM')
  await page.getByRole('alert').filter({ hasText: 'Moved to' }).getByRole('button', { name: 'Undo' }).click()
  await expect(list).toContainText('9:00 AM')
  await expect(page.getByText(/^Moved back to /)).toBeVisible()
  await page.reload()
  await expect(list).toContainText('9:00 AM')
})

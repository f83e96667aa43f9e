import { expectAccessible } from './expect-accessible.ts'
import { expect, signIn, test } from './fixtures.ts'
import { addClient, schedule, section } from './steps.ts'

test('a no-show in the calendar gets a note, which is saved and found', async ({ page, product }) => {
  await signIn(page, product)
  const client = await addClient(page, product)
  const day = new Date(Date.now() - 2 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
  await schedule(page, product, client, { date: day })
  await page.goto(`/calendar?day=${day}`)
  await page.getByRole('link', { name: 'Write note: Maya Stone' }).click()

  await expect(page.getByLabel('Date of the session')).toHaveValue(day)
  await expect(page.getByLabel('Start time')).toHaveValue('09:00')
  await page.getByRole('radio', { name: 'No-show' }).check()
  await expectAccessible(page, 'write note')
  await page.getByRole('main').getByRole('button', { name: 'Write note' }).click()

  await expect(page).toHaveURL(/\/notes\//)
  const plan = page.getByRole('textbox', { name: 'Plan' })
  await plan.fill('Left a message and offered Tuesday.')
  await expectAccessible(page, 'written note')
  await page.getByRole('link', { name: 'Clients', exact: true }).click()
  await expect(page.getByRole('dialog')).toContainText('this note')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await page.getByRole('button', { name: 'Save note' }).click()
  await expect(page.getByText(/^Saved \d+:\d\d [AP]M/)).toBeVisible()
  await expect(section(page, 'Plan')).toContainText('Left a message and offered Tuesday.')

  await test.step('on a phone, the bars at the bottom do not cover each other', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    for (const name of [/^Review \d+ items?/, 'Save note']) {
      await page.getByRole('button', { name }).click({ trial: true })
    }
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  await page.goto('/session-notes')
  const row = page.getByRole('main').getByRole('link', { name: 'Maya Stone' })
  await expect(row).toContainText('Left a message and offered Tuesday.')
  await expect(row).toContainText('No-show')
  await page.goto(`/clients/${client.id}`)
  await expect(page.getByRole('main')).toContainText('Last sessionNot givenSessions0')
})

import type { Locator, Page } from '@playwright/test'
import { addDays } from '#shared/rules/calendar.ts'
import { keepUndoToasts } from './clock.ts'
import { expectAccessible } from './expect-accessible.ts'
import { expect, signIn, test } from './fixtures.ts'
import { addClient, schedule } from './steps.ts'

// A Thursday. All other dates derive from it, so that the tests do not depend on the current date.
const first = '2031-12-04'
const overlapping = addDays(first, 42)

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Schedule Session' })

async function openDialog(page: Page): Promise<Locator> {
  await page.goto(`/calendar?day=${first}`)
  await page.getByRole('main').getByRole('button', { name: 'Schedule Session' }).click()
  const dialog = dialogOf(page)
  await expect(dialog.getByRole('combobox', { name: 'Client' })).toBeFocused()
  return dialog
}

async function chooseClient(page: Page, dialog: Locator, name: string): Promise<void> {
  await dialog.getByRole('combobox', { name: 'Client' }).fill(name)
  await page.getByRole('option', { name }).click()
}

/** The sessions of the calendar from a day on, as `date time`. */
async function sessionsFrom(page: Page, day: string, name: string): Promise<string[]> {
  const response = await page.request.get(`/api/calendar?from=${day}&to=${addDays(day, 60)}`)
  const { items }: { items: { date: string; startTime: string; client: { firstName: string } }[] } =
    await response.json()
  return items.filter(({ client }) => client.firstName === name).map(({ date, startTime }) => `${date} ${startTime}`)
}

const dates = (page: Page) => dialogOf(page).getByRole('list', { name: 'Dates' }).getByRole('listitem')

test('a weekly series can be scheduled with one date moved and one skipped, and undone', async ({ page, product }) => {
  await keepUndoToasts(page)
  await signIn(page, product)
  const elena = await addClient(page, product, 'Elena', 'Ruiz')
  await addClient(page, product, 'Peter', 'Novak')
  for (const date of [addDays(first, 21), overlapping]) await schedule(page, product, elena, { date })
  await page.setViewportSize({ width: 1440, height: 900 })
  const dialog = await openDialog(page)
  const width = async () => (await dialog.boundingBox())?.width
  await expect.poll(width).toBe(440)
  await chooseClient(page, dialog, 'Peter Novak')
  await dialog.getByLabel('Telehealth').check()
  await expect(dialog.getByLabel('Repeat').getByRole('option')).toHaveText([
    'Does not repeat',
    'Every week on Thursday',
    'Every 2 weeks on Thursday',
    'Every month on the first Thursday',
  ])
  await dialog.getByLabel('Repeat').selectOption('Every week on Thursday')
  await expect(dates(page)).toHaveCount(12)
  await expect.poll(width).toBe(880)
  await expect(dialog.getByRole('status').filter({ hasText: '12 sessions, December 4 to February 19' })).toContainText(
    '2 dates to review. You can still schedule them.',
  )
  await expect(dates(page).first()).toHaveText('Thu, Dec 49:00 AM to 9:50 AM, free')
  await expect(dates(page).nth(6)).toContainText('Overlaps Elena Ruiz')
  await expect(dialog.getByText('Later you can change one session, or this one and all that follow.')).toBeVisible()
  await expectAccessible(page, 'repeat')

  await dialog.getByRole('button', { name: 'Move to 10:00 AM: Thu, Jan 15' }).click()
  await expect(dates(page).nth(6)).toContainText('10:00 AM to 10:50 AM')
  await expect(dialog.getByRole('button', { name: 'Undo: Thu, Jan 15' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Skip this date: Thu, Dec 25' }).press('Enter')
  await expect(dates(page).nth(3)).toContainText('Skipped')
  await expect(dates(page)).toHaveCount(13)
  await expect(dialog.getByText('12 sessions, December 4 to February 26')).toBeVisible()
  await dialog.getByRole('button', { name: 'Undo: Thu, Dec 25' }).press('Enter')
  await expect(dates(page)).toHaveCount(12)
  await dialog.getByRole('button', { name: 'Skip this date: Thu, Dec 25' }).click()
  await dialog.getByRole('button', { name: 'Schedule 12 Sessions' }).click()
  await expect(dialog).toBeHidden()
  const toast = page.getByRole('alert').filter({ hasText: '12 sessions scheduled.' })
  await expect(toast).toBeVisible()
  expect(await sessionsFrom(page, first, 'Peter')).toEqual(
    [0, 7, 14, 28, 35, 42, 49, 56].map((days) => `${addDays(first, days)} ${days === 42 ? '10:00' : '09:00'}`),
  )
  await toast.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('alert').filter({ hasText: '12 sessions removed from your calendar.' })).toBeVisible()
  expect(await sessionsFrom(page, first, 'Peter')).toEqual([])
})

test('a series until a date can be scheduled by keyboard', async ({ page, product }) => {
  await signIn(page, product)
  await addClient(page, product, 'Peter', 'Novak')
  const dialog = await openDialog(page)
  await page.keyboard.type('Peter')
  await expect(page.getByRole('option', { name: 'Peter Novak' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const repeat = dialog.getByLabel('Repeat')
  await repeat.focus()
  await repeat.selectOption('Every 2 weeks on Thursday')
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('radio', { name: 'After' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(dialog.getByRole('radio', { name: 'On a date' })).toBeChecked()
  const lastDateField = dialog.getByLabel('Last possible date')
  await lastDateField.fill(addDays(first, 3))
  await expect(dialog.getByText('Choose a date that gives 2 to 52 sessions.')).toBeVisible()
  await dialog.getByRole('button', { name: /^Schedule \d+ Sessions$/ }).press('Enter')
  await expect(lastDateField).toBeFocused()
  await lastDateField.fill(addDays(first, 30))
  await dialog.getByRole('button', { name: 'Schedule 3 Sessions' }).press('Enter')
  await expect(dialog).toBeHidden()
  expect(await sessionsFrom(page, first, 'Peter')).toHaveLength(3)
})

test('this session and the following ones can be moved, restored, canceled and dragged', async ({ page, product }) => {
  await keepUndoToasts(page)
  await signIn(page, product)
  const client = await addClient(page, product)
  await schedule(page, product, client, { date: first, frequency: 'weekly', ends: { count: 4 } })
  await test.step('a menu moves, restores and cancels this session and the following ones', async () => {
    await page.goto(`/calendar?day=${addDays(first, 7)}`)
    const change = page.getByRole('button', { name: 'Options for Maya Stone' })
    await expect(page.getByRole('listitem').filter({ has: change })).toContainText('Repeats')
    await change.press('Enter')
    await page.getByRole('menuitem', { name: 'Reschedule' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Reschedule Maya Stone' })
    await dialog.getByLabel('Hour').selectOption('11')
    await dialog.getByLabel('Type').selectOption('Couple')
    await dialog.getByRole('radio', { name: 'This and following' }).check()
    await expectAccessible(page, 'reschedule')
    await dialog.getByRole('button', { name: 'Reschedule' }).click()
    const moved = page.getByRole('alert').filter({ hasText: '3 sessions moved.' })
    await moved.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('alert').filter({ hasText: '3 sessions moved back.' })).toBeVisible()
    expect(await sessionsFrom(page, first, 'Maya')).toEqual(
      [0, 7, 14, 21].map((days) => `${addDays(first, days)} 09:00`),
    )

    await change.press('Enter')
    await page.getByRole('menuitem', { name: 'Cancel Session' }).press('Enter')
    const question = page.getByRole('dialog', { name: 'Cancel the session with Maya Stone?' })
    await question.getByRole('radio', { name: 'This and following' }).check()
    await question.getByRole('button', { name: 'Cancel Sessions' }).click()
    const canceled = page.getByRole('alert').filter({ hasText: '3 sessions canceled.' })
    await expect(canceled).toBeVisible()
    expect(await sessionsFrom(page, first, 'Maya')).toEqual([`${first} 09:00`])
    await canceled.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('alert').filter({ hasText: '3 sessions restored.' })).toBeVisible()
    expect(await sessionsFrom(page, first, 'Maya')).toHaveLength(4)
  })
  await test.step('dragging a session of a series asks which sessions to move', async () => {
    await page.goto(`/calendar?day=${addDays(first, 7)}`)
    const cell = (day: string) => page.locator(`[data-day="${day}"]`)
    await cell(addDays(first, 7))
      .getByText('Maya Stone')
      .dragTo(cell(addDays(first, 8)))
    const question = page.getByRole('dialog', { name: 'Move Maya Stone?' })
    await expect(question).toContainText('From Thursday, December 11 to Friday, December 12, 9:00 AM.')
    await question.getByRole('button', { name: 'Move' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Moved to Friday, December 12, 9:00 AM.' })).toBeVisible()
    await cell(addDays(first, 8))
      .getByText('Maya Stone')
      .dragTo(cell(addDays(first, 9)))
    await question.getByRole('radio', { name: 'This and following' }).check()
    await question.getByRole('button', { name: 'Move' }).click()
    await expect(page.getByRole('alert').filter({ hasText: '3 sessions moved.' })).toBeVisible()
    expect(await sessionsFrom(page, first, 'Maya')).toEqual(
      [0, 9, 16, 23].map((days) => `${addDays(first, days)} 09:00`),
    )
  })
})

test('on a phone the dialog that schedules a series fills the screen, and lists only the dates to review', async ({
  page,
  product,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, product)
  const elena = await addClient(page, product, 'Elena', 'Ruiz')
  await schedule(page, product, elena, { date: overlapping })
  const dialog = await openDialog(page)
  await chooseClient(page, dialog, 'Elena Ruiz')
  await expect.poll(() => dialog.boundingBox()).toMatchObject({ width: 390, height: 844 })
  const folded = dialog.getByRole('button', { name: '50 minutes, individual, in person' })
  await expect(dialog.getByLabel('Length')).toBeHidden()
  await folded.click()
  await dialog.getByLabel('Telehealth').check()
  await dialog.getByRole('button', { name: '50 minutes, individual, telehealth' }).click()
  await dialog.getByLabel('Repeat').selectOption('Every week on Thursday')
  await expect(dialog.getByText('1 date to review. You can still schedule it.')).toBeVisible()
  await expect(dates(page).filter({ visible: true })).toHaveCount(1)
  for (const name of ['Move to 10:00 AM: Thu, Jan 15', 'Skip this date: Thu, Jan 15', 'Schedule 12 Sessions']) {
    expect((await dialog.getByRole('button', { name }).boundingBox())?.height).toBeGreaterThanOrEqual(44)
  }
  await expectAccessible(page, 'repeat on a phone')
})

test.describe('a lost response to scheduling a series', () => {
  test.use({ expectedErrors: [/ERR_FAILED .*\/series\)/] })

  test('dates of a series show skeletons during the overlap check, and a retry after a lost response schedules the series once', async ({
    page,
    product,
  }) => {
    await signIn(page, product)
    await addClient(page, product, 'Peter', 'Novak')
    const dialog = await openDialog(page)
    await chooseClient(page, dialog, 'Peter Novak')
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/api/calendar/busy', async (route) => {
      await released
      await route.continue()
    })
    await dialog.getByLabel('Repeat').selectOption('Every week on Thursday')
    await expect(dialog.getByRole('status').filter({ hasText: 'Checking dates' })).toBeAttached()
    await expect(dialog.getByRole('button', { name: 'Schedule 12 Sessions' })).toBeDisabled()
    release()
    await expect(dates(page)).toHaveCount(12)
    let isLost = true
    await page.route('**/api/clients/*/series', async (route) => {
      if (!isLost) return await route.continue()
      isLost = false
      await route.fetch()
      return await route.abort()
    })
    await dialog.getByRole('button', { name: 'Schedule 12 Sessions' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Failed to create session')
    await dialog.getByRole('button', { name: 'Schedule 12 Sessions' }).click()
    await expect(dialog).toBeHidden()
    expect(await sessionsFrom(page, first, 'Peter')).toHaveLength(9)
  })
})

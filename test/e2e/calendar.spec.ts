import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import ICAL from 'ical.js'
import { addDays, addMonths, monthOf, monthSpan } from '#shared/rules/calendar.ts'
import { keepUndoToasts } from './clock.ts'
import { expectAccessible } from './expect-accessible.ts'
import { expect, signIn, test } from './fixtures.ts'
import { addClient, schedule } from './steps.ts'

declare global {
  interface Window {
    /** Overlap warnings that the page showed. */
    warnings: string[]
  }
}

// A Thursday, 9:36 in Berlin. The page uses this time whenever the tests run.
const moment = new Date('2026-11-19T08:36:00Z')
const today = '2026-11-19'
const month = monthOf(today)
/** A day of this month other than today. */
const anotherDay = addDays(monthSpan(month).from, 9)

test.beforeEach(({ page }) => page.clock.install({ time: moment }))

const nameOf = (day: string) =>
  new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )

function dayButton(page: Page, day: string): Locator {
  return page.getByRole('grid').getByRole('button', { name: new RegExp(`^${nameOf(day)}, `) })
}

function dayCell(page: Page, day: string): Locator {
  const number = page.getByRole('button', { name: new RegExp(`^${nameOf(day)}, `) })
  return page.getByRole('gridcell').filter({ has: number })
}

/** The appointments of the selected day. */
function dayList(page: Page, day: string): Locator {
  return page.getByRole('region', { name: nameOf(day) })
}

test('a therapist schedules, moves and cancels a session, and undoes the move and the cancellation', async ({
  page,
  product,
}) => {
  await keepUndoToasts(page)
  await signIn(page, product)
  const client = await addClient(page, product)
  await page.goto('/')
  await page.getByRole('link', { name: 'Calendar', exact: true }).click()
  await expect(dayList(page, today)).toContainText('No appointments')

  await page.getByRole('main').getByRole('button', { name: 'Schedule Session' }).click()
  const dialog = page.getByRole('dialog', { name: 'Schedule Session' })
  await expect(dialog.getByRole('combobox', { name: 'Client' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Schedule Session' }).click()
  await expect(dialog.getByText('Please select a client.')).toBeVisible()
  await expect(dialog.getByLabel('Hour')).toHaveValue('9')
  await expect(dialog.getByText('Ends at 9:50 AM')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Client' }).fill('maya')
  await page.getByRole('option', { name: 'Maya Stone' }).click()
  await dialog.getByLabel('Hour').selectOption('2')
  await dialog.getByLabel('Minutes').selectOption('15')
  await dialog.getByLabel('AM or PM').selectOption('PM')
  await dialog.getByLabel('Telehealth').check()
  await dialog.getByRole('button', { name: 'Schedule Session' }).click()
  await expect(dialog).toBeHidden()
  const appointment = dayList(page, today).getByRole('listitem')
  await expect(appointment).toContainText('2:15 PM – 3:05 PM')
  await expect(appointment).toContainText('Telehealth')
  await expect(appointment.getByRole('link', { name: 'Start Session: Maya Stone' })).toHaveAttribute(
    'href',
    new RegExp(`^/session/${client.id}\\?appointment=[0-9a-f-]{36}$`),
  )
  await expect(appointment.getByRole('link', { name: 'Upload: Maya Stone' })).toHaveAttribute(
    'href',
    new RegExp(`^/upload-session/${client.id}\\?appointment=[0-9a-f-]{36}$`),
  )

  const chip = dayCell(page, today).getByText('Maya Stone')
  await chip.dragTo(dayCell(page, anotherDay))
  const moved = page.getByRole('alert').filter({ hasText: `Moved to ${nameOf(anotherDay)}, 2:15 PM.` })
  await expect(moved).toBeVisible()
  await expect(dayButton(page, anotherDay)).toHaveAccessibleName(`${nameOf(anotherDay)}, 1 appointment`)
  await moved.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('alert').filter({ hasText: `Moved back to ${nameOf(today)}` })).toBeVisible()
  await expect(appointment).toContainText('Maya Stone')

  await appointment.getByRole('button', { name: 'Options for Maya Stone' }).click()
  await page.getByRole('menuitem', { name: 'Cancel Session' }).click()
  const question = page.getByRole('dialog', { name: 'Cancel the session with Maya Stone?' })
  await question.getByRole('button', { name: 'Cancel Session' }).click()
  await expect(page.getByRole('heading', { name: nameOf(today) })).toBeFocused()
  await expect(dayList(page, today)).toContainText('No appointments')
  await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click()
  await expect(appointment).toContainText('Maya Stone')
  await expect(page.getByText(/^The session was restored to /)).toBeVisible()
  await page.reload()
  await expect(appointment).toContainText('2:15 PM – 3:05 PM')
})

test('a session can be moved without a mouse, and a double booking shows a warning', async ({ page, product }) => {
  await signIn(page, product)
  await schedule(page, product, await addClient(page, product), { date: today })
  await schedule(page, product, await addClient(page, product, 'Noah', 'Reed'), {
    date: anotherDay,
    startTime: '10:00',
  })
  await page.goto('/calendar')
  await dayButton(page, today).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: nameOf(today) })).toBeFocused()
  const change = page.getByRole('button', { name: 'Options for Maya Stone' })
  await change.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Reschedule' })).toBeFocused()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Reschedule Maya Stone' })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(change).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Reschedule' })).toBeFocused()
  await page.keyboard.press('Enter')
  await dialog.getByLabel('Date').fill(anotherDay)
  await dialog.getByLabel('Minutes').selectOption('30')
  await expect(dialog.getByRole('status')).toContainText(
    'Overlaps with your session with Noah Reed from 10:00 AM to 10:50 AM. You can still schedule it.',
  )
  await dialog.getByRole('button', { name: 'Reschedule' }).press('Enter')
  await expect(dialog).toBeHidden()
  const moved = dayList(page, anotherDay)
  await expect(moved.getByRole('listitem')).toHaveCount(2)
  await expect(page.getByRole('heading', { name: nameOf(anotherDay) })).toBeFocused()
})

test('the schedule dialog does not warn about the session that it just saved', async ({ page, product }) => {
  await signIn(page, product)
  await addClient(page, product)
  await page.goto('/calendar')
  await page.getByRole('main').getByRole('button', { name: 'Schedule Session' }).click()
  const dialog = page.getByRole('dialog', { name: 'Schedule Session' })
  await dialog.getByRole('combobox', { name: 'Client' }).fill('maya')
  await page.getByRole('option', { name: 'Maya Stone' }).click()
  // The check includes the days before and after, because sessions may cross midnight.
  const isCheck = (address: string) => address.includes(`/api/calendar?from=${addDays(anotherDay, -1)}`)
  const checked = page.waitForResponse((response) => isCheck(response.url()))
  await dialog.getByLabel('Date').fill(anotherDay)
  await (await checked).finished()
  await page.evaluate(() => {
    window.warnings = []
    const look = () => {
      const text = document.body.innerText
      if (text.includes('Overlaps with')) window.warnings.push(text)
    }
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
  // The dialog waits for the month, which takes a second. A warning about the day would be shown before.
  const isMonth = (url: URL) => url.pathname === '/api/calendar' && !isCheck(url.href)
  let delayed = 0
  await page.route(isMonth, async (route) => {
    delayed += 1
    await new Promise((wait) => setTimeout(wait, 1000))
    await route.continue()
  })
  await dialog.getByRole('button', { name: 'Schedule Session' }).click()
  await expect(dialog).toBeHidden()
  expect(delayed).toBeGreaterThan(0)
  expect(await page.evaluate(() => window.warnings)).toEqual([])
})

test('the calendar grid can be used by keyboard, and the calendar shows the date of the URL', async ({
  page,
  product,
}) => {
  await signIn(page, product)
  await test.step('the days of the grid can be reached by keyboard', async () => {
    await page.goto('/calendar')
    await dayButton(page, today).focus()
    for (const [key, day] of [
      ['ArrowRight', addDays(today, 1)],
      ['ArrowDown', addDays(today, 8)],
      ['ArrowLeft', addDays(today, 7)],
      ['ArrowUp', today],
      ['PageDown', addMonths(today, 1)],
    ] as const) {
      await page.keyboard.press(key)
      await expect(dayButton(page, day)).toBeFocused()
    }
    await expect(page.getByRole('button', { name: 'Today' })).toBeVisible()
    await page.getByRole('button', { name: 'Today' }).click()
    await expect(dayList(page, today)).toBeVisible()
    const title = await page.getByRole('heading', { level: 1 }).textContent()
    await page.getByRole('button', { name: 'Next month' }).click()
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(title ?? '')
    await page.getByRole('button', { name: 'Previous month' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title ?? '')
  })
  await test.step('the calendar follows the URL', async () => {
    const later = addMonths(today, 2)
    await page.goto(`/calendar?day=${later}`)
    await expect(dayList(page, later)).toBeVisible()
    const next = addDays(later, 1)
    await dayButton(page, later).focus()
    await page.keyboard.press('ArrowRight')
    await expect(dayButton(page, next)).toBeFocused()
    await expect(page).toHaveURL(new RegExp(`day=${next}$`))
    await page.getByRole('link', { name: 'Calendar', exact: true }).click()
    await expect(page).toHaveURL(/\/calendar$/)
    await expect(dayList(page, today)).toBeVisible()
    await page.goBack()
    await expect(dayList(page, next)).toBeVisible()
    await page.goForward()
    await expect(dayList(page, today)).toBeVisible()
  })
})

test('sessions are exported to other calendars, and a full day shows three appointments', async ({ page, product }) => {
  await signIn(page, product)
  const client = await addClient(page, product)
  await test.step('sessions are exported to other calendars with initials and in the right time zone', async () => {
    await schedule(page, product, client, { date: today })
    await schedule(page, product, client, { date: anotherDay, startTime: '16:30' })
    await page.goto('/calendar')
    await expect(dayList(page, today).getByRole('listitem')).toBeVisible()

    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export Month' }).click()
    const exported = await download
    const named = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' }).format(new Date(`${month}-01`))
    expect(exported.suggestedFilename()).toBe(`${named}-${month.slice(0, 4)}.ics`)
    const events = eventsOf(await readFile(await exported.path(), 'utf8'))
    expect(events.map(({ summary }) => summary)).toEqual(['Session with M.S.', 'Session with M.S.'])
    expect(events.map(({ startDate }) => startDate.toString()).toSorted()).toEqual(
      [`${today}T09:00:00`, `${anotherDay}T16:30:00`].toSorted(),
    )
    expect(events.map(({ startDate }) => startDate.zone.tzid)).toEqual(['Europe/Berlin', 'Europe/Berlin'])

    await page.getByRole('button', { name: 'Add to calendar: Maya Stone' }).click()
    await expect(page.getByRole('menuitem', { name: 'Google Calendar' })).toHaveAttribute(
      'href',
      /^https:\/\/calendar\.google\.com\/.*Session%20with%20M\.S\..*ctz=Europe%2FBerlin/,
    )
    await expect(page.getByRole('menuitem', { name: 'Outlook' })).toHaveAttribute('href', /^https:\/\/outlook\./)
    const single = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'Download ICS' }).click()
    expect((await single).suggestedFilename()).toBe('Session-with-M-S.ics')

    await page.getByRole('button', { name: 'Next month' }).click()
    await page.getByRole('button', { name: 'Next month' }).click()
    await expect(dayList(page, addMonths(today, 2))).toContainText('No appointments')
    await page.getByRole('button', { name: 'Export Month' }).click()
    await expect(page.getByRole('alert')).toContainText('There is no session to export in')
  })
  await test.step('a day shows three appointments and the number of further ones', async () => {
    for (const hour of ['08:00', '09:00', '10:00', '11:00']) {
      await schedule(page, product, client, { date: anotherDay, startTime: hour })
    }
    await page.goto('/calendar')
    const cell = dayCell(page, anotherDay)
    await expect(cell.getByText('Maya Stone')).toHaveCount(3)
    await cell.getByRole('button', { name: '+2 more' }).click()
    await expect(dayList(page, anotherDay).getByRole('listitem')).toHaveCount(5)
    await expect(page.getByRole('heading', { name: nameOf(anotherDay) })).toBeFocused()
    await expectAccessible(page, 'a full day')
    await page.setViewportSize({ width: 390, height: 844 })
    await expectAccessible(page, 'a full day on a phone')
    await page.getByRole('main').getByRole('button', { name: 'Schedule Session' }).click()
    await expect(page.getByRole('dialog').getByRole('combobox', { name: 'Client' })).toBeFocused()
    await expectAccessible(page, 'scheduling on a phone')
  })
})

function eventsOf(file: string): ICAL.Event[] {
  ICAL.TimezoneService.reset()
  const calendar = new ICAL.Component(ICAL.parse(file))
  const zone = calendar.getFirstSubcomponent('vtimezone')
  if (zone) ICAL.TimezoneService.register(new ICAL.Timezone(zone))
  return calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event))
}

import type { CalendarSession } from '#shared/contract/sessions.ts'
import { addDays } from '#shared/rules/calendar.ts'
import { localDateTime } from '#shared/rules/local-time.ts'
import { addClient } from '../steps.ts'
import { expect, signIn, test } from './fixtures.ts'
import { state } from './steps.ts'

const quarterMs = 15 * 60_000

test('Start Session on the next-session card starts the appointment of the card, not a nearer one', async ({
  page,
  product,
}) => {
  const thisQuarter = Math.floor(Date.now() / quarterMs)
  const quarter = (quarters: number) => localDateTime(new Date((thisQuarter + quarters) * quarterMs), 'Europe/Berlin')
  await signIn(page, product)
  const client = await addClient(page, product)
  const schedule = async (quarters: number): Promise<CalendarSession> => {
    const { date, time: startTime } = quarter(quarters)
    const put = await page.request.post(`${product.url}/api/clients/${client.id}/sessions`, {
      headers: { origin: product.url },
      data: { date, startTime, durationMinutes: 50 },
    })
    expect(put.ok(), await put.text()).toBe(true)
    return put.json()
  }
  // Skips the quarter-hour that has just begun: in its first minute, its appointment is still the next one.
  const [missed, next] = [await schedule(-1), await schedule(3)]
  await page.goto('/')
  await page.getByRole('region', { name: 'Next session' }).getByRole('link', { name: 'Start Session' }).click()
  await page.getByRole('button', { name: 'Start Session' }).click()
  await expect(state(page, 'Recording')).toBeVisible()

  const { date } = quarter(0)
  const days = `from=${addDays(date, -1)}&to=${addDays(date, 1)}`
  const calendar = await page.request.get(`${product.url}/api/calendar?${days}`)
  expect(calendar.ok(), await calendar.text()).toBe(true)
  const { items }: { items: CalendarSession[] } = await calendar.json()
  const statusOf = ({ id }: CalendarSession) => items.find((session) => session.id === id)?.status
  expect([statusOf(missed), statusOf(next), items.length]).toEqual(['scheduled', 'recording', 2])
})

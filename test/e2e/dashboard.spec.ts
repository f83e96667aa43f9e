import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import type { Client } from '#shared/contract/clients.ts'
import { expectAccessible } from './expect-accessible.ts'
import { expect, signIn, test } from './fixtures.ts'
import type { Product } from './product.ts'
import { addClient, transcriptFile, writeNote } from './steps.ts'

/** A Thursday, 9:36 in Berlin. */
const moment = new Date('2026-11-19T08:36:00Z')
const today = '2026-11-19'

/** Target of Start Session beside an appointment with this client. */
const startOf = ({ id }: Client) => new RegExp(`^/session/${id}\\?appointment=[0-9a-f-]{36}$`)
const uploadOf = ({ id }: Client) => new RegExp(`^/upload-session/${id}\\?appointment=[0-9a-f-]{36}$`)

const panel = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })

async function schedule(
  page: Page,
  product: Product,
  client: Client,
  date: string,
  startTime: string,
  settingType = 'in-person',
): Promise<void> {
  const put = await page.request.post(`${product.url}/api/clients/${client.id}/sessions`, {
    headers: { origin: product.url },
    data: { date, startTime, durationMinutes: 50, settingType },
  })
  expect(put.ok(), await put.text()).toBe(true)
}

async function uploadFile(page: Page, product: Product, client: Client): Promise<void> {
  const { name: fileName, buffer } = transcriptFile()
  const data = { requestId: randomUUID(), fileName, content: buffer.toString('base64'), settingType: 'in-person' }
  const response = await page.request.post(`${product.url}/api/clients/${client.id}/transcripts`, {
    headers: { origin: product.url },
    data,
  })
  expect(response.ok(), await response.text()).toBe(true)
  const { sessionId }: { sessionId: string } = await response.json()
  await writeNote(page, product, sessionId)
}

/** A therapist with past sessions, two more today and one tomorrow. */
async function createTherapist(page: Page, product: Product): Promise<{ maya: Client; peter: Client }> {
  await signIn(page, product)
  const maya = await addClient(page, product)
  const peter = await addClient(page, product, 'Peter', 'Novak')
  await uploadFile(page, product, maya)
  await uploadFile(page, product, peter)
  await schedule(page, product, peter, today, '10:00', 'telehealth')
  await schedule(page, product, maya, today, '14:00')
  await schedule(page, product, maya, '2026-11-20', '09:00')
  await expect
    .poll(async () =>
      (await page.request.post('/api/notes/list', { headers: { origin: product.url }, data: {} })).text(),
    )
    .not.toMatch(/generating|waiting/)
  return { maya, peter }
}

test('the dashboard does not shift, follows the clock, shows recent sessions and those that others schedule', async ({
  page,
  product,
}) => {
  test.slow()
  const { maya, peter } = await createTherapist(page, product)
  await page.clock.install({ time: moment })
  await test.step('the dashboard does not shift while it loads, and nothing is cut off on a phone', async () => {
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const shift = Number(Reflect.get(entry, 'value'))
          const root = document.documentElement
          root.dataset['shift'] = String(Number(root.dataset['shift'] ?? 0) + shift)
        }
      }).observe({ type: 'layout-shift', buffered: true })
    })
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto('/')
      await expect(panel(page, 'Next session').getByRole('listitem').first()).toBeVisible()
      await expect(panel(page, 'Recent Sessions').getByRole('listitem')).toHaveCount(2)
      await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0)
      const shift = await page.evaluate(() => Number(document.documentElement.dataset['shift'] ?? 0))
      expect(shift, `${width} wide`).toBeLessThan(0.05)
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(overflow, `${width} wide`).toBeLessThanOrEqual(0)
      await expectAccessible(page, `dashboard ${width} wide`)
    }
    await page.setViewportSize({ width: 1280, height: 800 })
  })
  await test.step('the dashboard shows greeting, countdown, and the sessions of today and the week, with links', async () => {
    await page.clock.setSystemTime(moment)
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Good morning, Robin')
    await expect(page.getByText('Thursday, November 19. 2 sessions today, 0 documented.')).toBeVisible()

    const next = panel(page, 'Next session')
    await expect(next).toContainText('24 minutes until your next session')
    await expect(next.getByRole('heading', { name: 'Peter Novak' })).toBeVisible()
    await expect(next).toContainText('From the last session')
    await expect(next.getByRole('listitem').first()).toBeVisible()
    await expect(next.getByRole('link', { name: 'Start Session' })).toHaveAttribute('href', startOf(peter))
    await expect(next.getByRole('link', { name: 'Open client' })).toHaveAttribute('href', `/clients/${peter.id}`)

    const sessions = panel(page, "Today's Sessions")
    await expect(sessions).toContainText('10:00 AM to 2:50 PM')
    await expect(sessions.getByRole('listitem').first()).toHaveText('Now: 9:36 AM')
    const first = sessions.getByRole('listitem').filter({ hasText: 'Peter Novak' })
    await expect(first).toContainText('Telehealth, 50 min')
    await expect(first.getByRole('link', { name: 'Peter Novak', exact: true })).toHaveAttribute(
      'href',
      `/clients/${peter.id}`,
    )
    await expect(first.getByRole('link', { name: 'Start Session' })).toHaveAttribute('href', startOf(peter))
    await expect(first.getByRole('link', { name: 'Upload' })).toHaveAttribute('href', uploadOf(peter))

    const week = panel(page, 'Weekly Calendar')
    await expect(week.getByRole('listitem')).toHaveCount(7)
    await expect(week.getByRole('listitem').first()).toContainText('Sunday, November 15, No appointments')
    const thursday = week.getByRole('link', { name: 'Thursday, November 19, 2 appointments, 1 of them telehealth' })
    await expect(thursday).toHaveAttribute('aria-current', 'date')
    await expect(week.getByRole('link', { name: 'Friday, November 20, 1 appointment' })).toHaveAttribute(
      'href',
      /^\/calendar\?day=/,
    )

    const recent = panel(page, 'Recent Sessions')
    await expect(recent.getByRole('listitem')).toHaveCount(2)
    await expect(recent.getByRole('link', { name: 'All notes' })).toHaveAttribute('href', '/session-notes')

    // Advances the clock by a minute, and then past the start of the session at ten. It also ran meanwhile.
    await page.clock.setSystemTime(moment)
    await page.clock.fastForward(60_000)
    await expect(next).toContainText('23 minutes until your next session')
    await expect(sessions.getByRole('listitem').first()).toHaveText('Now: 9:37 AM')
    await page.clock.fastForward(24 * 60_000)
    await expect(next.getByRole('heading', { name: 'Maya Stone' })).toBeVisible()
    await expect(next).toContainText('3 hours and 59 minutes until your next session')
    await expect(next.getByRole('link', { name: 'Start Session' })).toHaveCount(0)
    await page.clock.fastForward(3 * 3_600_000)
    await expect(next).toContainText('59 minutes until your next session')
    await expect(next.getByRole('link', { name: 'Start Session' })).toHaveAttribute('href', startOf(maya))
    await expect(sessions.getByRole('listitem').first()).toContainText('Peter Novak')

    await recent.getByRole('link', { name: /Maya Stone/ }).click()
    await expect(page).toHaveURL(/\/notes\//)
    await page.goBack()
    await sessions.getByRole('link', { name: 'Maya Stone', exact: true }).click()
    await expect(page).toHaveURL(`${product.url}/clients/${maya.id}`)
  })
  await test.step('the dashboard shows six recent sessions, and sessions scheduled by others within five minutes', async () => {
    for (let more = 0; more < 5; more++) await uploadFile(page, product, maya)
    await page.goto('/')
    await expect(panel(page, 'Recent Sessions').getByRole('listitem')).toHaveCount(6)
    const sessions = panel(page, "Today's Sessions")
    await expect(sessions).toContainText('to 2:50 PM')
    await schedule(page, product, maya, today, '16:00')
    await page.clock.fastForward(5 * 60_000)
    await expect(sessions).toContainText('to 4:50 PM')
    await expect(
      panel(page, 'Weekly Calendar').getByRole('link', { name: /November 19, 3 appointments/ }),
    ).toBeVisible()
  })
})

test('a new user sees a tour once, finds clients by keyboard, and sees the date of their time zone', async ({
  page,
  product,
}) => {
  await signIn(page, product)
  await test.step('first-time users see a short tour once', async () => {
    const cleared = await page.request.patch('/api/me', {
      headers: { origin: product.url },
      data: { welcomeVideoSeen: false },
    })
    expect(cleared.ok()).toBe(true)
    await page.goto('/')
    const welcome = page.getByRole('dialog', { name: 'Welcome to Attend' })
    await expect(welcome.getByRole('listitem')).toHaveCount(3)
    await expect(welcome.getByRole('button', { name: 'Get Started' })).toBeFocused()
    await expectAccessible(page, 'welcome')
    const remembered = page.waitForResponse((response) => response.request().method() === 'PATCH')
    await page.keyboard.press('Escape')
    await remembered
    await expect(welcome).toBeHidden()
    await expect(page.getByRole('heading', { name: 'From your first client to your first note' })).toBeVisible()
    await page.reload()
    await expect(page.getByText('No sessions today. Sessions you schedule')).toBeVisible()
    await expect(welcome).toBeHidden()
    await expectAccessible(page, 'dashboard without clients')
  })
  await test.step('a client is found by two letters of the name and opened without a mouse', async () => {
    const client = await addClient(page, product)
    await addClient(page, product, 'Peter', 'Novak')
    await page.goto('/')
    const search = page.getByRole('combobox', { name: 'Search clients' })
    await expect(search).toBeVisible()
    await page.keyboard.press('/')
    await expect(search).toBeFocused()
    const searches: string[] = []
    page.on('request', (request) => searches.push(/"search":"[^"]*"/.exec(request.postData() ?? '')?.[0] ?? ''))
    await page.keyboard.type('A')
    await expect(search).toHaveAttribute('aria-expanded', 'false')
    await page.keyboard.type('YA ST')
    await expect(page.getByRole('option')).toHaveText([/^Maya Stone\s*No sessions yet$/])
    await expect.poll(() => searches).toContain('"search":"AYA ST"')
    expect(searches).not.toContain('"search":"A"')
    await search.fill('nobody')
    await expect(page.getByRole('listbox')).toContainText('No clients found')
    await search.fill('a')
    await expect(page.getByRole('listbox')).toBeHidden()
    await search.fill('ma')
    await expect(page.getByRole('option', { name: /Maya Stone/ })).toHaveAttribute('data-combobox-selected', 'true')
    await expectAccessible(page, 'search')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${product.url}/clients/${client.id}`)
  })
  await test.step("the dashboard uses the therapist’s date, not the browser's", async () => {
    const client = await addClient(page, product)
    await page.request.patch('/api/me', { headers: { origin: product.url }, data: { timeZone: 'Pacific/Auckland' } })
    await schedule(page, product, client, '2026-11-20', '00:15')
    // 0:01 of the next day in Auckland, midday in Berlin.
    await page.clock.install({ time: new Date('2026-11-19T11:01:00Z') })
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Good evening, Robin')
    await expect(page.getByText('Friday, November 20. 1 session today, 0 documented.')).toBeVisible()
    await expect(panel(page, 'Next session')).toContainText('14 minutes until your next session')
    await expect(panel(page, "Today's Sessions")).toContainText('12:15 AM')
    await expect(page.getByRole('heading', { name: 'Record or upload a session' })).toBeVisible()
  })
})

test.describe('failing dashboard requests', () => {
  test.use({ expectedErrors: [/status of 500/] })

  test('each dashboard panel reports its failure, and the panels of the calendar are retried together', async ({
    page,
    product,
  }) => {
    await createTherapist(page, product)
    await page.clock.install({ time: moment })
    const broken = /\/api\/(calendar|notes\/list)/
    await page.route(broken, (route) => route.fulfill({ status: 500, body: 'broken' }))
    await page.goto('/')
    const failures = {
      'Next session': 'Failed to load',
      "Today's Sessions": "Failed to load today's sessions",
      'Weekly Calendar': 'Failed to load weekly sessions',
      'Recent Sessions': 'Failed to load recent sessions',
    }
    for (const [name, sentence] of Object.entries(failures)) {
      await expect(panel(page, name).getByRole('alert')).toContainText(sentence)
    }
    await page.unroute(broken)
    await panel(page, 'Recent Sessions').getByRole('button', { name: 'Try Again' }).click()
    await expect(page.getByRole('alert')).toHaveCount(3)
    await panel(page, "Today's Sessions").getByRole('button', { name: 'Try Again' }).click()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(panel(page, 'Next session')).toContainText('minutes until your next session')
    await expect(panel(page, "Today's Sessions").getByRole('listitem')).toHaveCount(3)
  })
})

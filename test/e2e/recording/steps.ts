import { expect, type Locator, type Page } from '@playwright/test'
import type { Client } from '#shared/contract/clients.ts'
import type { Session } from '#shared/contract/sessions.ts'
import type { Caller } from '../fixtures.ts'
import type { Product } from '../product.ts'

/** The displayed recorded time. */
export function timer(page: Page): Locator {
  return page.getByRole('timer', { name: 'Recorded time' })
}

/** The displayed state. */
export function state(page: Page, words: string): Locator {
  return page.getByRole('status').filter({ hasText: new RegExp(`^${words}$`) })
}

/** Opens the recording view at this address and starts the session there. */
export async function startSession(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.getByRole('button', { name: 'Start Session' }).click()
  await expect(state(page, 'Recording')).toBeVisible()
}

/** Resolves when this many seconds are recorded. */
export async function waitForRecorded(page: Page, seconds: number): Promise<void> {
  await expect
    .poll(async () => secondsOf(await timer(page).innerText()), { timeout: (seconds + 15) * 1000 })
    .toBeGreaterThanOrEqual(seconds)
}

/** Resolves when this many seconds are saved. */
export async function waitForSaved(page: Page, seconds: number): Promise<void> {
  await expect
    .poll(async () => secondsOf(await page.getByText(/^Saved through/).innerText()), { timeout: (seconds + 15) * 1000 })
    .toBeGreaterThanOrEqual(seconds)
}

/** The seconds of a displayed time. */
export function secondsOf(text: string): number {
  const [, minutes, seconds] = /(\d+):(\d\d)/.exec(text) ?? []
  return Number(minutes) * 60 + Number(seconds)
}

/** Ends a session, and confirms the end of a session of less than a minute. */
export async function endSession(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'End Session' })
  await button.click()
  const question = page.getByRole('dialog', { name: 'End session now?' })
  const confirm = question.getByRole('button', { name: 'End Session' })
  const isAsking = () => confirm.isVisible()
  await expect.poll(async () => (await isAsking()) || (await button.count()) === 0).toBe(true)
  if (await isAsking()) await confirm.click()
}

/** Keeps the account's default note type. */
export async function keepNoteType(page: Page): Promise<void> {
  const choice = page.getByRole('dialog', { name: 'Which note type for this session?' })
  await expect(choice).toBeVisible()
  await choice.getByRole('button', { name: 'Close' }).click()
}

/** The newest session of a client. */
export async function newestSession(page: Caller, product: Product, client: Pick<Client, 'id'>): Promise<Session> {
  const response = await page.request.get(`${product.url}/api/clients/${client.id}/sessions`)
  expect(response.ok(), await response.text()).toBe(true)
  const { items }: { items: Session[] } = await response.json()
  const [newest] = items
  if (!newest) throw new Error('the client has no session')
  return newest
}

/** The stored audio of a session, once it is processed. */
export async function storedAudio(page: Caller, product: Product, sessionId: string): Promise<Buffer> {
  const ask = () =>
    page.request.post(`${product.url}/api/sessions/${sessionId}/playback`, {
      headers: { origin: product.url },
      data: {},
    })
  await expect.poll(async () => (await ask()).status()).toBe(200)
  const { url }: { url: string } = await (await ask()).json()
  return (await page.request.get(product.url + url)).body()
}

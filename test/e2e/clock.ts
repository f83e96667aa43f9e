import { expect, type Locator, type Page } from '@playwright/test'

/** Pauses the installed clock of a page ten seconds ahead, because the clock still runs during the request. */
export async function pauseClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000)
}

/** Waits for an element of a page whose clock is paused. The clock advances by less than a second. */
export async function appears(page: Page, place: Locator, options?: { timeout: number }): Promise<void> {
  await runUntil(page, () => expect(place).toBeVisible({ timeout: 100 }), options)
}

/** Waits until an element is gone from a page whose clock is paused, like `appears`. */
export async function disappears(page: Page, place: Locator): Promise<void> {
  await runUntil(page, () => expect(place).toBeHidden({ timeout: 100 }))
}

/** Keeps the toasts of future documents that offer Undo. Otherwise they disappear after 15 seconds. */
export async function keepUndoToasts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const later = window.setTimeout.bind(window)
    Object.assign(window, { setTimeout: (run: () => void, ms?: number) => (ms === 15_000 ? 0 : later(run, ms)) })
  })
}

async function runUntil(page: Page, expectation: () => Promise<void>, options?: { timeout: number }): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(20)
    await expectation()
  }).toPass({ intervals: [100, 100, 500, 1000], ...options })
}

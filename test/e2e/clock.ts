import { expect, type Locator, type Page } from '@playwright/test'

/** Stops the time of a page whose clock was installed, a little later: it goes on while the page is asked for it. */
export async function stopTime(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000)
}

/** Waits for something in a page whose time stands still. However long that takes, its time goes on by less than a second. */
export async function appears(page: Page, place: Locator): Promise<void> {
  await inTime(page, () => expect(place).toBeVisible({ timeout: 100 }))
}

/** Waits until something has gone from a page whose time stands still, as `appears` does. */
export async function disappears(page: Page, place: Locator): Promise<void> {
  await inTime(page, () => expect(place).toBeHidden({ timeout: 100 }))
}

async function inTime(page: Page, isSo: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(20)
    await isSo()
  }).toPass({ intervals: [100, 100, 500, 1000] })
}

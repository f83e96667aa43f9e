import { expect } from '@playwright/test'
import type { Browser } from './browser.ts'

declare global {
  interface Window {
    /** Positions that this page played, and playback errors. */
    playing: { places: number[]; failures: string[] }
  }
}

/** Records from now on what the open document plays. */
export async function recordPlayback(browser: Browser): Promise<void> {
  await browser.evaluate(recordPlaybackInPage)
}

/** Expects playback without errors from this second on, for this many seconds. */
export async function expectPlayback(
  browser: Browser,
  { from, atLeast }: { from: number; atLeast: number },
): Promise<void> {
  const places = () => browser.evaluate(() => window.playing.places)
  await expect
    .poll(async () => Math.max(...(await places())) - Math.min(...(await places())), { intervals: [100] })
    .toBeGreaterThan(atLeast)
  expect(Math.min(...(await places()))).toBeGreaterThanOrEqual(from - 0.2)
  expect(await browser.evaluate(() => window.playing.failures)).toEqual([])
}

/** Runs in the page. */
function recordPlaybackInPage(): void {
  const playing: Window['playing'] = { places: [], failures: [] }
  window.playing = playing
  window.Audio = class extends Audio {
    constructor(...given: [src?: string]) {
      super(...given)
      this.addEventListener('timeupdate', () => !this.paused && playing.places.push(this.currentTime))
      this.addEventListener('error', () => playing.failures.push(this.error?.message ?? 'unknown'))
    }
  }
}

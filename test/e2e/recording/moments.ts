import { expect } from '@playwright/test'
import type { TherapistBrowser } from './therapist-browser.ts'
import { endSession, state } from './steps.ts'

/** Moments of a recording at which something may be killed. Each starts with a running recording. */
export const moments = {
  'just after the start': async () => undefined,
  'in the middle': async ({ probe }: TherapistBrowser) => waitForCaptured(probe, 3000),
  'while it is paused': async ({ page, probe }: TherapistBrowser) => {
    await waitForCaptured(probe, 1500)
    await page.getByRole('button', { name: 'Pause' }).click()
    await expect(state(page, 'Paused')).toBeVisible()
  },
  'while the network is down': async ({ page, context, probe }: TherapistBrowser) => {
    await waitForCaptured(probe, 1000)
    await context.setOffline(true)
    await waitForCaptured(probe, 3000)
    await expect(page.getByText(/waiting to upload/).last()).toBeVisible()
  },
  'while it ends': async ({ page, probe }: TherapistBrowser) => {
    await waitForCaptured(probe, 1500)
    const asked = Promise.withResolvers<void>()
    await page.route('**/recording/end', () => asked.resolve())
    await endSession(page)
    await asked.promise
  },
} as const satisfies Record<string, (therapist: TherapistBrowser) => Promise<void>>

/** Resolves when the newest segment has recorded this many milliseconds. */
export async function waitForCaptured(probe: Pick<TherapistBrowser['probe'], 'capturedMs'>, ms: number): Promise<void> {
  await expect.poll(() => probe.capturedMs().at(-1) ?? 0, { timeout: ms + 20_000, intervals: [50] }).toBeGreaterThan(ms)
}

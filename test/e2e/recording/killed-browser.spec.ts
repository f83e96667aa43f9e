import { expect, test } from './fixtures.ts'
import { acknowledgedBytesLost, readPendingChunks } from './pending-chunks.ts'
import { moments } from './moments.ts'
import { compare } from './packets.ts'
import { type TherapistBrowser, withTherapistBrowser } from './therapist-browser.ts'
import { state, storedAudio } from './steps.ts'

/** At most the last second of speech may be missing. */
const allowedMs = 1000

const kills: Record<string, (therapist: TherapistBrowser) => Promise<void>> = {
  tab: (therapist) => therapist.killTab(),
  browser: (therapist) => therapist.killBrowser(),
}

for (const [what, kill] of Object.entries(kills)) {
  test(`a recording whose ${what} is killed at any moment resumes and is completed with all of its audio`, async ({
    product,
    launchOptions,
  }) => {
    test.slow()
    await withTherapistBrowser(product, launchOptions, async (therapist) => {
      const { probe } = therapist
      const sessionId = await therapist.start()
      for (const [name, reach] of Object.entries(moments)) {
        await test.step(`killed ${name}`, async () => {
          await reach(therapist)
          await kill(therapist)
          expect(await acknowledgedBytesLost(() => readPendingChunks(product, sessionId), probe)).toBe(0)
          await therapist.context.setOffline(false).catch(() => undefined)
          await therapist.reopenSession()
          if (name === 'while it ends') return
          await therapist.page.getByRole('button', { name: 'Continue recording' }).click()
          await expect(state(therapist.page, 'Recording')).toBeVisible()
        })
      }
      await therapist.page.getByRole('button', { name: 'End Session' }).click()
      const stored = await compare(probe.segments, await storedAudio(therapist.page, product, sessionId))
      const captured = probe.capturedMs()
      const lostMs = stored.segments.map(({ storedMs }, segment) => (captured[segment] ?? 0) - storedMs)
      expect(stored.mismatched).toBe(0)
      expect(
        lostMs.filter((ms) => ms > allowedMs),
        `lost ${lostMs.map(Math.round).join(', ')} ms`,
      ).toEqual([])
    })
  })
}

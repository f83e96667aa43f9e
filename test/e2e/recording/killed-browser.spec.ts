import { expect, test } from './fixtures.ts'
import { acknowledgedBytesLost, readPendingChunks } from './pending-chunks.ts'
import { moments } from './moments.ts'
import { compare } from './packets.ts'
import { type Room, withRoom } from './room.ts'
import { state, storedAudio } from './steps.ts'

/** At most the last second of speech may be missing. */
const allowedMs = 1000

const kills: Record<string, (room: Room) => Promise<void>> = {
  tab: (room) => room.killTab(),
  browser: (room) => room.killBrowser(),
}

for (const [what, kill] of Object.entries(kills)) {
  test(`a recording whose ${what} is killed at any moment resumes and is completed with all of its audio`, async ({
    product,
    launchOptions,
  }) => {
    test.slow()
    await withRoom(product, launchOptions, async (room) => {
      const { probe } = room
      const sessionId = await room.start()
      for (const [name, reach] of Object.entries(moments)) {
        await test.step(`killed ${name}`, async () => {
          await reach(room)
          await kill(room)
          expect(await acknowledgedBytesLost(() => readPendingChunks(product, sessionId), probe)).toBe(0)
          await room.context.setOffline(false).catch(() => undefined)
          await room.comeBack()
          if (name === 'while it ends') return
          await room.page.getByRole('button', { name: 'Continue recording' }).click()
          await expect(state(room.page, 'Recording')).toBeVisible()
        })
      }
      await room.page.getByRole('button', { name: 'End Session' }).click()
      const stored = await compare(probe.segments, await storedAudio(room.page, product, sessionId))
      const captured = probe.capturedMs()
      const lost = stored.segments.map(({ storedMs }, segment) => (captured[segment] ?? 0) - storedMs)
      expect(stored.strange).toBe(0)
      expect(
        lost.filter((ms) => ms > allowedMs),
        `lost ${lost.map(Math.round).join(', ')} ms`,
      ).toEqual([])
    })
  })
}

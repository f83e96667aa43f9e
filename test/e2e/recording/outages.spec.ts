import type { BrowserContext } from '@playwright/test'
import { killDatabase, type Product, untilDatabaseRuns } from '../product.ts'
import { addClient } from '../steps.ts'
import { expect, signIn, test } from './fixtures.ts'
import { acknowledgedBytesLost, readPendingChunks } from './pending-chunks.ts'
import { compare } from './packets.ts'
import { endSession, keepNoteType, newestSession, startSession, state, storedAudio } from './steps.ts'

interface Outage {
  begin: (product: Product, context: BrowserContext) => Promise<void>
  end: (product: Product, context: BrowserContext) => Promise<void>
  /** The product ends the outage after a moment, maybe before the page notices it. */
  isShort?: true
}

const outages: Record<string, Outage> = {
  'the product is killed': { begin: (product) => product.kill(), end: (product) => product.start() },
  'the database is killed': { begin: killDatabase, end: untilDatabaseRuns, isShort: true },
  'the network is down': {
    begin: (_, context) => context.setOffline(true),
    end: (_, context) => context.setOffline(false),
  },
}

test.describe('recording during outages', () => {
  // A starting product responds 503 in JSON, also for a stylesheet.
  test.use({ expectedErrors: [/net::ERR_|status of 503 |^Refused to apply style from .*'application\/json'/] })

  for (const [name, { begin, end, isShort }] of Object.entries(outages)) {
    test(`a recording continues without loss when ${name}, at any moment`, async ({
      page,
      context,
      product,
      probe,
    }) => {
      test.slow()
      await signIn(page, product)
      const client = await addClient(page, product)
      await startSession(page, `${product.url}/session/${client.id}`)
      const waits = page.getByText(/waiting to upload\./).last()
      const capturedMs = () => probe.capturedMs().reduce((sum, ms) => sum + ms, 0)
      const recordMore = async () => {
        const atLeast = capturedMs() + 1500
        await expect.poll(capturedMs, { intervals: [50] }).toBeGreaterThan(atLeast)
      }
      const until = async (seen: () => Promise<void>) => {
        if (!isShort) await seen()
        await end(product, context)
        await expect(waits).toBeHidden()
      }

      await test.step('the outage begins just after the start', async () => {
        await begin(product, context)
        await recordMore()
        await until(() => expect(waits).toBeVisible())
      })
      await test.step('the outage begins in the middle of the recording', async () => {
        await recordMore()
        await begin(product, context)
        await recordMore()
        await until(() => expect(waits).toBeVisible())
      })
      const { id } = await newestSession(page, product, client)
      await test.step('the outage begins while the recording is paused', async () => {
        await page.getByRole('button', { name: 'Pause' }).click()
        await begin(product, context)
        await page.getByRole('button', { name: 'Resume' }).click()
        await expect(state(page, 'Recording')).toBeVisible()
        await recordMore()
        await until(() => expect(waits).toBeVisible())
        expect(await acknowledgedBytesLost(() => readPendingChunks(product, id), probe)).toBe(0)
      })
      await test.step('the outage begins just before the recording ends', async () => {
        await begin(product, context)
        await endSession(page)
        if (!isShort) await expect(page.getByText('Attend cannot be reached right now.').last()).toBeVisible()
        await end(product, context)
        await keepNoteType(page)
      })
      const stored = await compare(probe.segments, await storedAudio(page, product, id))
      expect(stored.mismatched).toBe(0)
      expect(stored.segments.map(({ missingMs }) => missingMs)).toEqual([0, 0])
      for (const [at, ms] of probe.capturedMs().entries())
        expect(ms - (stored.segments[at]?.storedMs ?? 0)).toBeLessThan(1000)
    })
  }
})

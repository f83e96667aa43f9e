import { withDatabase } from '../database.ts'
import { type SplitProduct, withSplitProduct } from '../product.ts'
import { addClient } from '../steps.ts'
import { expect, signIn, test as base } from './fixtures.ts'
import { waitForCaptured } from './moments.ts'
import { compare } from './packets.ts'
import { endSession, keepNoteType, newestSession, startSession, storedAudio } from './steps.ts'

const test = base.extend<object, { splitProduct: SplitProduct }>({
  splitProduct: [
    async ({ speechEndpoint }, use) => {
      await withSplitProduct({ SPEECH_BASE_URL: speechEndpoint.baseUrl, TRUST_PROXY: 'true' }, use)
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

/** States of the unfinished transcription jobs. */
async function transcriptions(product: SplitProduct): Promise<string[]> {
  const jobs = `select state from pgboss.job where name = 'transcripts.transcribe' and state < 'completed'`
  return withDatabase(product, async (client) =>
    (await client.query<{ state: string }>(jobs)).rows.map(({ state }) => state),
  )
}

test('a worker that is killed while a session is recorded and processed loses no data', async ({
  page,
  splitProduct: product,
  speech,
  probe,
}) => {
  test.slow()
  await signIn(page, product)
  const client = await addClient(page, product)
  await startSession(page, `${product.url}/session/${client.id}`)
  await product.worker.kill()
  await waitForCaptured(probe, 3000)
  await endSession(page)
  await keepNoteType(page)
  await test.step('the next worker runs the waiting jobs', async () => {
    speech.delayRequests()
    await product.worker.start()
    await expect.poll(() => transcriptions(product)).toEqual(['active'])
  })
  const { id } = await newestSession(page, product, client)
  const stored = await compare(probe.segments, await storedAudio(page, product, id))
  expect(stored.mismatched).toBe(0)
  expect(stored.segments.map(({ missingMs }) => missingMs)).toEqual([0])
  await test.step('the next worker takes over the interrupted jobs', async () => {
    expect(await transcriptions(product)).toEqual(['active'])
    await product.worker.kill()
    speech.reset()
    await product.worker.start()
    await expect(page.getByRole('alert').filter({ hasText: 'too little speech for a note' })).toBeVisible()
  })
})

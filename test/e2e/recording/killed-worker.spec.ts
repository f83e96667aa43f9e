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
    const asked = speech.nextRequest()
    speech.delayRequests()
    await product.worker.start()
    await asked
  })
  const { id } = await newestSession(page, product, client)
  const stored = await compare(probe.segments, await storedAudio(page, product, id))
  expect(stored.mismatched).toBe(0)
  expect(stored.segments.map(({ missingMs }) => missingMs)).toEqual([0])
  await test.step('the next worker takes over the interrupted jobs', async () => {
    await product.worker.kill()
    speech.delayRequests()()
    await product.worker.start()
    await expect(page.getByRole('alert').filter({ hasText: 'too little speech for a note' })).toBeVisible()
  })
})

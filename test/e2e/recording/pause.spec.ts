import { addClient } from '../steps.ts'
import { expect, signIn, test } from './fixtures.ts'
import { waitForCaptured } from './moments.ts'
import { compare } from './packets.ts'
import { endSession, keepNoteType, newestSession, startSession, state, storedAudio, timer } from './steps.ts'

test('speech during a pause is not in the recording', async ({ page, product, probe }) => {
  await signIn(page, product)
  const client = await addClient(page, product)
  await startSession(page, `${product.url}/session/${client.id}`)
  const startedAt = Date.now()
  await waitForCaptured(probe, 2000)
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(state(page, 'Paused')).toBeVisible()
  const [before, paused] = [await timer(page).innerText(), Date.now()]
  await expect.poll(() => Date.now() - paused).toBeGreaterThan(2500)
  await expect(timer(page)).toHaveText(before)
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(state(page, 'Recording')).toBeVisible()
  await expect.poll(() => probe.segments.length).toBe(2)
  await waitForCaptured(probe, 2000)
  await endSession(page)
  const all = Date.now() - startedAt
  await keepNoteType(page)
  const { id } = await newestSession(page, product, client)
  const { segments, mismatched } = await compare(probe.segments, await storedAudio(page, product, id))
  const recorded = probe.capturedMs()
  expect(mismatched).toBe(0)
  expect(segments.map(({ missingMs }) => missingMs)).toEqual([0, 0])
  for (const [at, { storedMs }] of segments.entries())
    expect(Math.abs(storedMs - (recorded[at] ?? 0))).toBeLessThan(1000)
  expect(recorded.reduce((sum, ms) => sum + ms)).toBeLessThan(all + 1500 - 2500)
})

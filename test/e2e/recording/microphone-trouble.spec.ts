import { speechRate } from '#shared/audio/speech-rate.ts'
import { addClient } from '../steps.ts'
import { expect, signIn, test } from './fixtures.ts'
import { withMicrophone } from './microphone.ts'
import { waitForCaptured } from './moments.ts'
import { compare } from './packets.ts'
import { withTherapistBrowser } from './therapist-browser.ts'
import { endSession, keepNoteType, newestSession, waitForRecorded, startSession, state, storedAudio } from './steps.ts'

declare global {
  interface Window {
    /** Unplugs every microphone, or plugs it in again. */
    plug: (isIn: boolean) => void
  }
}

test.describe('without permission for the microphone', () => {
  test.use({ permissions: [] })

  test('without microphone permission the page says what to do, and no session is created', async ({
    page,
    product,
  }) => {
    await signIn(page, product)
    const client = await addClient(page, product)
    await page.goto(`/session/${client.id}`)
    await page.getByRole('button', { name: 'Start Session' }).click()
    await expect(page.getByRole('alert')).toContainText(
      'Unable to access microphone. Please check your browser permissions.',
    )
    await expect(page.getByRole('button', { name: 'Start Session' })).toBeEnabled()
    await page.goto(`/clients/${client.id}?tab=sessions`)
    await expect(page.getByText('No sessions yet').last()).toBeVisible()
  })
})

test('a silent microphone shows a warning while the recording continues', async ({ product, launchOptions }) => {
  // The arguments name two microphones, and Chromium uses the last one.
  await withMicrophone(new Int16Array(speechRate), (args) =>
    withTherapistBrowser(
      product,
      { ...launchOptions, args: [...(launchOptions.args ?? []), ...args] },
      async (therapist) => {
        await therapist.start()
        await expect(therapist.page.getByText('No sound from the microphone.').last()).toBeVisible()
        await expect(state(therapist.page, 'Recording')).toBeVisible()
      },
    ),
  )
})

test('an unplugged microphone shows a warning, and the session continues once it is plugged in again', async ({
  page,
  product,
  probe,
}) => {
  await page.addInitScript(() => {
    const opened: MediaStreamTrack[] = []
    const devices = navigator.mediaDevices
    const open = devices.getUserMedia.bind(devices)
    let isPlugged = true
    devices.getUserMedia = async (constraints) => {
      if (!isPlugged) throw new DOMException('Requested device not found', 'NotFoundError')
      const stream = await open(constraints)
      opened.push(...stream.getTracks())
      return stream
    }
    window.plug = (isIn) => {
      isPlugged = isIn
      if (isIn) return
      for (const track of opened.splice(0)) {
        track.stop()
        // Stopping a track sends no event, but unplugging a microphone does.
        track.dispatchEvent(new Event('ended'))
      }
    }
  })
  await signIn(page, product)
  const client = await addClient(page, product)
  await startSession(page, `${product.url}/session/${client.id}`)
  await waitForRecorded(page, 2)
  await page.evaluate(() => window.plug(false))
  const trouble = page.getByText('The microphone was disconnected. Nothing is being recorded.').last()
  await expect(trouble).toBeVisible()
  await expect(state(page, 'Not recording')).toBeVisible()
  await page.evaluate(() => window.plug(true))
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(state(page, 'Recording')).toBeVisible()
  await expect(trouble).toBeHidden()
  await waitForCaptured(probe, 2000)

  await test.step('another available microphone is used automatically', async () => {
    await page.evaluate(() => {
      window.plug(false)
      window.plug(true)
    })
    await expect.poll(() => probe.segments.length).toBe(3)
    await expect(state(page, 'Recording')).toBeVisible()
    await waitForCaptured(probe, 1500)
  })
  await endSession(page)
  await keepNoteType(page)
  const { id } = await newestSession(page, product, client)
  const { segments, mismatched } = await compare(probe.segments, await storedAudio(page, product, id))
  expect(mismatched).toBe(0)
  expect(segments.map(({ missingMs }) => missingMs)).toEqual([0, 0, 0])
  for (const [index, { storedMs }] of segments.entries())
    expect((probe.capturedMs()[index] ?? 0) - storedMs).toBeLessThan(1000)
})

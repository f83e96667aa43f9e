import { speechRate } from '#shared/audio/speech-rate.ts'
import { acknowledgedBytesLost, ageChunks, readPendingChunks } from '../recording/pending-chunks.ts'
import { signInAgain } from '../fixtures.ts'
import { newestSession } from '../recording/steps.ts'
import { expect, test } from './fixtures.ts'
import { expectPlayback, recordPlayback } from './playing.ts'
import { click, expectVisible, expectText, textOf } from './screen.ts'
import { startSpeaking } from './speaking.ts'
import {
  chooseNoteType,
  endSession,
  openSession,
  waitForRecorded,
  secondsOf,
  startSession,
  soundOf,
  timer,
} from './steps.ts'
import { collect } from './probe.ts'

/** Milliseconds that an encoder may add or cut at the ends of a segment. */
const tolerated = 200

/**
 * Milliseconds at the end of a segment that a recorder may never deliver. WebKitGTK's recorder often loses its last
 * fragment.
 */
const undeliveredMs = { firefox: tolerated, webkit: 1500 }

test.describe('with spoken audio', () => {
  test.use({ usesSoundServer: true })

  test('a recorded session leads to a note whose sentences play', async ({ therapist, spoken }) => {
    // The test records for a minute, and two engines run at the same time.
    test.slow()
    const { browser } = therapist
    await openSession(therapist)
    await startSpeaking(therapist, spoken.samples.subarray(0, 60 * speechRate))

    await test.step('the recording view shows level, time, saved seconds and live text', async () => {
      const meter = () => browser.evaluate(() => document.querySelector('canvas')?.toDataURL())
      const before = await meter()
      await expect.poll(meter, { intervals: [100] }).not.toBe(before)
      // A note needs 40 words, and a busy machine plays the sound late.
      await expectText(browser, { role: 'region', name: 'What was said so far' }, /(\w+\W+){50}/, 50_000)
    })

    await test.step('ending the session leads to a note of the chosen type', async () => {
      await recordPlayback(browser)
      await endSession(therapist, /^DAP/)
      const ready = { role: 'dialog', name: 'Your note is ready' }
      await click(browser, { role: 'link', name: 'View Session Notes', inside: ready }, 120_000)
      for (const name of ['Data', 'Assessment', 'Plan']) await expectVisible(browser, { role: 'region', name })
    })

    await test.step('a sentence plays the seconds of its evidence', async () => {
      await click(browser, { role: 'button', name: /\(Words found in the transcript, \d+ quotes?\)/ })
      const source = { role: 'figure', inside: { role: 'article', name: 'Note' } }
      await expectVisible(browser, source)
      const start = secondsOf(await textOf(browser, source))
      await click(browser, { role: 'button', name: /^Play /, inside: source })
      await expectPlayback(browser, { from: start, atLeast: 0.3 })
    })
  })
})

test('speech during a pause is not recorded', async ({ therapist, engineName }) => {
  const { browser, probe } = therapist
  await openSession(therapist)
  const startedAt = Date.now()
  const sessionId = await startSession(therapist)
  await waitForRecorded(browser, 2)
  await click(browser, { role: 'button', name: 'Pause' })
  await expectVisible(browser, { role: 'button', name: 'Resume' })
  const [before, paused] = [await textOf(browser, timer), Date.now()]
  await expect.poll(() => Date.now() - paused, { intervals: [100] }).toBeGreaterThan(3000)
  expect(await textOf(browser, timer)).toBe(before)
  await click(browser, { role: 'button', name: 'Resume' })
  await expectVisible(browser, { role: 'button', name: 'Pause' })
  await waitForRecorded(browser, secondsOf(before) + 2)
  await collect(browser, probe)
  const soFarMs = probe.capturedMs().reduce((sum, ms) => sum + ms, 0)
  expect(soFarMs).toBeLessThan(Date.now() - startedAt - 3000)
  await endSession(therapist, /^SOAP/)
  const { segments, recordedMs, storedMs, missingMs } = await soundOf(therapist, sessionId)
  expect(segments).toBe(2)
  expect(missingMs).toBe(0)
  expect(storedMs).toBeLessThan(recordedMs + 2 * tolerated)
  // A recording begins with the first sound of its microphone, which Firefox may deliver a second after opening the microphone.
  expect(storedMs).toBeGreaterThan(recordedMs - 2 * undeliveredMs[engineName])
})

test('a session that was left continues in a second segment', async ({ therapist }) => {
  const { browser } = therapist
  await openSession(therapist)
  const sessionId = await startSession(therapist)
  await waitForRecorded(browser, 2)
  await click(browser, { role: 'link', name: 'Clients' })
  await click(browser, { role: 'button', name: 'Leave', inside: { role: 'dialog', name: 'Leave the recording?' } })
  await click(browser, { role: 'link', name: 'Finish the session' })
  await click(browser, { role: 'button', name: 'Continue recording' })
  await expectVisible(browser, { role: 'button', name: 'Pause' })
  await waitForRecorded(browser, 5)
  await endSession(therapist, /^SOAP/)
  const { segments, missingMs } = await soundOf(therapist, sessionId)
  expect(segments).toBe(2)
  expect(missingMs).toBe(0)
})

test('a session whose page was killed is offered again and completed without loss', async ({ therapist }) => {
  const { browser, caller, client, person, product, probe } = therapist
  await openSession(therapist)
  const sessionId = await startSession(therapist)
  await waitForRecorded(browser, 4)
  const acknowledged = async () => {
    await collect(browser, probe)
    return [...probe.acknowledged.values()][0] ?? 0
  }
  await expect.poll(acknowledged, { intervals: [100] }).toBeGreaterThan(2)
  await browser.crash()
  expect(await acknowledgedBytesLost(() => readPendingChunks(product, sessionId), probe)).toBe(0)

  if (browser.losesStorage) await ageChunks(product, sessionId)
  await signInAgain(caller, product, person)
  await therapist.openPage()
  await click(browser, { role: 'link', name: 'Finish the session' })
  await expectVisible(browser, { role: 'heading', name: 'Unfinished session' })
  await click(browser, { role: 'button', name: 'End Session' })
  await chooseNoteType(browser, /^SOAP/)
  expect((await newestSession(caller, product, client)).id).toBe(sessionId)
  // A browser that lost its storage also lost the chunks that it had not sent.
  expect((await soundOf(therapist, sessionId)).missingMs).toBeLessThan(browser.losesStorage ? 3000 : 1000)
})

test.describe('without a sound output', () => {
  test.use({ hasSound: false })
  test.skip(({ engineName }) => engineName !== 'firefox', 'only Firefox needs one to listen')

  test('recording works without a sound output, and the view says that level meter and live text are missing', async ({
    therapist,
  }) => {
    const { browser } = therapist
    await openSession(therapist)
    const sessionId = await startSession(therapist)
    const notice = { role: 'alert', name: /^Recording continues without level meter and live text\./ }
    await expectVisible(browser, notice)
    await expectText(browser, { role: 'region', name: 'Live text' }, /Live text is not available/)
    await waitForRecorded(browser, 7)
    await endSession(therapist, /^SOAP/)
    expect((await soundOf(therapist, sessionId)).missingMs).toBe(0)
  })
})

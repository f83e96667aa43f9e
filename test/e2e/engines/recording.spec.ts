import { speechRate } from '#shared/audio/speech-rate.ts'
import { acknowledgedBytesLost, ageChunks, readPendingChunks } from '../recording/pending-chunks.ts'
import { signInAgain } from '../fixtures.ts'
import { newestSession } from '../recording/steps.ts'
import { expect, test } from './fixtures.ts'
import { expectPlays, watchPlaying } from './playing.ts'
import { click, see, seeText, textOf } from './screen.ts'
import { startSpeaking } from './speaking.ts'
import { chooseNoteType, endSession, openSession, recorded, secondsOf, startSession, soundOf, timer } from './steps.ts'
import { collect } from './probe.ts'

/** Milliseconds that an encoder may add or cut at the ends of a segment. */
const tolerated = 200

/**
 * Milliseconds at the end of a segment that a recorder may never deliver. WebKitGTK's recorder often loses its last
 * fragment.
 */
const keptBack = { firefox: tolerated, webkit: 1500 }

test.describe('with spoken audio', () => {
  test.use({ usesSoundServer: true })

  test('a recorded session leads to a note whose sentences play', async ({ room, spoken }) => {
    // The test records for a minute, and two engines run at the same time.
    test.slow()
    const { browser } = room
    await openSession(room)
    await startSpeaking(room, spoken.samples.subarray(0, 60 * speechRate))

    await test.step('the recording view shows level, time, saved seconds and live text', async () => {
      const meter = () => browser.evaluate(() => document.querySelector('canvas')?.toDataURL())
      const before = await meter()
      await expect.poll(meter, { intervals: [100] }).not.toBe(before)
      // A note needs 40 words, and a busy machine plays the sound late.
      await seeText(browser, { role: 'region', name: 'What was said so far' }, /(\w+\W+){50}/, 50_000)
    })

    await test.step('ending the session leads to a note of the chosen type', async () => {
      await watchPlaying(browser)
      await endSession(room, /^DAP/)
      const ready = { role: 'dialog', name: 'Your note is ready' }
      await click(browser, { role: 'link', name: 'View Session Notes', inside: ready }, 120_000)
      for (const name of ['Data', 'Assessment', 'Plan']) await see(browser, { role: 'region', name })
    })

    await test.step('a sentence plays the seconds of its evidence', async () => {
      await click(browser, { role: 'button', name: /\(Words found in the transcript, \d+ quotes?\)/ })
      const source = { role: 'figure', inside: { role: 'article', name: 'Note' } }
      await see(browser, source)
      const start = secondsOf(await textOf(browser, source))
      await click(browser, { role: 'button', name: /^Play /, inside: source })
      await expectPlays(browser, { from: start, atLeast: 0.3 })
    })
  })
})

test('speech during a pause is not recorded', async ({ room, engineName }) => {
  const { browser } = room
  const began = Date.now()
  await openSession(room)
  const sessionId = await startSession(room)
  await recorded(browser, 2)
  await click(browser, { role: 'button', name: 'Pause' })
  await see(browser, { role: 'button', name: 'Resume' })
  const [before, paused] = [await textOf(browser, timer), Date.now()]
  await expect.poll(() => Date.now() - paused, { intervals: [100] }).toBeGreaterThan(3000)
  expect(await textOf(browser, timer)).toBe(before)
  await click(browser, { role: 'button', name: 'Resume' })
  await see(browser, { role: 'button', name: 'Pause' })
  await recorded(browser, secondsOf(before) + 2)
  const all = Date.now() - began
  await endSession(room, /^SOAP/)
  const { segments, recordedMs, storedMs, missingMs } = await soundOf(room, sessionId)
  expect(segments).toBe(2)
  expect(missingMs).toBe(0)
  expect(recordedMs).toBeLessThan(all - 3000)
  expect(storedMs).toBeLessThan(recordedMs + 2 * tolerated)
  // A recording begins with the first sound of its microphone, which Firefox may deliver a second after opening it.
  expect(storedMs).toBeGreaterThan(recordedMs - 2 * keptBack[engineName])
})

test('a session that was left continues in a second segment', async ({ room }) => {
  const { browser } = room
  await openSession(room)
  const sessionId = await startSession(room)
  await recorded(browser, 2)
  await click(browser, { role: 'link', name: 'Clients' })
  await click(browser, { role: 'button', name: 'Leave', inside: { role: 'dialog', name: 'Leave the recording?' } })
  await click(browser, { role: 'link', name: 'Finish the session' })
  await click(browser, { role: 'button', name: 'Continue recording' })
  await see(browser, { role: 'button', name: 'Pause' })
  await recorded(browser, 5)
  await endSession(room, /^SOAP/)
  const { segments, missingMs } = await soundOf(room, sessionId)
  expect(segments).toBe(2)
  expect(missingMs).toBe(0)
})

test('a session whose page was killed is offered again and completed without loss', async ({ room }) => {
  const { browser, caller, client, person, product, probe } = room
  await openSession(room)
  const sessionId = await startSession(room)
  await recorded(browser, 4)
  await collect(browser, probe)
  expect([...probe.acknowledged.values()][0]).toBeGreaterThan(2)
  await browser.crash()
  expect(await acknowledgedBytesLost(() => readPendingChunks(product, sessionId), probe)).toBe(0)

  if (browser.losesStorage) await ageChunks(product, sessionId)
  await signInAgain(caller, product, person)
  await room.enter()
  await click(browser, { role: 'link', name: 'Finish the session' })
  await see(browser, { role: 'heading', name: 'Unfinished session' })
  await click(browser, { role: 'button', name: 'End Session' })
  await chooseNoteType(browser, /^SOAP/)
  expect((await newestSession(caller, product, client)).id).toBe(sessionId)
  // A browser that lost its storage also lost the chunks that it had not sent.
  expect((await soundOf(room, sessionId)).missingMs).toBeLessThan(browser.losesStorage ? 3000 : 1000)
})

test.describe('without a sound output', () => {
  test.use({ hasSound: false })
  test.skip(({ engineName }) => engineName !== 'firefox', 'only Firefox needs one to listen')

  test('recording works without a sound output, and the view says that level meter and live text are missing', async ({
    room,
  }) => {
    const { browser } = room
    await openSession(room)
    const sessionId = await startSession(room)
    const notice = { role: 'alert', name: /^Recording continues without level meter and live text\./ }
    await see(browser, notice)
    await seeText(browser, { role: 'region', name: 'Live text' }, /Live text is not available/)
    await recorded(browser, 7)
    await endSession(room, /^SOAP/)
    expect((await soundOf(room, sessionId)).missingMs).toBe(0)
  })
})

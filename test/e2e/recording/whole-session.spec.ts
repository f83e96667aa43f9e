import { addClient, openNewNote, quotes, section, sentences, writeNote } from '../steps.ts'
import { expect, signIn, test } from './fixtures.ts'
import { endSession, waitForRecorded, waitForSaved, startSession, state, timer } from './steps.ts'

declare global {
  interface Window {
    /** Played positions of the recording, in seconds. */
    played: number[]
  }
}

test('a session is recorded, from the client picker to its note', async ({ page, product }) => {
  test.slow()
  await page.addInitScript(() => {
    window.played = []
    window.Audio = class extends Audio {
      constructor(...given: [src?: string]) {
        super(...given)
        this.addEventListener('timeupdate', () => !this.paused && window.played.push(this.currentTime))
      }
    }
  })
  await signIn(page, product)
  const client = await addClient(page, product)

  await test.step('pick the client', async () => {
    await page.goto('/')
    await page.getByRole('banner').getByRole('button', { name: 'Start Session' }).click()
    await page
      .getByRole('dialog', { name: 'Select Client' })
      .getByRole('region', { name: 'All Clients' })
      .getByRole('button', { name: /Maya Stone/ })
      .click()
    await expect(page).toHaveURL(`${product.url}/session/${client.id}`)
    await expect(page.getByRole('heading', { name: 'Maya Stone' })).toBeVisible()
    await expect(page.getByRole('banner').getByRole('button', { name: 'Start Session' })).toHaveCount(0)
    await expect(page.getByText('This is your first session with Maya.')).toBeVisible()
    await expect(page.getByText('does not replace professional clinical judgment')).toBeVisible()
  })

  await test.step('the recording view shows level, time, saved seconds and live text', async () => {
    await expect(timer(page)).toHaveText('00:00')
    await page.getByRole('button', { name: 'Start Session' }).click()
    await expect(state(page, 'Recording')).toBeVisible()
    const meter = page.locator('canvas')
    const look = () => meter.evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL())
    const before = await look()
    await expect.poll(look).not.toBe(before)
    await waitForRecorded(page, 2)
    await waitForSaved(page, 2)
    const said = page.getByRole('region', { name: 'What was said so far' })
    await expect(said).toContainText('we found the time')
    await waitForRecorded(page, 21)
  })

  await test.step('end the session and choose the note type', async () => {
    await endSession(page)
    const choice = page.getByRole('dialog', { name: 'Which note type for this session?' })
    await expect(choice.getByRole('button', { name: /SOAP/ })).toContainText(
      'Subjective • Objective • Assessment • Plan',
    )
    await choice.getByRole('button', { name: /DAP/ }).click()
    const processing = page.getByRole('dialog', { name: 'Processing the session' })
    await expect(processing.getByRole('listitem')).toHaveCount(9)
    await expect(processing.getByRole('progressbar', { name: 'Progress of the session' })).toBeVisible()
    const link = page
      .getByRole('dialog', { name: 'Your note is ready' })
      .getByRole('link', { name: 'View Session Notes' })
    await expect(link).toBeVisible()
    // The session that was just recorded does not count as a previous one.
    await expect(page.getByText('This is your first session with Maya.')).toBeVisible()
    await link.click()
    await expect(page).toHaveURL(/\/notes\/[0-9a-f-]{36}$/)
  })

  await test.step('the note has the chosen type, and a sentence plays the seconds of its evidence', async () => {
    for (const title of ['Data', 'Assessment', 'Plan']) await expect(section(page, title)).toBeVisible()
    const facts = page.getByRole('region', { name: 'About this session' })
    await expect(facts).toContainText(/Recorded 1?\d:\d\d [AP]M/)
    // No treatment approach was entered.
    await expect(facts).not.toContainText('Treatment Approach')
    await expect(facts).toContainText('In person')
    await sentences(section(page, 'Data')).first().click()
    const source = quotes(page).first()
    const [, minute, second] = /, (\d+):(\d\d)/.exec(await source.innerText()) ?? []
    const start = Number(minute) * 60 + Number(second)
    await source.getByRole('button', { name: /^Play / }).click()
    await expect.poll(() => page.evaluate(() => window.played.length)).toBeGreaterThan(2)
    const played = await page.evaluate(() => window.played)
    expect(Math.min(...played)).toBeGreaterThanOrEqual(start - 0.1)
    expect(Math.max(...played)).toBeLessThan(start + 12)
  })
})

test.describe('recording a client with an earlier session', () => {
  test.use({ expectedErrors: [/status of 502 .*live-text\)$/] })

  test('the recording view shows the last session and a suggestion from it', async ({ page, product, speech }) => {
    test.slow()
    await signIn(page, product)
    const { client, sessionId } = await openNewNote(page, product)
    await writeNote(page, product, sessionId)
    await startSession(page, `${product.url}/session/${client.id}`)
    await test.step("the last session's focus areas are shown", async () => {
      const focus = page.getByRole('listitem').filter({ hasText: 'go to bed at eleven' })
      await expect(focus.first()).toBeVisible()
      await expect(page.getByRole('link', { name: 'Open the note' })).toBeVisible()
    })
    await test.step('a suggestion shows its source', async () => {
      await expect(page.getByRole('region', { name: 'What was said so far' })).toContainText('Hello')
      await page.getByRole('button', { name: 'Get suggestions', exact: true }).last().click()
      await expect(page.getByRole('blockquote').first()).toBeVisible()
    })
    await test.step('a failing speech service does not disturb the recording', async () => {
      speech.behaviour = 'unauthorized'
      await expect(page.getByText(/^Live text is not available: Transcription failed: 401 Unauthorized/)).toBeVisible()
      await expect(state(page, 'Recording')).toBeVisible()
      const [minutes, seconds] = (await timer(page).innerText()).split(':').map(Number)
      await waitForSaved(page, (minutes ?? 0) * 60 + (seconds ?? 0))
    })
  })
})

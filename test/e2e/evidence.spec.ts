import { expect, signIn, test } from './fixtures.ts'
import { openUpload, processed, quotes, section, sentences, uploadSpoken } from './steps.ts'

declare global {
  interface Window {
    /** Played positions of the recording, in seconds. */
    played: number[]
  }
}

/** Seconds that a busy machine may stop too late. The pauses between the turns are longer. */
const lateBy = 0.5

test('a sentence shows the speaker and the time of its evidence, and plays those seconds', async ({
  page,
  product,
  spoken,
}) => {
  await page.addInitScript(() => {
    window.played = []
    window.Audio = class extends Audio {
      constructor(...given: [src?: string]) {
        super(...given)
        this.addEventListener('timeupdate', () => !this.paused && window.played.push(this.currentTime))
      }
    }
  })
  const played = () => page.evaluate(() => window.played.splice(0))
  await signIn(page, product)
  await openUpload(page, product)
  await uploadSpoken(page, spoken)
  await expect(section(page, 'Subjective')).toBeVisible(processed)

  const [start, end] =
    await test.step('evidence shows the words, the speaker and the time of the session', async () => {
      await sentences(section(page, 'Subjective')).first().click()
      const source = quotes(page).first()
      const quote = (await source.getByRole('blockquote').innerText()).replace(/^“|”$/g, '')
      const turn = spoken.turns.find(({ text }) => text.includes(quote))
      expect(turn, `no turn contains: ${quote}`).toBeDefined()
      if (!turn) throw new Error('unreachable')
      const speaker = turn.speaker === 'client' ? 'Client' : 'Therapist'
      const minute = Math.floor(turn.start / 60)
      const second = String(Math.floor(turn.start % 60)).padStart(2, '0')
      await expect(source).toContainText(`${speaker}, ${minute}:${second}`)
      return [turn.start, turn.end] as const
    })

  await test.step('the play button plays only the seconds of the evidence', async () => {
    const partial = page.waitForResponse((response) => response.url().includes('/media/') && response.status() === 206)
    await page
      .getByRole('figure')
      .first()
      .getByRole('button', { name: /^Play / })
      .click()
    await partial
    await expect.poll(() => page.evaluate(() => window.played.length), { intervals: [100] }).toBeGreaterThan(3)
    await quotes(page).first().getByRole('button', { name: 'Stop' }).click()
    for (const at of await played()) {
      expect(at).toBeGreaterThanOrEqual(start - 0.1)
      expect(at).toBeLessThanOrEqual(end + lateBy)
    }
  })

  await test.step('a turn of the transcript plays to its end and stops', async () => {
    await quotes(page).first().getByRole('button', { name: 'Show in transcript' }).click()
    const transcript = page.getByRole('dialog', { name: 'Transcript' })
    // Shorter turns may end before the button is looked at.
    const shortest = spoken.turns
      .slice(0, 10)
      .filter(({ start: from, end: until }) => until - from > 3)
      .toSorted((one, other) => one.end - one.start - (other.end - other.start))[0]
    if (!shortest) throw new Error('the recording has no turns')
    const turn = transcript.getByRole('listitem').filter({ hasText: shortest.text })
    await turn.getByRole('button', { name: /^Play / }).click()
    await expect(turn.getByRole('button', { name: 'Pause' })).toBeVisible()
    await expect(turn.getByRole('button', { name: /^Play / })).toBeVisible()
    const places = await played()
    expect(places[0]).toBeGreaterThanOrEqual(shortest.start - 0.1)
    expect(places.at(-1)).toBeLessThanOrEqual(shortest.end + lateBy)
    expect(places.at(-1)).toBeGreaterThan(shortest.end - 1)
  })

  await test.step('a menu corrects the role of a speaker', async () => {
    const transcript = page.getByRole('dialog', { name: 'Transcript' })
    await transcript
      .getByRole('button', { name: /^Role of / })
      .first()
      .click()
    await page.getByRole('menuitemradio', { name: 'Other' }).click()
    await expect(transcript.getByRole('list', { name: 'Speakers' })).toContainText('Other, ')
    await expect(transcript.getByRole('button', { name: 'Undo role' })).toBeVisible()
  })
})

import { expectAccessible } from './expect-accessible.ts'
import { expect, signIn, test } from './fixtures.ts'
import {
  addClient,
  uploadFile,
  pick,
  type PickedFile,
  processed,
  quotes,
  section,
  sentences,
  transcriptFile,
  turns,
  uploadUntilNote,
} from './steps.ts'

const seconds = (turn: number) => String(turn * 5).padStart(2, '0')

const formats: readonly PickedFile[] = [
  {
    name: 'session.vtt',
    mimeType: 'text/vtt',
    buffer: Buffer.from(
      `WEBVTT\n\n${turns
        .map(
          ([speaker, said], at) => `00:00:${seconds(at)}.000 --> 00:00:${seconds(at)}.900\n<v ${speaker}>${said}</v>`,
        )
        .join('\n\n')}\n`,
    ),
  },
  {
    name: 'session.srt',
    mimeType: 'application/x-subrip',
    buffer: Buffer.from(
      turns
        .map(
          ([speaker, said], at) =>
            `${at + 1}\r\n00:00:${seconds(at)},000 --> 00:00:${seconds(at)},900\r\n${speaker}: ${said}\r\n`,
        )
        .join('\r\n'),
    ),
  },
  transcriptFile(),
]

test('a transcript file becomes a note with evidence from the file, or the page shows why it does not', async ({
  page,
  product,
}) => {
  test.slow()
  await page.clock.install()
  await signIn(page, product)
  const client = await addClient(page, product)
  const open = () => page.goto(`/upload-session/${client.id}`)

  await test.step('a file that is a transcript only by name is rejected, and another one can be chosen', async () => {
    await open()
    await page.getByRole('radio', { name: 'Telehealth' }).check()
    await pick(page, { name: 'empty.vtt', mimeType: 'text/vtt', buffer: Buffer.alloc(0) })
    await expect(page.getByRole('alert')).toHaveText('Transcript is required')
    await uploadFile(page, transcriptFile())
    await expect(page.getByRole('region', { name: 'About this session' })).toContainText('Telehealth', processed)
  })

  await test.step('a transcript of three words makes no note, and the page shows the reason', async () => {
    await open()
    await uploadFile(page, transcriptFile([['Client', 'Hello, good morning']]))
    // Another alert warns that the session overlaps with the first one.
    const failure = page.getByRole('alert').filter({ hasText: 'too few for a note' })
    await expect(failure).toContainText(
      'This transcript has fewer than 40 words, too few for a note. Upload or paste the whole transcript, or write the note yourself.',
      processed,
    )
    await expectAccessible(page, 'failed upload')
    await failure.getByRole('link', { name: 'Open the session' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Failed to generate notes' })).toContainText(
      'too few for a note',
    )
  })

  for (const file of formats) {
    await test.step(`${file.name} becomes a note`, async () => {
      await open()
      await uploadUntilNote(page, file)
      await expect(page.getByRole('region', { name: 'About this session' })).toContainText('Transcript file')
      await sentences(section(page, 'Plan')).first().click()
      const source = quotes(page).first()
      const quote = (await source.getByRole('blockquote').innerText()).replace(/^“|”$/g, '')
      const [speaker] = turns.find(([, said]) => said.includes(quote)) ?? []
      await expect(source).toContainText(speaker ?? 'not said in the session')
      await expect(source.getByRole('button', { name: /^Play/ })).toHaveCount(0)
    })
  }
})

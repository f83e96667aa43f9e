import { writeFile } from 'node:fs/promises'
import { expect, signIn, test } from './fixtures.ts'
import { addClient, pick, type PickedFile, processed, transcriptFile, uploadFile } from './steps.ts'

const unsupported = 'Unsupported file format. Please upload: MP3, MP4, M4A, WAV, MOV, or WEBM files.'
const mb = 1024 * 1024
const file = (name: string, mimeType: string, content: string | Buffer): PickedFile => ({
  name,
  mimeType,
  buffer: Buffer.from(content),
})

test.use({ expectedErrors: [/status of 4(15|22) /] })

const mislabeledFiles = [
  file('session.mp3', 'audio/mpeg', 'Dear diary, this is no music at all.\n'.repeat(200)),
  file('session.wav', 'audio/wav', `%PDF-1.7\n${'1 0 obj << /Type /Catalog >> endobj\n'.repeat(200)}`),
]

test('a file that cannot be a recording is rejected with the specified text, and the entered values stay', async ({
  page,
  product,
}, testInfo) => {
  await signIn(page, product)
  const client = await addClient(page, product)

  await test.step('a file is rejected at once because of its name or size', async () => {
    await page.goto(`/upload-session/${client.id}`)
    await page.getByRole('radio', { name: 'Telehealth' }).check()
    await page.getByRole('button', { name: 'Upload & Process' }).click()
    await expect(page.getByRole('alert')).toHaveText('Audio file is required')

    // The file is on disk, because sending it through the browser's protocol takes long.
    const longFile = testInfo.outputPath('long.wav')
    await writeFile(longFile, Buffer.alloc(25 * mb + 1))
    const refused: readonly [PickedFile | string, string][] = [
      [file('picture.png', 'image/png', 'PNG'), unsupported],
      [
        file('letter.pdf', 'application/pdf', '%PDF-1.7'),
        `${unsupported} Attend cannot read PDF, RTF and older Word documents. Save the transcript as Word (DOCX) or plain text, or copy its text and paste it.`,
      ],
      [file('empty.mp3', 'audio/mpeg', ''), 'Audio file is required'],
      [longFile, 'File too large. Maximum size is 25 MB.'],
    ]
    for (const [wrong, text] of refused) {
      await pick(page, wrong)
      await expect(page.getByRole('alert')).toHaveText(text)
      await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible()
    }
    await expect(page.getByRole('radio', { name: 'Telehealth' })).toBeChecked()
  })

  for (const mislabeled of mislabeledFiles) {
    await test.step(`${mislabeled.name} is rejected because of its content`, async () => {
      await page.goto(`/upload-session/${client.id}`)
      await page.getByRole('radio', { name: 'Telehealth' }).check()
      await uploadFile(page, mislabeled)
      // Another alert warns that the second session overlaps with the first one.
      const failure = page.getByRole('alert').filter({ hasText: 'Unsupported file format.' })
      await expect(failure).toContainText(unsupported)
      await expect(page, 'a reload offers nothing to continue').not.toHaveURL(/[?&]upload=/)
      await failure.getByRole('button', { name: 'Choose another file' }).click()
      await expect(page.getByRole('radio', { name: 'Telehealth' })).toBeChecked()
      await uploadFile(page, transcriptFile())
      await expect(page).toHaveURL(/\/notes\//, processed)
      await expect(page.getByRole('region', { name: 'About this session' })).toContainText('Telehealth')
    })
  }
})

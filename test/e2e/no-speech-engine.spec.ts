import { expect, signIn, test } from './fixtures.ts'
import { addClient, uploadFile, section, transcriptFile } from './steps.ts'

test.use({ settings: { SPEECH_ENGINE: 'none' } })

test('without a speech engine the recording is stored, and a transcript file makes the note', async ({
  page,
  product,
  spoken,
}) => {
  await signIn(page, product)
  const client = await addClient(page, product)
  await page.goto(`/session/${client.id}`)
  const notice = page.getByRole('main').getByRole('alert').filter({ hasText: 'No speech engine is installed' })
  await expect(notice).toContainText('Recordings are saved and will be transcribed when one is installed.')
  await page.goto(`/upload-session/${client.id}`)
  await expect(notice).toBeVisible()
  await uploadFile(page, { name: 'session.webm', mimeType: 'audio/webm', buffer: spoken.webm })

  const help = page.getByRole('alert').filter({ hasText: 'Waiting for a transcript' })
  await expect(help).toContainText('The recording is saved.')
  await help.getByRole('button', { name: 'Transcribe Again' }).click()
  await expect(help).toContainText('The recording is saved.')

  await test.step("the session's own URL shows the same message", async () => {
    await page.goto(`/clients/${client.id}?tab=sessions`)
    await page.getByRole('list', { name: 'Sessions' }).getByRole('link').click()
    await expect(page).toHaveURL(/\/notes\//)
    await expect(help).toContainText('The recording is saved.')
  })

  const chooser = page.waitForEvent('filechooser')
  await help.getByRole('button', { name: 'Use a transcript file instead' }).click()
  await (await chooser).setFiles(transcriptFile())
  await expect(section(page, 'Plan')).toBeVisible()
  await expect(page.getByRole('region', { name: 'About this session' })).toContainText('Uploaded')
})

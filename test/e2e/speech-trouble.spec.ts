import { expect, signIn, test } from './fixtures.ts'
import { addClient, uploadFile, section } from './steps.ts'

test('a rejection by the speech service is shown, and Try Again does not need the file again', async ({
  page,
  product,
  spoken,
  speech,
}) => {
  await signIn(page, product)
  const client = await addClient(page, product)
  await page.goto(`/upload-session/${client.id}`)
  speech.behaviour = 'unauthorized'
  await uploadFile(page, { name: 'session.wav', mimeType: 'audio/wav', buffer: spoken.wav })
  const failure = page.getByRole('alert')
  await expect(failure).toContainText('Transcription failed: 401 Unauthorized - Incorrect API key provided', {
    timeout: 40_000,
  })
  speech.behaviour = 'ok'
  await failure.getByRole('button', { name: 'Try Again' }).click()
  await expect(section(page, 'Subjective')).toBeVisible({ timeout: 40_000 })
})

test('a response that is not a transcription is reported on the note page, and Transcribe Again retries', async ({
  page,
  product,
  spoken,
  speech,
}) => {
  await signIn(page, product)
  const client = await addClient(page, product)
  await page.goto(`/upload-session/${client.id}`)
  speech.behaviour = 'malformed'
  await uploadFile(page, { name: 'session.wav', mimeType: 'audio/wav', buffer: spoken.wav })
  await expect(page.getByRole('alert')).toContainText(
    'Transcription failed: the speech endpoint answered with something that is not a transcription',
    { timeout: 40_000 },
  )
  await page.getByRole('link', { name: 'Open the session' }).click()
  const failure = page.getByRole('alert').filter({ hasText: 'There is no transcript of this session yet' })
  await expect(failure).toContainText('Transcription failed: the speech endpoint answered')
  speech.behaviour = 'ok'
  await failure.getByRole('button', { name: 'Transcribe Again' }).click()
  await expect(section(page, 'Subjective')).toBeVisible({ timeout: 40_000 })
})

test('transcription is retried and succeeds after a short outage of the speech service', async ({
  page,
  product,
  spoken,
  speech,
}) => {
  await signIn(page, product)
  const client = await addClient(page, product)
  await page.goto(`/upload-session/${client.id}`)
  speech.behaviour = 'down'
  const refused = speech.nextResponse()
  await uploadFile(page, { name: 'session.wav', mimeType: 'audio/wav', buffer: spoken.wav })
  await refused
  await expect(page.getByText('Transcribing audio...', { exact: true })).toBeVisible()
  speech.behaviour = 'ok'
  await expect(section(page, 'Subjective')).toBeVisible({ timeout: 40_000 })
})

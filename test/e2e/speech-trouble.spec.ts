import { expect, signIn, test } from './fixtures.ts'
import { openUpload, processed, section, uploadSpoken } from './steps.ts'

test.beforeEach(async ({ page, product }) => {
  await signIn(page, product)
  await openUpload(page, product)
})

test('a rejection by the speech service is shown, and Try Again does not need the file again', async ({
  page,
  spoken,
  speech,
}) => {
  speech.behaviour = 'unauthorized'
  await uploadSpoken(page, spoken)
  const failure = page.getByRole('alert')
  await expect(failure).toContainText('Transcription failed: 401 Unauthorized - Incorrect API key provided', processed)
  speech.behaviour = 'ok'
  await failure.getByRole('button', { name: 'Try Again' }).click()
  await expect(section(page, 'Subjective')).toBeVisible(processed)
})

test('a response that is not a transcription is reported on the note page, and Transcribe Again retries', async ({
  page,
  spoken,
  speech,
}) => {
  speech.behaviour = 'malformed'
  await uploadSpoken(page, spoken)
  await expect(page.getByRole('alert')).toContainText(
    'Transcription failed: the speech endpoint answered with something that is not a transcription',
    processed,
  )
  await page.getByRole('link', { name: 'Open the session' }).click()
  const failure = page.getByRole('alert').filter({ hasText: 'There is no transcript of this session yet' })
  await expect(failure).toContainText('Transcription failed: the speech endpoint answered')
  speech.behaviour = 'ok'
  await failure.getByRole('button', { name: 'Transcribe Again' }).click()
  await expect(section(page, 'Subjective')).toBeVisible(processed)
})

test('transcription is retried and succeeds after a short outage of the speech service', async ({
  page,
  spoken,
  speech,
}) => {
  speech.behaviour = 'down'
  const refused = speech.nextResponse()
  await uploadSpoken(page, spoken)
  await refused
  await expect(page.getByText('Transcribing audio...', { exact: true })).toBeVisible()
  speech.behaviour = 'ok'
  await expect(section(page, 'Subjective')).toBeVisible(processed)
})

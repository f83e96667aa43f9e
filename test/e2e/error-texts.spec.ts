import type { Route } from '@playwright/test'
import { alert, withFailure, badGateway } from './with-failure.ts'
import { expect, signIn, test } from './fixtures.ts'
import { openNewNote, openUpload, processed, transcriptFile, uploadFile, writeNote } from './steps.ts'

// The specified sentences of failures on a page, each triggered by its real cause (spec core §8).
test.use({ expectedErrors: [/status of (403|404|500|502) |Bad Gateway|net::ERR_INTERNET_DISCONNECTED/] })

test('the recording view reports that the previous session failed to load, and shows it after Try Again', async ({
  page,
  product,
}) => {
  await signIn(page, product)
  const { client, sessionId } = await openNewNote(page, product)
  await writeNote(page, product, sessionId)
  await withFailure(page, /\/previous-session$/, badGateway, async () => {
    await page.goto(`/session/${client.id}`)
    await expect(alert(page, 'Failed to load client sessions')).toBeVisible()
  })
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('link', { name: 'Open the note' })).toBeVisible()
  await expect(page.getByText('Previous Session', { exact: true })).toBeVisible()
  await expect(page.getByText('Important Notice', { exact: true })).toBeVisible()
})

test('a rejected upload and a session whose progress cannot be followed show the reason', async ({
  page,
  product,
  spoken,
}) => {
  await signIn(page, product)
  await openUpload(page, product)
  await withFailure(page, /\/api\/clients\/[^/]+\/uploads$/, badGateway, async () => {
    await uploadFile(page, { name: 'session.webm', mimeType: 'audio/webm', buffer: spoken.webm })
    await expect(alert(page, 'Upload failed')).toBeVisible()
  })
  await page.getByRole('button', { name: 'Choose another file' }).click()
  const forbidden = (route: Route) => route.fulfill({ status: 403, contentType: 'text/html', body: 'Blocked' })
  await withFailure(page, /\/api\/sessions\/[^/]+\/progress$/, forbidden, async () => {
    await uploadFile(page, transcriptFile())
    await expect(alert(page, 'Failed to process session')).toBeVisible()
  })
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page).toHaveURL(/\/notes\//, processed)
})

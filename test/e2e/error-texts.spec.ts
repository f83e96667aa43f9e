import type { Route } from '@playwright/test'
import { alert, away, failing, gone, goneAfter, unexpected } from './failing.ts'
import { expect, signIn, test } from './fixtures.ts'
import { addClient, openNewNote, section, uploadFile, transcriptFile, writeNote } from './steps.ts'

// The specified sentences of failures on a page, each after its real cause (spec core §8).
test.use({ expectedErrors: [/status of (403|404|500|502) |Bad Gateway|net::ERR_INTERNET_DISCONNECTED/] })

test('lists and forms of clients report failures and keep the typed text', async ({ page, product }) => {
  await signIn(page, product)
  const client = await addClient(page, product)
  const list = /\/api\/clients(\/list)?$/
  await failing(page, list, unexpected, async () => {
    await page.goto('/clients')
    await expect(alert(page, 'Failed to load clients')).toContainText('report number 1a2b3c4d')
  })
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('link', { name: /^View/ })).toBeVisible()

  await page.getByRole('button', { name: 'Add Client' }).click()
  const add = page.getByRole('dialog', { name: 'Add Client' })
  await add.getByLabel('First Name').fill('Ada')
  await add.getByLabel('Last Name').fill('Moss')
  await failing(page, list, gone, async () => {
    await add.getByRole('button', { name: 'Add Client' }).click()
    await expect(add.getByRole('alert')).toHaveText('Failed to add client')
  })
  await add.getByRole('button', { name: 'Add Client' }).click()
  await expect(page.getByText('Ada Moss was added.')).toBeVisible()

  const one = new RegExp(`/api/clients/${client.id}(/archive|/restore)?$`)
  await failing(page, one, gone, async () => {
    await page.goto(`/clients/${client.id}`)
    await expect(alert(page, 'Failed to load client')).toBeVisible()
  })
  await page.getByRole('button', { name: 'Try Again' }).click()
  await page.getByRole('button', { name: 'Edit Client' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Client' })
  await edit.getByLabel('First Name').fill('Mia')
  await failing(page, one, gone, async () => {
    await edit.getByRole('button', { name: 'Save Changes' }).click()
    await expect(edit.getByRole('alert')).toHaveText('Failed to update client')
  })
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Mia Stone' })).toBeVisible()
  await page.getByRole('button', { name: 'Archive' }).click()
  const archive = page.getByRole('dialog', { name: 'Archive Mia Stone?' })
  await page.context().setOffline(true)
  await archive.getByRole('button', { name: 'Archive' }).click()
  await expect(archive.getByRole('alert')).toHaveText(/^Failed to update client: Attend cannot be reached right now\./)
  await page.context().setOffline(false)
  await archive.getByRole('button', { name: 'Archive' }).click()
  await expect(page.getByText('Mia Stone was archived.')).toBeVisible()
  await failing(page, one, gone, async () => {
    await page.getByRole('button', { name: 'Restore' }).click()
    await expect(alert(page, 'Failed to update client')).toBeVisible()
  })

  await failing(page, /\/clients\/[^/]+\/sessions/, gone, async () => {
    await page.getByRole('tab', { name: 'sessions', exact: false }).click()
    await expect(alert(page, 'Failed to load client sessions')).toBeVisible()
    await page.getByRole('button', { name: 'Quick Review' }).click()
    const review = page.getByRole('dialog', { name: 'Mia Stone' })
    await review.getByRole('button', { name: 'Show Previous Sessions' }).click()
    await expect(review.getByRole('alert')).toContainText('Failed to load client sessions')
  })
})

test("the client picker shows its purpose, today's clients and a failure to load", async ({ page, product }) => {
  await signIn(page, product)
  await addClient(page, product)
  await page.goto('/')
  const picker = page.getByRole('dialog', { name: 'Select Client for Upload' })
  await failing(page, /\/api\/clients\/pick/, gone, async () => {
    await page.getByRole('banner').getByRole('button', { name: 'Upload Session' }).click()
    await expect(picker.getByRole('alert')).toContainText('Failed to load clients')
  })
  await picker.getByRole('button', { name: 'Try Again' }).click()
  await expect(picker.getByText('Choose a client to upload a recorded session for.')).toBeVisible()
  await expect(picker.getByRole('list', { name: "Today's Sessions" })).toContainText('Maya Stone')
  await picker.getByPlaceholder('Search clients...').fill('STONE m')
  await expect(picker.getByText('No clients found')).toBeVisible()
  await picker.getByPlaceholder('Search clients...').fill('YA ST')
  await expect(picker.getByRole('region', { name: 'All Clients' })).toContainText('Maya Stone')
})

test('the recording view shows the previous session and the notice', async ({ page, product }) => {
  await signIn(page, product)
  const { client, sessionId } = await openNewNote(page, product)
  await writeNote(page, product, sessionId)
  await failing(page, /\/previous-session$/, gone, async () => {
    await page.goto(`/session/${client.id}`)
    await expect(alert(page, 'Failed to load client sessions')).toBeVisible()
  })
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('link', { name: 'Open the note' })).toBeVisible()
  await expect(page.getByText('Previous Session', { exact: true })).toBeVisible()
  await expect(page.getByText('Important Notice', { exact: true })).toBeVisible()
})

test('a note reports failures and keeps the typed text', async ({ page, product }) => {
  await signIn(page, product)
  const { sessionId } = await openNewNote(page, product)
  await expect(section(page, 'Plan')).toBeVisible()
  await failing(page, new RegExp(`/api/notes/${sessionId}$`), gone, async () => {
    await page.reload()
    await expect(alert(page, 'Failed to load session data')).toBeVisible()
  })
  await page.getByRole('button', { name: 'Try Again' }).click()

  await test.step('saving fails', async () => {
    await page.getByRole('button', { name: 'Edit Plan' }).click()
    await page.getByRole('textbox', { name: 'Plan' }).fill('Bed at eleven.')
    await failing(page, /\/api\/notes\//, away, async () => {
      await page.getByRole('button', { name: 'Save Changes' }).click()
      await expect(section(page, 'Plan').getByRole('alert')).toHaveText(
        /^Failed to save notes: Attend cannot be reached right now\./,
      )
    })
    await expect(page.getByRole('textbox', { name: 'Plan' })).toHaveValue('Bed at eleven.')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByRole('textbox', { name: 'Plan' })).toBeHidden()
  })
  await test.step('changing the note type fails', async () => {
    await page.getByRole('button', { name: 'Change Note Type' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change Note Type' })
    await failing(page, /\/api\/notes\//, gone, async () => {
      await dialog.getByRole('button', { name: 'DAP' }).click()
      await expect(dialog.getByRole('alert')).toHaveText('Failed to change note type')
    })
    await page.keyboard.press('Escape')
  })
  await test.step('enhancing fails', async () => {
    await page.getByRole('button', { name: 'Enhance Note' }).click()
    const dialog = page.getByRole('dialog', { name: 'Enhance Note with AI' })
    await dialog.getByLabel('Instructions').fill('shorter')
    const released = Promise.withResolvers<void>()
    await failing(page, /\/api\/notes\//, goneAfter(released.promise), async () => {
      await dialog.getByRole('button', { name: 'Enhance Note' }).click()
      await expect(dialog.getByRole('button', { name: 'Enhancing...' })).toBeDisabled()
      released.resolve()
      await expect(dialog.getByRole('alert')).toHaveText('Failed to save enhanced note.')
    })
    await page.keyboard.press('Escape')
    const facts = page.getByRole('region', { name: 'About this session' })
    await expect(facts).toContainText('Enhancements remaining2')
    await expect(facts).toContainText('Note type changes remaining2')
  })
  await test.step('loading the transcript fails', async () => {
    await failing(page, /\/transcript$/, gone, async () => {
      await page.reload()
      await page.getByRole('button', { name: 'Note Preferences' }).click()
      await page.getByRole('menuitem', { name: 'Transcript' }).click()
      await expect(alert(page, 'Failed to get transcript')).toBeVisible()
    })
    await page.getByRole('dialog').getByRole('button', { name: 'Try Again' }).click()
    await expect(page.getByText('How have you been sleeping since we met last week?').last()).toBeVisible()
  })
})

test('a failed analysis shows the error of the language model', async ({ page, product }) => {
  await signIn(page, product)
  const { sessionId } = await openNewNote(page, product)
  const insights = page.getByRole('region', { name: 'Session insights' })
  await expect(insights).toContainText('Main themes')
  // A corrected transcript can be analyzed again.
  const corrected = await page.request.post(`/api/sessions/${sessionId}/transcript/speakers`, {
    headers: { origin: product.url },
    data: { label: 'Client', speaker: 'other' },
  })
  expect(corrected.ok(), await corrected.text()).toBe(true)
  await page.reload()
  const analyze = insights.getByRole('button', { name: 'Analyze Again' })
  await expect(analyze).toBeVisible()
  const refusal = insights.getByRole('alert').last()
  await failing(page, /\/insights$/, gone, async () => {
    await analyze.click()
    await expect(refusal).toHaveText('Error: Request failed with status 502')
  })
  const garbled = (route: Route) => route.fulfill({ status: 200, contentType: 'application/json', body: '{' })
  await failing(page, /\/insights$/, garbled, async () => {
    await analyze.click()
    await expect(refusal).toHaveText('An unknown error occurred')
  })
})

test('a session that cannot be scheduled shows the reason', async ({ page, product }) => {
  await signIn(page, product)
  await addClient(page, product)
  await page.goto('/calendar')
  await page.getByRole('main').getByRole('button', { name: 'Schedule Session' }).click()
  const dialog = page.getByRole('dialog', { name: 'Schedule Session' })
  await dialog.getByRole('combobox', { name: 'Client' }).click()
  await page.getByRole('option', { name: 'Maya Stone' }).click()
  await failing(page, /\/api\/clients\/[^/]+\/sessions$/, unexpected, async () => {
    await dialog.getByRole('button', { name: 'Schedule Session' }).click()
    await expect(dialog.getByRole('alert')).toHaveText(
      'Failed to create session: An unexpected error occurred. If it happens again, report number 1a2b3c4d.',
    )
  })
})

test('a rejected upload and a session whose progress cannot be followed show the reason', async ({
  page,
  product,
  spoken,
}) => {
  await signIn(page, product)
  const client = await addClient(page, product)
  await page.goto(`/upload-session/${client.id}`)
  await failing(page, /\/api\/clients\/[^/]+\/uploads$/, gone, async () => {
    await uploadFile(page, { name: 'session.webm', mimeType: 'audio/webm', buffer: spoken.webm })
    await expect(alert(page, 'Upload failed')).toBeVisible()
  })
  await page.getByRole('button', { name: 'Choose another file' }).click()
  const forbidden = (route: Route) => route.fulfill({ status: 403, contentType: 'text/html', body: 'Blocked' })
  await failing(page, /\/api\/sessions\/[^/]+\/progress$/, forbidden, async () => {
    await uploadFile(page, transcriptFile())
    await expect(alert(page, 'Failed to process session')).toBeVisible()
  })
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page).toHaveURL(/\/notes\//)
})

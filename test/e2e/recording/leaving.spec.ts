import { readFile } from 'node:fs/promises'
import { addClient } from '../steps.ts'
import { expect, signIn, signInAgain, test } from './fixtures.ts'
import { ageChunks } from './pending-chunks.ts'
import { endSession, keepNoteType, newestSession, waitForRecorded, waitForSaved, startSession, state } from './steps.ts'

test('leaving a recording asks for a confirmation, and an unfinished recording is offered on every page', async ({
  page,
  product,
  probe,
}) => {
  await signIn(page, product)
  const client = await addClient(page, product)
  await startSession(page, `${product.url}/session/${client.id}`)
  await waitForRecorded(page, 2)
  const question = page.getByRole('dialog', { name: 'Leave the recording?' })

  await test.step('leaving by a link asks for a confirmation', async () => {
    await page.getByRole('link', { name: 'Clients', exact: true }).click()
    await question.getByRole('button', { name: 'Stay' }).click()
    await expect(question).toBeHidden()
    await expect(state(page, 'Recording')).toBeVisible()
  })
  await test.step('leaving by the command palette asks for a confirmation', async () => {
    await page.keyboard.press('ControlOrMeta+k')
    await expect(page.getByRole('combobox', { name: 'Search or go to' })).toBeFocused()
    await page.keyboard.type('calendar')
    await page.keyboard.press('Enter')
    await question.getByRole('button', { name: 'Stay' }).click()
    await expect(question).toBeHidden()
    await expect(state(page, 'Recording')).toBeVisible()
  })
  await test.step('signing out asks for a confirmation', async () => {
    await page.getByRole('button', { name: /profile menu$/ }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await question.getByRole('button', { name: 'Stay' }).click()
    await expect(state(page, 'Recording')).toBeVisible()
  })
  await test.step('closing the tab asks for a confirmation', async () => {
    const asked = page.waitForEvent('dialog')
    const closing = page.close({ runBeforeUnload: true })
    const dialog = await asked
    expect(dialog.type()).toBe('beforeunload')
    await dialog.dismiss()
    await closing
    await expect(state(page, 'Recording')).toBeVisible()
  })
  await test.step('leaving stores the recorded audio', async () => {
    await page.getByRole('link', { name: 'Clients', exact: true }).click()
    await question.getByRole('button', { name: 'Leave' }).click()
    await expect(page).toHaveURL(`${product.url}/clients`)
    await expect(
      page.getByText(/^The session with Maya Stone was not finished\. Saved through \d\d:\d\d\.$/),
    ).toBeVisible()
    await page.getByRole('link', { name: 'Finish the session' }).click()
  })
  await test.step('the recording resumes', async () => {
    await page.getByRole('button', { name: 'Continue recording' }).click()
    await expect(state(page, 'Recording')).toBeVisible()
    await waitForRecorded(page, 4)
    expect(probe.segments).toHaveLength(2)
    await endSession(page)
    await keepNoteType(page)
    await page.goto('/clients')
    await expect(page.getByRole('table', { name: 'Clients' })).toBeVisible()
    await expect(page.getByText(/was not finished/)).toHaveCount(0)
  })
})

test.describe('a sign-in that expires during a recording', () => {
  test.use({ expectedErrors: [/status of 401 /] })

  test('an expired sign-in does not interrupt a recording, even if other requests of the page are rejected', async ({
    page,
    product,
  }) => {
    const person = await signIn(page, product)
    const client = await addClient(page, product)
    await startSession(page, `${product.url}/session/${client.id}`)
    await waitForRecorded(page, 2)
    let isAsked = false
    page.on('dialog', (dialog) => {
      isAsked = true
      void dialog.dismiss()
    })
    await page.context().clearCookies()
    const refused = page.waitForResponse(
      (response) => response.url().includes('/api/notices') && response.status() === 401,
    )
    await page.getByRole('button', { name: /^Notifications/ }).click()
    await refused
    await expect(page.getByText('You are signed out. Recording continues on this device.')).toBeVisible()
    const { pathname } = new URL(page.url())
    expect([pathname, isAsked]).toEqual([`/session/${client.id}`, false])
    await expect(state(page, 'Recording')).toBeVisible()

    await signInAgain(page, product, person)
    await expect(page.getByText(/^You are signed out/)).toBeHidden()
    await page.keyboard.press('Escape')
    await waitForRecorded(page, 4)
    await waitForSaved(page, 4)
    await endSession(page)
    await keepNoteType(page)
  })
})

test('a second tab cannot record at the same time, and a recording can be discarded', async ({
  page,
  context,
  product,
}) => {
  await signIn(page, product)
  const client = await addClient(page, product)
  const someoneElse = await addClient(page, product, 'Ben', 'Ode')
  await startSession(page, `${product.url}/session/${client.id}`)
  await waitForRecorded(page, 1)

  const other = await context.newPage()
  await other.goto(`/session/${client.id}`)
  await expect(other.getByText('Another tab of this browser is recording it.')).toBeVisible()
  await other.goto(`/session/${someoneElse.id}`)
  await other.getByRole('button', { name: 'Start Session' }).click()
  await expect(other.getByRole('alert')).toContainText('Another tab is recording')
  await expect(state(page, 'Recording')).toBeVisible()
  await other.close()

  await page.getByRole('button', { name: 'End Session' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard recording' }).click()
  const question = page.getByRole('dialog', { name: 'Discard the recording?' })
  await expect(question).toContainText('The recording of Maya Stone')
  await question.getByRole('button', { name: 'Discard', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Start Session' })).toBeVisible()
  await page.goto(`/clients/${client.id}?tab=sessions`)
  await expect(page.getByText(/Canceled|No sessions yet/).last()).toBeVisible()
  await expect(page.getByText(/was not finished/)).toHaveCount(0)
})

test.describe('a session that another device finishes', () => {
  test.use({ expectedErrors: [/net::ERR_/] })

  test('a session that another device finishes leaves unsent audio in the first one, to be saved as a file', async ({
    page,
    context,
    browser,
    product,
    probe,
  }) => {
    test.slow()
    const person = await signIn(page, product)
    const client = await addClient(page, product)
    await startSession(page, `${product.url}/session/${client.id}`)
    await waitForRecorded(page, 2)
    await waitForSaved(page, 1)
    await context.setOffline(true)
    await waitForRecorded(page, 5)
    await page.close()

    await test.step('the other device finishes the session', async () => {
      const elsewhere = await browser.newContext({ baseURL: product.url })
      const otherPage = await elsewhere.newPage()
      await signInAgain(otherPage, product, person)
      await otherPage.goto(`/session/${client.id}`)
      const unfinished = otherPage.getByRole('main')
      await expect(unfinished).toContainText('It is being recorded on another device.')
      await ageChunks(product, (await newestSession(otherPage, product, client)).id)
      await otherPage.reload()
      await expect(unfinished).toContainText('Audio that the other device has not uploaded yet')
      await unfinished.getByRole('button', { name: 'End Session' }).click()
      await keepNoteType(otherPage)
      await elsewhere.close()
    })
    await test.step('the first device offers its unsent audio', async () => {
      await context.setOffline(false)
      const back = await context.newPage()
      await back.goto('/')
      await back.getByRole('link', { name: 'View audio' }).click()
      const left = back.getByRole('main')
      const saving = back.waitForEvent('download')
      await left.getByRole('button', { name: 'Save as file' }).click()
      const bytes = await readFile(await (await saving).path())
      const slices = probe.segments.flatMap((segment) => segment.slices)
      // The file contains its beginning, without which it does not play, and all but the last second. When a page is closed, its last
      // slices may reach the probe, the browser's storage, both, or neither.
      expect(bytes.subarray(0, 100)).toEqual(Buffer.concat(slices).subarray(0, 100))
      const certain = Buffer.concat(slices.slice(0, -2)).subarray(-2000)
      expect(bytes.includes(certain)).toBe(true)
      await left.getByRole('button', { name: 'Discard' }).click()
      await back.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
      await expect(back.getByText('Audio left in this browser')).toBeHidden()
    })
  })
})

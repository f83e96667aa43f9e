import type { Page, Route } from '@playwright/test'
import { serverError } from './with-failure.ts'
import { expect, signIn, test } from './fixtures.ts'
import { openUpload, processed, section, uploadSpoken } from './steps.ts'

/** Chunks of the file that arrived, in order of arrival. */
function arrivals(page: Page): string[] {
  const arrived: string[] = []
  page.on('response', (response) => {
    const [, part] = /\/chunks\/(\d+)$/.exec(response.url()) ?? []
    if (part && response.ok()) arrived.push(part)
  })
  return arrived
}

test.describe('interrupted uploads', () => {
  // A restarting server responds 503 until its database is available, in JSON also for a stylesheet.
  test.use({
    expectedErrors: [/net::ERR_|status of 503 |^Refused to apply style from .*'application\/json'/],
  })

  test.describe('uploads that fail before they are complete', () => {
    test.use({ expectedErrors: [/net::ERR_|status of 500/] })

    test('an upload continues after a lost network, a closed page and a failure, and sends only the missing chunks', async ({
      page,
      context,
      product,
      spoken,
    }) => {
      test.slow()
      await signIn(page, product)
      await test.step('an interrupted upload waits for the network and sends only the remaining chunks', async () => {
        const arrived = arrivals(page)
        await openUpload(page, product)
        const dropped = Promise.withResolvers<void>()
        const drop = async (route: Route) => {
          await context.setOffline(true)
          await route.abort('internetdisconnected')
          dropped.resolve()
        }
        await page.route('**/chunks/4', drop, { times: 1 })
        await uploadSpoken(page, spoken)
        await expect(page.getByText('Connection lost. The upload will resume when you’re back online.')).toBeVisible()
        await dropped.promise
        const before = [...arrived]
        await context.setOffline(false)
        await expect(section(page, 'Subjective')).toBeVisible(processed)
        expect(before).not.toEqual([])
        expect(before.length).toBeLessThan(arrived.length)
        expect(arrived.toSorted()).toEqual([...new Set(arrived)].toSorted())
      })
      await test.step('an upload resumes after its page was closed', async () => {
        const arrived = arrivals(page)
        await openUpload(page, product)
        await page.route('**/chunks/4', (route) => route.abort('internetdisconnected'))
        await uploadSpoken(page, spoken)
        await expect(page.getByText('Connection lost.', { exact: false })).toBeVisible()
        // Two chunks are sent at a time, and the upload resumes with the first missing one.
        for (const part of ['0', '1', '2', '3']) await expect.poll(() => arrived).toContain(part)
        page.on('dialog', (dialog) => void dialog.accept())
        await page.reload()
        await expect(page.getByText(/^The upload of session\.wav stopped at \d+%$/)).toBeVisible()
        await page.unroute('**/chunks/4')
        const before = arrived.length
        await uploadSpoken(page, spoken)
        await expect(section(page, 'Subjective')).toBeVisible(processed)
        // The first and the last chunk identify the file.
        expect(arrived.slice(before)).not.toContain('1')
      })
      await test.step('a failed upload continues with the session type chosen last, without starting again', async () => {
        const arrived = arrivals(page)
        await openUpload(page, product)
        await page.route('**/chunks/4', serverError)
        await uploadSpoken(page, spoken)
        await expect(page.getByRole('button', { name: 'Choose another file' })).toBeVisible()
        await page.unroute('**/chunks/4')
        await page.getByRole('radio', { name: 'Telehealth' }).check()
        await page.getByRole('button', { name: 'Upload & Process' }).click()
        await expect(section(page, 'Subjective')).toBeVisible(processed)
        const session = await page.request.get(page.url().replace('/notes/', '/api/sessions/'))
        expect(await session.json()).toMatchObject({ settingType: 'telehealth' })
        expect(arrived.filter((part) => part === '0')).toHaveLength(1)
      })
    })
  })

  test('an upload continues after the server was killed and restarted', async ({ page, product, spoken }) => {
    // The product starts twice, which is slow on a busy machine.
    test.slow()
    await signIn(page, product)
    await openUpload(page, product)
    const killed = Promise.withResolvers<void>()
    let isKilled = false
    await page.route('**/chunks/4', async (route) => {
      if (!isKilled) {
        isKilled = true
        await product.kill().then(killed.resolve, killed.reject)
      }
      await route.continue()
    })
    await uploadSpoken(page, spoken)
    await killed.promise
    await expect(page.getByText('Connection lost.', { exact: false })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Try Again' })).toBeVisible()
    await product.start()
    // The page retries on its own, so the note appears with or without a click.
    await expect(section(page, 'Subjective')).toBeVisible(processed)
  })
})

test('a reload does not interrupt the processing of a session, and an upload can be canceled', async ({
  page,
  product,
  spoken,
  speech,
}) => {
  await signIn(page, product)
  await test.step('a reload while the session is processed leads to the note', async () => {
    await openUpload(page, product)
    const release = speech.delayRequests()
    await uploadSpoken(page, spoken)
    await expect(page.getByText('Transcribing audio...', { exact: true })).toBeVisible()
    await expect(page).toHaveURL(/session=/)
    await page.reload()
    await expect(page.getByText('Transcribing audio...', { exact: true })).toBeVisible()
    release()
    await expect(section(page, 'Subjective')).toBeVisible(processed)
  })
  await test.step('an upload can be canceled after a confirmation', async () => {
    const client = await openUpload(page, product)
    const held = Promise.withResolvers<void>()
    await page.route('**/chunks/4', async (route) => {
      await held.promise
      await route.abort('aborted')
    })
    await uploadSpoken(page, spoken)
    await expect(page.getByRole('progressbar', { name: 'Upload progress' })).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page
      .getByRole('dialog', { name: 'Stop this upload?' })
      .getByRole('button', { name: 'Keep uploading' })
      .click()
    await expect(page.getByRole('progressbar', { name: 'Upload progress' })).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Stop and leave' }).click()
    await expect(page).toHaveURL(`${product.url}/clients/${client.id}`)
    held.resolve()
    await page.getByRole('tab', { name: 'Sessions' }).click()
    await expect(page.getByText('No sessions yet').last()).toBeVisible()
  })
})

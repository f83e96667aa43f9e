import { expectAccessible } from './expect-accessible.ts'
import { expectFitting } from './expect-fitting.ts'
import { expect, signIn, test } from './fixtures.ts'
import { plantNote } from './planted-note.ts'
import { addSession } from './steps.ts'

const planted = {
  Subjective: [{ text: 'Maya lives alone.', check: 'clinician' }],
  Objective: [{ text: 'Alert.', check: 'clinician' }],
  Assessment: [{ text: 'Stable.', check: 'clinician' }],
  Plan: [{ text: 'Call the sister.', check: 'clinician' }],
} as const

test('a request of the client is logged, found in the queue, extended, denied and followed by a statement; then the record is on hold', async ({
  page,
  product,
}) => {
  const person = await signIn(page, product)
  const changed = await page.request.patch(`${product.url}/api/me`, {
    headers: { origin: product.url },
    data: { credentials: 'LCSW' },
  })
  expect(changed.ok(), await changed.text()).toBe(true)
  const { sessionId } = await addSession(page, product)
  await plantNote(page, product, sessionId, planted)
  await page.goto(`/notes/${sessionId}`)
  await page.getByRole('button', { name: 'Sign note' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Password' }).fill(person.password)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Note signed and locked.')).toBeVisible()
  const card = page.getByRole('region', { name: 'Amendment requests' })

  await test.step('the request is logged on the signed note', async () => {
    await page.getByRole('button', { name: 'Note Preferences' }).click()
    await page.getByRole('menuitem', { name: 'Log an amendment request' }).click()
    const dialog = page.getByRole('dialog', { name: 'Log an amendment request' })
    await expect(dialog.getByRole('textbox', { name: 'What the client asks' })).toBeFocused()
    await page.keyboard.type('I live with my sister, please correct it.')
    await expectAccessible(page, 'log an amendment request')
    await dialog.getByRole('button', { name: 'Log request' }).click()
    await expect(card.getByText('Due in 60 days')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Note Preferences' })).toBeFocused()
  })

  await test.step('the queue links to the request', async () => {
    await page.goto('/')
    await page
      .getByRole('region', { name: 'My queue' })
      .getByRole('link', { name: /^Amendment request, due/ })
      .click()
    await expect(card).toContainText('I live with my sister')
  })

  await test.step('the time is extended', async () => {
    await card.getByRole('button', { name: 'Extend…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Extend the time' })
    await dialog.getByRole('textbox', { name: 'Reason for the delay' }).fill('The former therapist is asked first.')
    await dialog.getByRole('button', { name: 'Extend by 30 days' }).click()
    const toast = page.getByRole('alert').filter({ hasText: 'Time extended. Notify the client in writing.' })
    await expect(toast).toBeVisible()
    await expect(card.getByText('Due in 90 days')).toBeVisible()
    await expect(card.getByRole('button', { name: 'Extend…' })).toBeHidden()
  })

  await test.step('the request is denied', async () => {
    await card.getByRole('button', { name: 'Deny…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Deny the request' })
    await dialog.getByRole('radio', { name: 'Accurate and complete' }).check()
    await dialog.getByRole('textbox', { name: 'Basis of the denial' }).fill('She said so in the session.')
    await expectAccessible(page, 'deny an amendment request')
    await dialog.getByRole('button', { name: 'Deny request' }).click()
    await expect(card.getByText('Denied', { exact: true })).toBeVisible()
    await expect(card.getByText('Reason: Accurate and complete')).toBeVisible()
    await expect(card.getByRole('listitem', { name: /^Request received/ })).toBeFocused()
  })

  await test.step('the statement of the client is attached to the note', async () => {
    await card.getByRole('button', { name: 'Attach statement…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Attach the statement of disagreement' })
    await dialog.getByRole('textbox', { name: 'Statement of the client' }).fill('I disagree: I moved in October.')
    await dialog.getByRole('button', { name: 'Sign and attach' }).click()
    const addenda = page.getByRole('region', { name: 'Addenda' })
    await expect(addenda.getByText('Client statement 1')).toBeVisible()
    await expect(addenda).toContainText('I moved in October')
    await expectAccessible(page, 'note with an amendment request')
    await expectFitting(page, 'note with an amendment request', 390, 800)
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  await test.step('the printed note has the request, the denial and the statement', async () => {
    await page.emulateMedia({ media: 'print' })
    await expect(card).toContainText('please correct it')
    await expect(card.getByText('She said so in the session.')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Addenda' }).getByText('I disagree')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Add addendum' })).toBeHidden()
    await page.emulateMedia({ media: 'screen' })
  })

  await test.step('the page of the client lists the request', async () => {
    await page.getByRole('link', { name: 'Maya Stone' }).first().click()
    await page.getByRole('button', { name: 'Amendment requests' }).click()
    const section = page.getByRole('region', { name: 'Amendment requests' })
    await expect(section.getByRole('link', { name: /^Note of/ })).toBeVisible()
    await expect(section.getByText('Statement of disagreement attached')).toBeVisible()
    await expectAccessible(page, 'amendment requests of a client')
  })

  await test.step('a legal hold prevents unlocking the note until the hold is lifted, and a release prevents it forever', async () => {
    await page.getByRole('button', { name: 'Record releases and holds' }).click()
    const section = page.getByRole('region', { name: 'Record releases and holds' })
    await section.getByRole('button', { name: 'Place a legal hold' }).click()
    const place = page.getByRole('dialog', { name: 'Place a legal hold' })
    await expect(place.getByRole('textbox', { name: 'Reason' })).toBeFocused()
    await page.keyboard.type('Subpoena of the county court')
    await expectAccessible(page, 'place a legal hold')
    await place.getByRole('button', { name: 'Place hold' }).click()
    await expect(section.getByText('Active')).toBeVisible()
    const record = page.getByRole('region', { name: 'Record', exact: true })
    await page.goto(`/notes/${sessionId}`)
    await expect(record).toContainText('The record is under a legal hold since')
    await expect(record.getByRole('button', { name: /^Unlock/ })).toBeHidden()

    await page.getByRole('link', { name: 'Maya Stone' }).first().click()
    await page.getByRole('button', { name: 'Record releases and holds' }).click()
    await section.getByRole('button', { name: 'Lift…' }).click()
    const lift = page.getByRole('dialog', { name: 'Lift the legal hold' })
    await lift.getByRole('textbox', { name: 'Reason' }).fill('The case is closed.')
    await lift.getByRole('button', { name: 'Lift hold' }).click()
    await expect(section.getByText('Lifted', { exact: true })).toBeVisible()

    await section.getByRole('button', { name: 'Log a release' }).click()
    const log = page.getByRole('dialog', { name: 'Log a release' })
    await log.getByRole('textbox', { name: 'Recipient' }).fill('Marion County Court')
    await log.getByRole('textbox', { name: 'What was released' }).fill('Notes of 2026')
    await log.getByRole('button', { name: 'Log release' }).click()
    await expect(section).toContainText('to Marion County Court')
    await expectAccessible(page, 'releases and holds of a client')
    await expectFitting(page, 'releases and holds of a client', 390, 800)
    await page.goto(`/notes/${sessionId}`)
    await expect(record).toContainText('This note was part of a record released on')
  })
})

import { expectAccessible } from './expect-accessible.ts'
import { expect, signIn, test } from './fixtures.ts'
import { openNewNote, section, sentences } from './steps.ts'

test('a worksheet that is written part by part becomes a note, and its quotes keep their source', async ({
  page,
  product,
}) => {
  await signIn(page, product)
  const { client, sessionId } = await openNewNote(page, product)
  const bar = page.getByRole('region', { name: 'Progress of the note' })
  const save = bar.getByRole('button', { name: 'Save note' })
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })

  await test.step('every part has its own empty field', async () => {
    await expect(bar).toContainText('0 of 5 parts written')
    for (const name of ['Subjective', 'Objective', 'Assessment: Interventions', 'Assessment: Risk', 'Plan'])
      await expect(field(name)).toHaveValue('')
    await expect(section(page, 'Assessment')).toContainText('Safety passages: Self-harm denied')
    await expectAccessible(page, 'worksheet')
  })

  await test.step('client page and dashboard show that the note is to be written', async () => {
    await page.goto('/')
    await expect(page.getByRole('region', { name: 'Recent Sessions' })).toContainText('To write')
    await page.goto(`/clients/${client.id}`)
    await page.getByRole('tab', { name: 'Sessions' }).click()
    await expect(page.getByRole('tabpanel', { name: 'Sessions' })).toContainText('To write')
    await page.goto(`/notes/${sessionId}`)
  })

  await test.step('a passage can be quoted by keyboard and saved with its source', async () => {
    await field('Plan').focus()
    await page.keyboard.press('Alt+1')
    await expect(field('Plan')).toHaveValue(/^\w+ \w+: “.+”$/)
    await page.keyboard.press('ControlOrMeta+z')
    await expect(field('Plan')).toHaveValue('')
    await page.keyboard.press('Alt+1')
    await page.keyboard.press('Enter')
    await page.keyboard.type('A log until Friday.')
    await expect(bar).toContainText('1 of 5 parts written')
    await page.keyboard.press('ControlOrMeta+s')
    await expect(bar).toContainText(/Saved \d+:\d\d [AP]M/)
    await expect(page.getByRole('button', { name: 'Edit Plan' })).toBeFocused()
    // One is the passage beside the field, the other is the quote in the field.
    await expect(sentences(section(page, 'Plan'))).toHaveCount(2)
    // Another quote opens the written field and is added at its end.
    await section(page, 'Plan')
      .getByRole('button', { name: /^Quote/ })
      .first()
      .click()
    await expect(field('Plan')).toHaveValue(/A log until Friday\.\n\w+ \w+: “.+”$/)
    await page.keyboard.press('ControlOrMeta+z')
    await expect(field('Plan')).toHaveValue(/A log until Friday\.$/)
    await section(page, 'Plan').getByRole('button', { name: 'Cancel' }).click()
  })

  await test.step('a safety passage goes into the field being edited', async () => {
    await field('Assessment: Risk').fill('Asked about self-harm.')
    await section(page, 'Assessment').getByRole('button', { name: 'View safety passages' }).click()
    await expect(page.getByRole('heading', { name: 'Safety passages' })).toBeFocused()
    await page
      .getByRole('button', { name: /^Insert into note: / })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Assessment: Risk' }).click()
    await expect(field('Assessment: Risk')).toHaveValue(/^Asked about self-harm\.\nTherapist: “.+” Client: “.+”$/)
    await save.click()
    // Waits for the save, because the field shows this text even before the save.
    await expect(bar).toContainText(/Saved \d+:\d\d [AP]M/)
    await page.reload()
    await expect(section(page, 'Assessment')).toContainText('Therapist: “')
    await expect(bar).toContainText('2 of 5 parts written')
    await expect(
      section(page, 'Assessment').getByRole('button', { name: /Written by the clinician, \d quotes/ }),
    ).toBeVisible()
  })

  await test.step('the worksheet becomes a note once every part is written', async () => {
    await expect(page.getByText('Excerpts, not a finished note.')).toBeVisible()
    for (const name of ['Subjective', 'Objective', 'Assessment: Interventions'])
      await field(name).fill(`${name} by hand.`)
    await save.click()
    await expect(page.getByText('Excerpts, not a finished note.')).toBeHidden()
    await expect(save).toBeHidden()
    await expect(section(page, 'Subjective')).toContainText('Subjective by hand.')
    await page.goto('/session-notes')
    await expect(page.getByRole('article').first()).toContainText('Note ready')
  })
})

test('on a phone a bottom bar shows the progress and Save note', async ({ page, product }) => {
  await signIn(page, product)
  await openNewNote(page, product)
  await page.setViewportSize({ width: 390, height: 844 })
  const save = page.getByRole('button', { name: 'Save note' })
  await expect(page.getByRole('textbox', { name: 'Plan' })).toBeHidden()
  await section(page, 'Plan').getByRole('button').click()
  await expect(page.getByRole('textbox', { name: 'Plan' })).toBeFocused()
  await expectAccessible(page, 'worksheet on a phone')
  await page.getByRole('textbox', { name: 'Subjective' }).fill('Sleeps four hours.')
  await expect(save).toBeInViewport({ ratio: 1 })
  const box = await save.boundingBox()
  expect(box?.height).toBeGreaterThanOrEqual(44)
  await save.click()
  await expect(page.getByRole('textbox', { name: 'Subjective' })).toBeHidden()
  await expect(page.getByText('1 of 5 parts written')).toBeInViewport()
  await expect(page.getByRole('textbox', { name: 'Objective' })).toBeVisible()

  await test.step('a message does not cover the bar, and the tools of a field can be touched', async () => {
    const copy = page.getByRole('button', { name: 'Copy Subjective' })
    await expect.poll(() => copy.boundingBox()).toMatchObject({ width: 44, height: 44 })
    await copy.click()
    const message = await page.getByText('Note copied to clipboard!').boundingBox()
    const bar = await page.getByRole('region', { name: 'Progress of the note' }).boundingBox()
    expect((message?.y ?? 0) + (message?.height ?? 0)).toBeLessThan(bar?.y ?? 0)
    expect(message?.y).toBeGreaterThan(57)
  })

  await test.step('the printed note does not show which parts are written', async () => {
    const state = section(page, 'Subjective').getByText('Written', { exact: true })
    await expect(state).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expect(state).toBeHidden()
  })
})

test('in a review, the excerpts of a worksheet can be read beside the panel', async ({ page, product }) => {
  await signIn(page, product)
  const { sessionId } = await openNewNote(page, product)
  for (const width of [1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`/notes/${sessionId}?review=true`)
    await expect(page.getByRole('region', { name: 'Review' })).toBeVisible()
    const excerpts = page.getByRole('list', { name: 'Excerpts for Subjective' })
    const words = async () => (await excerpts.getByRole('paragraph').first().boundingBox())?.width
    await expect.poll(words, { message: `at ${width} px` }).toBeGreaterThan(200)
  }
})

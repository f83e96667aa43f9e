import { expect, newPerson, test } from './fixtures.ts'
import { section, sentences, uploadUntilNote } from './steps.ts'

test('a new therapist signs up and gets a note that can be checked, played, edited, copied and restored', async ({
  page,
  context,
  product,
  spoken,
}) => {
  test.slow()
  const person = newPerson()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: product.url })

  await page.clock.install()

  await test.step('the therapist signs up step by step', async () => {
    await page.goto('/login?mode=signup')
    await page.getByLabel('Email').fill(person.email)
    await page.getByRole('textbox', { name: 'Password' }).fill(person.password)
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByLabel('First Name').fill(person.firstName)
    await page.getByLabel('Last Name').fill(person.lastName)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Finish' }).click()
    await expect(page).toHaveURL(`${product.url}/`)
    await page.getByRole('dialog', { name: 'Welcome to Attend' }).getByRole('button', { name: 'Get Started' }).click()
  })

  await test.step('the therapist adds a client', async () => {
    await page.getByRole('link', { name: 'Add Client' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add Client' })
    await dialog.getByLabel('First Name').fill('Maya')
    await dialog.getByLabel('Last Name').fill('Stone')
    await dialog.getByRole('button', { name: 'Add Client' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Maya Stone was added.' })).toBeVisible()
  })

  await test.step('the therapist picks the client and uploads a recording', async () => {
    await page.getByRole('banner').getByRole('button', { name: 'Upload Session' }).click()
    const picker = page.getByRole('dialog', { name: 'Select Client for Upload' })
    await picker
      .getByRole('region', { name: 'All Clients' })
      .getByRole('button', { name: /Maya Stone/ })
      .click()
    await expect(page.getByText('Client: Maya Stone')).toBeVisible()
    await page.getByRole('radio', { name: 'Telehealth' }).check()
    await uploadUntilNote(page, { name: 'session.webm', mimeType: 'audio/webm', buffer: spoken.webm })
  })

  await test.step('the note shows its date, setting and evidence', async () => {
    for (const title of ['Subjective', 'Objective', 'Assessment', 'Plan']) {
      await expect(section(page, title)).toBeVisible()
    }
    const facts = page.getByRole('region', { name: 'About this session' })
    await expect(facts).toContainText('Telehealth')
    await expect(facts).toContainText('100% of the session read')
    await expect(page.getByRole('region', { name: 'Progress of the note' })).toContainText('0 of 5 parts written')
    await expect(page.getByText('Excerpts, not a finished note.')).toBeVisible()
  })

  await test.step('the note type can be changed twice, but not a third time', async () => {
    for (const noteType of ['DAP', 'BIRP']) {
      await page.getByRole('button', { name: 'Change Note Type' }).click()
      await page.getByRole('dialog', { name: 'Change Note Type' }).getByRole('button', { name: noteType }).click()
      await expect(page.getByText(`Note changed to ${noteType}.`)).toBeVisible()
      await expect(page.getByRole('dialog')).toBeHidden()
    }
    await expect(section(page, 'Response')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Note type change limit reached' })).toBeDisabled()
  })

  await test.step('the note can be enhanced twice, but not a third time', async () => {
    for (const instructions of ['shorter', 'focus on sleep']) {
      await page.getByRole('button', { name: 'Enhance Note' }).click()
      const dialog = page.getByRole('dialog', { name: 'Enhance Note with AI' })
      const enhance = dialog.getByRole('button', { name: 'Enhance Note' })
      await expect(enhance).toBeDisabled()
      await dialog.getByLabel('Instructions').fill(instructions)
      await enhance.click()
      await expect(dialog).toBeHidden()
    }
    await expect(page.getByRole('button', { name: 'Enhancement limit reached' })).toBeDisabled()
  })

  await test.step('the first draft can be restored', async () => {
    await page.getByRole('button', { name: 'Note Preferences' }).click()
    await page.getByRole('menuitem', { name: 'Versions' }).click()
    const versions = page.getByRole('dialog', { name: 'Versions' })
    await expect(versions.getByRole('listitem')).toHaveCount(5)
    await versions.getByRole('button', { name: /Version 1, drafted/ }).click()
    const first = page.getByRole('dialog', { name: 'Version 1' })
    await first.getByRole('button', { name: 'Restore this version' }).click()
    await first.getByRole('button', { name: 'Restore', exact: true }).click()
    await expect(page.getByText('Version 1 was restored.')).toBeVisible()
    await expect(section(page, 'Subjective')).toBeVisible()
  })

  await test.step('an edited section keeps its change after a reload', async () => {
    await page.getByRole('button', { name: 'Edit Plan' }).click()
    await section(page, 'Plan')
      .getByRole('button', { name: /^Quote: / })
      .first()
      .click()
    const plan = page.getByRole('textbox', { name: 'Plan' })
    await expect(plan).not.toHaveValue('')
    await plan.fill(`${await plan.inputValue()}\nReview the alarm at noon in two weeks.`)
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(plan).toBeHidden()
    await page.reload()
    await expect(
      section(page, 'Plan').getByRole('button', { name: /Review the alarm .* \(Written by the clinician\)/ }),
    ).toBeVisible()
    await expect(sentences(section(page, 'Plan')).first()).toBeVisible()
  })

  await test.step('the note can be copied', async () => {
    await page.getByRole('button', { name: 'Copy Entire Note' }).click()
    await expect(page.getByText('Note copied to clipboard!')).toBeVisible()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toMatch(
      /^Draft, not signed\n\nSubjective\n[^]*\n\nObjective\n[^]*\n\nAssessment\n[^]*\n\nPlan\n[^]+in two weeks\.$/,
    )
  })
})

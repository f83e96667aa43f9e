import { addDays } from '#shared/rules/calendar.ts'
import { expect, signIn, test } from './fixtures.ts'
import { addClient, openUpload, pick, processed, transcriptFile, uploadFile } from './steps.ts'

const formatDay = (day: string) => day.replace(/^(\d+)-(\d+)-(\d+)$/, '$2/$3/$1')

test('a past session is uploaded with its date, time, setting and people, and with a warning about an overlap', async ({
  page,
  product,
}) => {
  test.slow()
  await signIn(page, product)
  await test.step('an uploaded past session gets the entered date, time, setting and people', async () => {
    const client = await openUpload(page, product)
    const date = page.getByLabel('Date of the session')
    const today = await date.inputValue()
    await page.getByRole('radio', { name: 'Telehealth' }).check()

    await date.fill(addDays(today, 1))
    await uploadFile(page, transcriptFile())
    await expect(
      page.getByText('A session that was held cannot be in the future. Check its date and start time.'),
    ).toBeVisible()
    await expect(page.getByRole('button', { name: 'Remove file' })).toBeVisible()

    await date.fill(addDays(today, -7))
    await page.getByLabel('Start time').fill('14:05')
    await page.getByLabel('Who took part').fill('Partner, Ana Ruiz (interpreter)')
    await page.getByRole('button', { name: 'Upload & Process' }).click()
    await expect(page).toHaveURL(/\/notes\//, processed)
    const facts = page.getByRole('region', { name: 'About this session' })
    await expect(facts).toContainText(`${formatDay(addDays(today, -7))}, 2:05 PM`)
    await expect(facts).toContainText('Telehealth')
    await expect(facts).toContainText('Partner, Ana Ruiz (interpreter)')

    await page.goto(`/clients/${client.id}`)
    await expect(page.getByText(formatDay(addDays(today, -7))).first()).toBeVisible()
  })
  await test.step('the date in a file prefills the form but does not replace a typed date', async () => {
    await openUpload(page, product)
    const date = page.getByLabel('Date of the session')
    const day = addDays(await date.inputValue(), -9)
    const file = { ...transcriptFile(), name: `${day} 09.40.00 Meeting.txt` }
    await pick(page, file)
    await expect(date).toHaveValue(day)
    await expect(page.getByLabel('Start time')).toHaveValue('09:40')
    await expect(page.getByText('Read from the file')).toBeVisible()
    await page.getByRole('button', { name: 'Remove file' }).click()
    await date.fill(addDays(day, -1))
    await pick(page, file)
    await expect(page.getByRole('button', { name: 'Remove file' })).toBeVisible()
    await expect(date).toHaveValue(addDays(day, -1))
  })
  await test.step('uploading for an appointment takes over its date, time and setting, and completes it', async () => {
    const client = await openUpload(page, product)
    const today = await page.getByLabel('Date of the session').inputValue()
    const response = await page.request.post(`/api/clients/${client.id}/sessions`, {
      data: { date: addDays(today, -2), startTime: '16:15', durationMinutes: 50, settingType: 'telehealth' },
      headers: { origin: new URL(page.url()).origin },
    })
    const appointment: { id: string } = await response.json()
    await page.goto(`/upload-session/${client.id}?appointment=${appointment.id}`)
    await expect(page.getByLabel('Date of the session')).toHaveValue(addDays(today, -2))
    await expect(page.getByLabel('Start time')).toHaveValue('16:15')
    await expect(page.getByRole('radio', { name: 'Telehealth' })).toBeChecked()
    await uploadFile(page, transcriptFile())
    await expect(page).toHaveURL(new RegExp(`/notes/${appointment.id}`), processed)
  })
  await test.step('an overlap with another session shows a warning and allows the upload', async () => {
    const client = await addClient(page, product)
    const other = await addClient(page, product)
    const at = { startTime: '14:15' }
    for (const { id } of [client, other]) {
      await page.goto(`/upload-session/${id}`)
      const date = page.getByLabel('Date of the session')
      const day = addDays(await date.inputValue(), -1)
      await date.fill(day)
      await page.getByLabel('Start time').fill(at.startTime)
      if (id === other.id)
        await expect(
          page.getByText(`Overlaps with your session with ${client.firstName} ${client.lastName}`),
        ).toBeVisible()
      await uploadFile(page, transcriptFile())
      await expect(page).toHaveURL(/\/notes\//, processed)
    }
  })
})

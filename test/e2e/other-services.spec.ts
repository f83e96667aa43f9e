import { freePort } from '#server/free-port.ts'
import { expectAccessible } from './expect-accessible.ts'
import { expect, newPerson, signIn, test } from './fixtures.ts'
import { addClient, uploadFile, section, transcriptFile } from './steps.ts'
import { openOtherBrowser } from './team.ts'

// One product without a speech engine, with an unreachable mail server and a welcome video. The tests share it, because a start takes longer than a test.
test.use({
  settings: {
    SPEECH_ENGINE: 'none',
    SMTP_URL: `smtp://127.0.0.1:${await freePort()}`,
    WELCOME_VIDEO_URL: 'https://player.example/embed/welcome?start=1',
  },
  colorScheme: 'light',
})

test('without a speech engine the recording is stored, and a transcript file makes the note', async ({
  page,
  product,
  spoken,
}) => {
  await signIn(page, product)
  const client = await addClient(page, product)
  await page.goto(`/session/${client.id}`)
  const notice = page.getByRole('main').getByRole('alert').filter({ hasText: 'No speech engine is installed' })
  await expect(notice).toContainText('Recordings are saved and will be transcribed when one is installed.')
  await page.goto(`/upload-session/${client.id}`)
  await expect(notice).toBeVisible()
  await uploadFile(page, { name: 'session.webm', mimeType: 'audio/webm', buffer: spoken.webm })

  const help = page.getByRole('alert').filter({ hasText: 'Waiting for a transcript' })
  await expect(help).toContainText('The recording is saved.')
  const asked = page.waitForResponse((response) => response.url().endsWith('/process'))
  await help.getByRole('button', { name: 'Transcribe Again' }).click()
  expect((await asked).ok()).toBe(true)
  await expect(help).toContainText('The recording is saved.')

  await test.step('the note page of the session also shows that the recording is saved', async () => {
    await page.goto(`/clients/${client.id}?tab=sessions`)
    await page.getByRole('list', { name: 'Sessions' }).getByRole('link').click()
    await expect(page).toHaveURL(/\/notes\//)
    await expect(help).toContainText('The recording is saved.')
  })

  const chooser = page.waitForEvent('filechooser')
  await help.getByRole('button', { name: 'Use a transcript file instead' }).click()
  await (await chooser).setFiles(transcriptFile())
  await expect(section(page, 'Plan')).toBeVisible()
  await expect(page.getByRole('region', { name: 'About this session' })).toContainText('Uploaded')
})

test('an invitation whose email fails stays pending, and its link works', async ({ page, browser, product }) => {
  await signIn(page, product)
  const person = newPerson()
  await page.goto('/settings?tab=organization')
  await page.getByRole('button', { name: 'Invite Member' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add New Team Member' })
  await dialog.getByLabel('Email address').fill(person.email)
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toContainText(
    'Failed to send invitation: the mail server could not be reached',
  )
  await expect(dialog.getByText('Invitation sent successfully!')).toBeHidden()
  await expectAccessible(page, 'invitation that was not sent')
  const link = (await dialog.locator('code').textContent()) ?? ''
  await page.keyboard.press('Escape')
  const row = page
    .getByRole('table', { name: 'Pending Invitations' })
    .getByRole('row')
    .filter({ hasText: person.email })
  await expect(row.getByText('Pending', { exact: true })).toBeVisible()
  const theirs = await openOtherBrowser(browser, product)
  await theirs.goto(link)
  await expect(theirs.getByLabel('Email')).toHaveValue(person.email)
})

test('first-time users see the welcome video, and only its site may be framed', async ({ page, product }) => {
  await signIn(page, product)
  await page.request.patch('/api/me', { headers: { origin: product.url }, data: { welcomeVideoSeen: false } })
  await page.route('https://player.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>The video plays</h1>' }),
  )
  const response = await page.goto('/')
  expect(response?.headers()['content-security-policy']).toContain('frame-src https://player.example;')
  const welcome = page.getByRole('dialog', { name: 'Welcome to Attend' })
  await expect(
    welcome.frameLocator('iframe[title="Welcome video"]').getByRole('heading', { name: 'The video plays' }),
  ).toBeVisible()
  const remembered = page.waitForResponse((sent) => sent.request().method() === 'PATCH')
  await welcome.getByRole('button', { name: 'Get Started' }).click()
  await remembered
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Robin')
  expect((await (await page.request.get('/api/me')).json()).welcomeVideoSeen).toBe(true)
  await expect(welcome).toBeHidden()
})

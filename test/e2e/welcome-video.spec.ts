import { expect, signIn, test } from './fixtures.ts'

test.use({ settings: { WELCOME_VIDEO_URL: 'https://player.example/embed/welcome?start=1' } })

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
  await expect(welcome).toBeHidden()
})
